/**
 * Runs code that calls the page's own code: an editor, a framework or a custom element. That code may throw anything,
 * and the error may contain the patient's words, so the error is not logged.
 */
export function attempt(write: () => void): void {
  try {
    write()
  } catch {
    // The error is ignored here. The caller reads the field afterwards and sees if the write worked.
  }
}

/**
 * Dispatches the events that typing a value and leaving the control would cause (`input`, `change`, `blur`,
 * `focusout`).
 */
export function announceText(control: HTMLElement, text: string, dated: boolean): void {
  const inputInit = text === '' ? { inputType: 'deleteContentBackward' } : { inputType: 'insertText', data: text }
  control.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, ...inputInit }))
  // bootstrap-datepicker reads a typed date only on `keyup`; without the event it keeps its old date.
  if (dated) control.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true, composed: true }))
  announceChange(control)
}

export function announceChange(control: HTMLElement): void {
  control.dispatchEvent(new Event('change', { bubbles: true, composed: true }))
  const { ownerDocument } = control
  if (ownerDocument.activeElement === control && Document.prototype.hasFocus.call(ownerDocument)) {
    control.blur()
    return
  }
  control.dispatchEvent(new FocusEvent('blur', { composed: true }))
  control.dispatchEvent(new FocusEvent('focusout', { bubbles: true, composed: true }))
}

/**
 * Dispatches focus events if the document has no focus. While the clinician uses the panel, the browser does not send
 * these events.
 */
export function announceFocus(control: HTMLElement): void {
  if (Document.prototype.hasFocus.call(control.ownerDocument)) return
  control.dispatchEvent(new FocusEvent('focus', { composed: true }))
  control.dispatchEvent(new FocusEvent('focusin', { bubbles: true, composed: true }))
}

/**
 * Clears a radio button. During the events, the value of the radio button is empty. Otherwise, a page that reads only
 * the value, and not `checked`, would store the cleared choice.
 */
export function unpress(radio: HTMLInputElement): void {
  radio.checked = false
  sayingInstead(radio, '', () => {
    radio.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    announceChange(radio)
  })
}

export function sayingInstead(control: HTMLInputElement, words: string, doing: () => void): void {
  const oldValue = control.getAttribute('value')
  control.setAttribute('value', words)
  try {
    doing()
  } finally {
    if (oldValue === null) control.removeAttribute('value')
    else control.setAttribute('value', oldValue)
  }
}
