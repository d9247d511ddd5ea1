import { isInput, isTextarea } from '../controls/controls.ts'
import { currentValue } from '../controls/fields.ts'
import { urlOf } from '../natives.ts'
import { scan } from '../scan/scan.ts'
import type { ControlKind, FocusedField, FocusRefusal, PagePorts } from '../shapes.ts'
import { fieldAt } from './drop.ts'

const textKinds: ReadonlySet<ControlKind> = new Set(['text', 'long_text', 'rich_text'])

function activeIn(root: Document | ShadowRoot, ports: PagePorts): Element | null {
  const active = root.activeElement
  if (!active) return null
  // `instanceof` is false for the elements of an iframe, because each window has its own classes.
  const inner = 'contentDocument' in active ? (active.contentDocument as Document | null) : null
  const shadow = active.shadowRoot ?? ports.shadowRootOf?.(active as HTMLElement) ?? null
  const deeper = inner ?? shadow
  return (deeper && activeIn(deeper, ports)) ?? active
}

export function focusedField(document: Document, ports: PagePorts): FocusedField | FocusRefusal {
  const active = activeIn(document, ports)
  if (!active || active === document.body) return 'no-focus'
  if (isInput(active) && active.type === 'password') return 'password'
  if (scan(document, urlOf(document), ports).form?.signed) return 'signed'
  const under = fieldAt(document, active, ports)
  if (!under) return 'no-focus'
  const { field, found: scannedField } = under
  if (field.locked) return field.locked
  if (!textKinds.has(field.kind)) return 'not-text'
  const value = currentValue(scannedField)
  if (field.kind === 'rich_text' && value.length > 0) return 'formatted'
  const caret = isInput(active) || isTextarea(active) ? active.selectionEnd : null
  return { fieldId: field.id, label: field.label, caret }
}
