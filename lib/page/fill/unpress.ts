import { announceChange } from './events.ts'

/**
 * Clears a radio. A click cannot do that, so `checked` is set and the page is sent change events. During the events the
 * radio's value is empty, because some pages store the value without checking `checked`.
 */
export function unpress(radio: HTMLInputElement): void {
  radio.checked = false
  sayingInstead(radio, '', () => {
    radio.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    announceChange(radio)
  })
}

/** Changes a control's `value` attribute while `doing` runs, then restores it. */
export function sayingInstead(control: HTMLInputElement, words: string, doing: () => void): void {
  const before = control.getAttribute('value')
  control.setAttribute('value', words)
  try {
    doing()
  } finally {
    if (before === null) control.removeAttribute('value')
    else control.setAttribute('value', before)
  }
}
