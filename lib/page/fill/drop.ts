import { type Carried, carriedType } from '../ask.ts'
import { wantedOf } from '../plan/wanted.ts'
import { controlSelector, documentsOf } from '../scan/controls.ts'
import type { Found } from '../scan/found.ts'
import { scan } from '../scan/scan.ts'
import type { FillPlan, PageField } from '../shapes.ts'
import { isLasting } from './lasting.ts'

/** A drag that ends nowhere is forgotten after this. */
const carriedMs = 120_000

interface Under {
  field: PageField
  found: Found
}

/** Whether a field stands where something is: in one of its controls, its label, or the editor's own document. */
function standsAt({ controls }: Found, at: Element): boolean {
  const label = at.closest('label')?.control
  return controls.some(
    (control) =>
      control === at ||
      control === label ||
      Node.prototype.contains.call(control, at) ||
      (control.localName === 'body' && control.ownerDocument === at.ownerDocument),
  )
}

/** The field under a drag; the widget drawn in a hidden control's place counts where it is all that surrounds it. */
function fieldAt(document: Document, at: Element): Under | null {
  const { fields } = scan(document, document.URL)
  const direct = fields.find(({ found }) => standsAt(found, at))
  if (direct) return direct
  const drawn = at.closest('.chosen-container, .select2, .cke, .tox, .tox-tinymce, .mce-tinymce')
  const behind = drawn?.previousElementSibling?.matches(controlSelector) ? drawn.previousElementSibling : null
  const inside = drawn?.querySelector('iframe')?.contentDocument?.body
  return fields.find(({ found }) => found.controls.some((each) => each === behind || each === inside)) ?? null
}

const elementOf = (event: Event): Element | null => {
  const [first] = event.composedPath()
  // A frame's nodes are of that frame's own kinds.
  return (first as Node | undefined)?.nodeType === Node.ELEMENT_NODE
    ? (first as Element)
    : ((first as Node | undefined)?.parentElement ?? null)
}

/** The plan of one dropped value: what stands in that field now, what shall; or why it cannot. */
function planOf({ nonce, url, patient, value }: Carried, { field, found }: Under): FillPlan {
  const { id: fieldId, label, kind } = field
  const lasting = isLasting(found) ? ({ lasting: 'held-back' } as const) : {}
  const wanted = field.locked ?? wantedOf(field, value)
  return {
    nonce,
    url,
    patient,
    writes: typeof wanted === 'string' ? [] : [{ fieldId, label, kind, from: field.value, to: wanted, ...lasting }],
    refusals: typeof wanted === 'string' ? [{ fieldId, label, to: value, reason: wanted }] : [],
  }
}

/**
 * Waits until a value that is dragged out of the panel is let go over a field of this page, and answers what a fill would
 * do with it there; null: it was let go elsewhere. The page's own scripts and the browser hear nothing of that drop. Only a
 * drag of a person's hand with this drag's name counts. Ends with the signal.
 */
export function dropped(document: Document, carried: Carried, signal: AbortSignal): Promise<FillPlan | null> {
  return new Promise((resolve) => {
    const ended = new AbortController()
    const end = (plan: FillPlan | null): void => {
      ended.abort()
      resolve(plan)
    }
    const under = new WeakMap<Element, Under | null>()
    const fieldOf = (event: Event): Under | null => {
      const at = elementOf(event)
      if (!at) return null
      const known = under.get(at)
      if (known !== undefined) return known
      const field = fieldAt(document, at)
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
      const field = at && event.dataTransfer?.getData(carriedType) === carried.name ? fieldAt(document, at) : null
      end(field && planOf(carried, field))
    }
    const options = { capture: true, signal: ended.signal }
    for (const each of documentsOf(document)) {
      // On the window, ahead of whatever the page itself listens with.
      const target = each.defaultView ?? each
      target.addEventListener('dragenter', over as EventListener, options)
      target.addEventListener('dragover', over as EventListener, options)
      target.addEventListener('drop', drop as EventListener, options)
    }
    const timer = setTimeout(() => end(null), carriedMs)
    ended.signal.addEventListener('abort', () => clearTimeout(timer))
    signal.addEventListener('abort', () => end(null), { once: true, signal: ended.signal })
  })
}
