/**
 * Gives the keyboard focus to an element, after the control that had the focus has disappeared. In a frame, does
 * nothing if the focus is outside of this frame. Otherwise the element would take the focus from a field of the page
 * around the frame while the user types there.
 */
export function returnFocus(element: HTMLElement | null | undefined): void {
  if (window.parent !== window && !document.hasFocus()) return
  element?.focus()
}
