import { type Control, isDrawnBox, isReadOnly, isTextarea, isTicked } from '../controls/controls.ts'
import { announceFocus } from '../controls/events.ts'

export function selectAll(control: Control): void {
  control.focus({ preventScroll: true })
  if ('select' in control && typeof control.select === 'function') {
    control.select()
    // Masks learn of a selection only when a key is pressed.
    key(control, 'Shift', 16)
  } else control.ownerDocument.getSelection()?.selectAllChildren(control)
}

/**
 * Presses a radio or checkbox. Throws for any other control, and for a control that matches the selector `forbidden`.
 * So no code path can press a button that submits or signs a form.
 */
export function press(control: HTMLElement, forbidden: string): void {
  if (!isTicked(control) || control.matches(forbidden) || (isDrawnBox(control) && isReadOnly(control)))
    throw new Error('Chartside can choose only radio buttons and checkboxes on a page. Choose this value by hand.')
  if (isDrawnBox(control)) mouse(control, 'pointerdown', 'mousedown', 'pointerup', 'mouseup')
  control.click()
}

/**
 * Calls the native `value` setter. React overrides `value` on the element, and ignores an `input` event if the value
 * was set through its own setter.
 */
export function setText(control: Control, text: string): void {
  const view = control.ownerDocument.defaultView
  const prototype = isTextarea(control) ? view?.HTMLTextAreaElement.prototype : view?.HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype ?? {}, 'value')?.set?.call(control, text)
}

export const mouse = (target: Element, ...types: string[]): void => {
  for (const type of types)
    target.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, composed: true, button: 0 }))
}

export const key = (target: Element, name: string, keyCode: number): void => {
  const code = name === ' ' ? 'Space' : name
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key: name, code, keyCode, bubbles: true, cancelable: true, composed: true }),
  )
}

export function pressKey(box: HTMLElement): void {
  box.focus({ preventScroll: true })
  announceFocus(box)
  key(box, ' ', 32)
  box.dispatchEvent(new KeyboardEvent('keyup', { key: ' ', keyCode: 32, bubbles: true, composed: true }))
}

export function visit(control: HTMLElement): void {
  const isSilent = !Document.prototype.hasFocus.call(control.ownerDocument)
  control.blur()
  control.focus({ preventScroll: true })
  announceFocus(control)
  // In some text areas the Tab key inserts a character.
  if (!isTextarea(control)) key(control, 'Tab', 9)
  control.blur()
  if (!isSilent) return
  control.dispatchEvent(new FocusEvent('blur', { composed: true }))
  control.dispatchEvent(new FocusEvent('focusout', { bubbles: true, composed: true }))
}
