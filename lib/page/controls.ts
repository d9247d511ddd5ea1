import { attribute, byTag, isBare, rootElement } from './natives.ts'

/** Anything of a page that holds an answer. */
export type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
export type Control = FormControl | HTMLElement

// By tag, never `instanceof`: a control of a frame belongs to that frame's classes.
export const isInput = (element: Element): element is HTMLInputElement => element.tagName === 'INPUT'
export const isTextarea = (element: Element): element is HTMLTextAreaElement => element.tagName === 'TEXTAREA'
export const isSelect = (element: Element): element is HTMLSelectElement => element.tagName === 'SELECT'
export const isTicked = (element: Element): element is HTMLInputElement =>
  isInput(element) && (element.type === 'radio' || element.type === 'checkbox')
export const isEditable = (element: Element): element is HTMLElement => {
  const flag = isBare(element) ? null : attribute(element, 'contenteditable')
  // A whole document may be an editor: the body of a frame whose design mode is on.
  return flag === null
    ? element.tagName === 'BODY' && element.ownerDocument.designMode === 'on'
    : flag.toLowerCase() !== 'false'
}

export const controlSelector = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'

/** Never an answer of the form, whatever its label. */
const neverTypes = new Set(['hidden', 'password', 'file', 'submit', 'button', 'reset', 'image', 'search'])
const neverSelector = '[role="search"] *, nav *, [class*="signature" i], [id*="signature" i], [class*="signature" i] *'

export const isShown = (element: Element): boolean =>
  Element.prototype.checkVisibility.call(element, { visibilityProperty: true })

/** Whether a control could ever hold an answer; hidden ones are left out by whoever knows why they are hidden. */
export const isAnswer = (element: Element): element is Control =>
  !(isInput(element) && neverTypes.has(element.type)) && !Element.prototype.matches.call(element, neverSelector)

export const isReadOnly = (control: Control): boolean => {
  if (isInput(control) || isTextarea(control)) {
    return control.matches(':disabled') || (!isTicked(control) && control.readOnly)
  }
  return isSelect(control) ? control.matches(':disabled') : control.getAttribute('aria-readonly') === 'true'
}

/** The document and every same-origin frame inside it, outermost first. */
export function documentsOf(document: Document): Document[] {
  const found = [document]
  for (const frame of [...byTag(document, 'iframe'), ...byTag(document, 'frame')] as HTMLIFrameElement[]) {
    // A frame of another origin answers null.
    const inner = frame.contentDocument
    if (inner && rootElement(inner)) found.push(...documentsOf(inner))
  }
  return found
}
