/** Tells the page that a control's value was changed, as typing and leaving it would. */
export function announceText(control: HTMLElement, text: string, dated: boolean): void {
  control.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText', data: text }))
  // bootstrap-datepicker keeps its old date until a key goes up.
  if (dated) control.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true, composed: true }))
  announceChange(control)
}

export function announceChange(control: HTMLElement): void {
  control.dispatchEvent(new Event('change', { bubbles: true, composed: true }))
  control.dispatchEvent(new FocusEvent('blur', { composed: true }))
  control.dispatchEvent(new FocusEvent('focusout', { bubbles: true, composed: true }))
}
