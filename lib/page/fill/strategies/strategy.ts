import type { Control } from '../../scan/controls.ts'
import { isTicked } from '../../scan/controls.ts'
import type { ScannedField } from '../../scan/scanned-field.ts'

/** What a strategy gets besides the field. */
export interface Wanted {
  to: string[]
  /** Selector of controls that must never be pressed. */
  forbidden: string
}

/** One strategy to write a value. The editor tests show which strategy works in which editor. */
export interface FillStrategy {
  name: string
  /**
   * Prepares the write, for example selects the text or opens a list. `ready` says when the page is ready. Page and
   * patient are compared again before `write`.
   */
  prepare?(found: ScannedField, wanted: Wanted): { ready: () => boolean; limitMs: number }
  /** Writes everything in one task. */
  write(found: ScannedField, wanted: Wanted): void
  /** How long the page needs before the result of the write can be read. */
  restMs?: number
}

/** Selects the whole content of a control. */
export function selectAll(control: Control): void {
  control.focus({ preventScroll: true })
  if ('select' in control && typeof control.select === 'function') control.select()
  else control.ownerDocument.getSelection()?.selectAllChildren(control)
}

/**
 * Presses a radio or checkbox. Throws for any other control, so that no code path can press a button that submits or
 * signs a form.
 */
export function press(control: HTMLElement, forbidden: string): void {
  if (!isTicked(control) || control.matches(forbidden)) throw new Error('Only radios and boxes are pressed.')
  control.click()
}
