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
  control.dispatchEvent(new FocusEvent('blur', { composed: true }))
  control.dispatchEvent(new FocusEvent('focusout', { bubbles: true, composed: true }))
}

/**
 * Dispatches focus events if the document has no focus. While the clinician uses the panel, the browser does not send
 * them.
 */
export function announceFocus(control: HTMLElement): void {
  if (Document.prototype.hasFocus.call(control.ownerDocument)) return
  control.dispatchEvent(new FocusEvent('focus', { composed: true }))
  control.dispatchEvent(new FocusEvent('focusin', { bubbles: true, composed: true }))
}
