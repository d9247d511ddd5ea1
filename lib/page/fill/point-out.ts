import { drawnFor, isSelect } from '../scan/controls.ts'
import type { ScannedField } from '../scan/scanned-field.ts'

const outlinedMs = 8000

/** Scrolls to a field that must be written by hand and outlines it for 8 s. The document itself is not changed. */
export function pointOut({ controls }: ScannedField): void {
  const [control] = controls
  const drawn = control && isSelect(control) ? drawnFor(control) : null
  const anchor = control?.localName === 'body' ? control.ownerDocument.defaultView?.frameElement : (drawn ?? control)
  if (!anchor) return
  anchor.scrollIntoView({ block: 'center', behavior: 'instant' })
  const outline = { outline: '3px solid #d6336c', outlineOffset: '2px' }
  anchor.animate([outline, outline], { duration: outlinedMs })
}
