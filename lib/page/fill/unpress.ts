import { announceChange } from './events.ts'

/**
 * Takes a radio's choice away. No press does that, so the page is told of a change; while it listens the radio says
 * nothing, for there are pages that keep what a radio says and never ask whether it is chosen.
 */
export function unpress(radio: HTMLInputElement): void {
  radio.checked = false
  sayingInstead(radio, '', () => {
    radio.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    announceChange(radio)
  })
}

/** Has a control say other words for as long as something is done with it. */
export function sayingInstead(control: HTMLInputElement, words: string, doing: () => void): void {
  const said = control.getAttribute('value')
  control.setAttribute('value', words)
  try {
    doing()
  } finally {
    if (said === null) control.removeAttribute('value')
    else control.setAttribute('value', said)
  }
}
