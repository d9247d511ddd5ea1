import { controlSelector, documentsOf } from '../controls/controls.ts'
import type { ScannedField } from '../controls/fields.ts'
import { urlOf } from '../natives.ts'
import { wantedOf } from '../plan/wanted.ts'
import { isIrreversible, scan } from '../scan/scan.ts'
import { type Carried, carriedType, type FillPlan, type PageField, type PagePorts } from '../shapes.ts'

const carriedMs = 120_000

interface Under {
  field: PageField
  found: ScannedField
}

function standsAt({ controls }: ScannedField, at: Element): boolean {
  const label = at.closest('label')?.control
  return controls.some(
    (control) =>
      control === at ||
      control === label ||
      Node.prototype.contains.call(control, at) ||
      (control.localName === 'body' && control.ownerDocument === at.ownerDocument),
  )
}

export function fieldAt(document: Document, at: Element, ports: PagePorts): Under | null {
  const { fields } = scan(document, urlOf(document), ports)
  const direct = fields.find(({ found: scannedField }) => standsAt(scannedField, at))
  if (direct) return direct
  const widget = at.closest('.chosen-container, .select2, .cke, .tox, .tox-tinymce, .mce-tinymce')
  const hiddenControl = widget?.previousElementSibling?.matches(controlSelector) ? widget.previousElementSibling : null
  const inside = widget?.querySelector('iframe')?.contentDocument?.body
  return (
    fields.find(({ found: scannedField }) =>
      scannedField.controls.some((each) => each === hiddenControl || each === inside),
    ) ?? null
  )
}

const elementOf = (event: Event): Element | null => {
  const [first] = event.composedPath()
  // `instanceof Element` is false for nodes of an iframe, because each window has its own `Element` class.
  return (first as Node | undefined)?.nodeType === Node.ELEMENT_NODE
    ? (first as Element)
    : ((first as Node | undefined)?.parentElement ?? null)
}

function planOf({ nonce, url, patient, encounter, value }: Carried, { field, found: scannedField }: Under): FillPlan {
  const { id: fieldId, label, section, options, kind } = field
  const irreversible = isIrreversible(scannedField) ? ({ irreversible: 'held-back' } as const) : {}
  const newValue = field.locked ?? wantedOf(field, value)
  return {
    nonce,
    url,
    patient,
    encounter,
    writes:
      typeof newValue === 'string'
        ? []
        : [{ fieldId, label, section, options, kind, from: field.value, to: newValue, ...irreversible }],
    refusals: typeof newValue === 'string' ? [{ fieldId, label, to: value, reason: newValue }] : [],
  }
}

/**
 * Waits until a value dragged from the panel is dropped, and returns the fill plan for the field below the pointer.
 * Returns null if the value was dropped elsewhere, after 2 minutes, or when `signal` aborts. Also returns null if the
 * data of the drop is not `carried.name`: the drop then belongs to another drag. The drag events are stopped, so that
 * neither the page nor the browser handles the drop. Ignores events that a script has made.
 */
export function dropped(
  document: Document,
  carried: Carried,
  ports: PagePorts,
  signal: AbortSignal,
): Promise<FillPlan | null> {
  return new Promise((resolve) => {
    const ending = new AbortController()
    const end = (plan: FillPlan | null): void => {
      ending.abort()
      resolve(plan)
    }
    const under = new WeakMap<Element, Under | null>()
    const fieldOf = (event: Event): Under | null => {
      const at = elementOf(event)
      if (!at) return null
      const fieldUnder = under.get(at)
      if (fieldUnder !== undefined) return fieldUnder
      const field = fieldAt(document, at, ports)
      under.set(at, field)
      return field
    }
    const isOurs = ({ isTrusted, dataTransfer }: DragEvent): boolean =>
      isTrusted && dataTransfer?.types.includes(carriedType) === true
    const over = (event: DragEvent): void => {
      if (!isOurs(event) || !event.dataTransfer) return
      event.preventDefault()
      event.stopImmediatePropagation()
      event.dataTransfer.dropEffect = fieldOf(event) ? 'copy' : 'none'
    }
    const drop = (event: DragEvent): void => {
      if (!isOurs(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const at = elementOf(event)
      const field =
        at && event.dataTransfer?.getData(carriedType) === carried.name ? fieldAt(document, at, ports) : null
      end(field && planOf(carried, field))
    }
    const options = { capture: true, signal: ending.signal }
    for (const each of documentsOf(document)) {
      // Listen on the window in the capture phase, so that this handler runs before the page's own handlers.
      const target = each.defaultView ?? each
      target.addEventListener('dragenter', over as EventListener, options)
      target.addEventListener('dragover', over as EventListener, options)
      target.addEventListener('drop', drop as EventListener, options)
    }
    const timer = setTimeout(() => end(null), carriedMs)
    ending.signal.addEventListener('abort', () => clearTimeout(timer))
    signal.addEventListener('abort', () => end(null), { once: true, signal: ending.signal })
  })
}
