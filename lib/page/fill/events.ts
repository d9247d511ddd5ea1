/** Tells the page that a control's value was changed, as typing and leaving it would. */
export function announceText(control: HTMLElement, text: string, dated: boolean): void {
  const told = text === '' ? { inputType: 'deleteContentBackward' } : { inputType: 'insertText', data: text }
  control.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, ...told }))
  // bootstrap-datepicker keeps its old date until a key goes up.
  if (dated) control.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true, composed: true }))
  announceChange(control)
}

export function announceChange(control: HTMLElement): void {
  control.dispatchEvent(new Event('change', { bubbles: true, composed: true }))
  control.dispatchEvent(new FocusEvent('blur', { composed: true }))
  control.dispatchEvent(new FocusEvent('focusout', { bubbles: true, composed: true }))
}

/** Tells a control it has the focus, where the browser will not: the clinician looks at the panel, not at the page. */
export function announceFocus(control: HTMLElement): void {
  if (Document.prototype.hasFocus.call(control.ownerDocument)) return
  control.dispatchEvent(new FocusEvent('focus', { composed: true }))
  control.dispatchEvent(new FocusEvent('focusin', { bubbles: true, composed: true }))
}
