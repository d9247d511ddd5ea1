import type { Control } from '../../scan/controls.ts'
import { isTicked } from '../../scan/controls.ts'
import type { Found } from '../../scan/found.ts'

/** What a rung may know besides the field itself. */
export interface Wanted {
  to: string[]
  /** Never to be pressed. */
  forbidden: string
}

/** One way to write a value; the matrix of what works where is in the tests of the editors. */
export interface Rung {
  name: string
  /**
   * What must come a moment ahead of the write: a selection, a list that opens. Answers when the page is ready for it;
   * page and patient are compared again before `write`.
   */
  prepare?(found: Found, wanted: Wanted): { ready: () => boolean; limitMs: number }
  /** All of it in one task. */
  write(found: Found, wanted: Wanted): void
  /** The page needs this long before what it made of the write can be read. */
  restMs?: number
}

/** Puts the caret over everything a control holds. */
export function selectAll(control: Control): void {
  control.focus({ preventScroll: true })
  if ('select' in control && typeof control.select === 'function') control.select()
  else control.ownerDocument.getSelection()?.selectAllChildren(control)
}

/** Presses a radio or a box and nothing else: whatever finishes a form is not to be pressed by any path. */
export function press(control: HTMLElement, forbidden: string): void {
  if (!isTicked(control) || control.matches(forbidden)) throw new Error('Only radios and boxes are pressed.')
  control.click()
}
