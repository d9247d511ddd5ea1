import { all, attribute, byTag, hasFrames, isBare, localName, meets, one, parentOf, rootElement } from '../natives.ts'
import { squash } from '../words.ts'

export type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
export type Control = FormControl | HTMLElement

// Compare tag names. `instanceof` fails for controls in an iframe, which has its own classes.
export const isInput = (element: Element): element is HTMLInputElement => localName(element) === 'input'
export const isTextarea = (element: Element): element is HTMLTextAreaElement => localName(element) === 'textarea'
export const isSelect = (element: Element): element is HTMLSelectElement => localName(element) === 'select'
export const isNativeBox = (element: Element): element is HTMLInputElement =>
  isInput(element) && (element.type === 'radio' || element.type === 'checkbox')
export const hasText = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  isInput(element) || isTextarea(element)

export function boxType(element: Element): 'radio' | 'checkbox' | null {
  if (isNativeBox(element)) return element.type as 'radio' | 'checkbox'
  const role = isBare(element) || isInput(element) || isSelect(element) ? null : attribute(element, 'role')
  if (role === 'radio') return 'radio'
  if (role === 'checkbox' || role === 'switch') return 'checkbox'
  if (role !== 'option') return null
  return element.closest('[role="listbox"][aria-multiselectable="true"]') ? 'checkbox' : 'radio'
}
export const isTicked = (element: Element): boolean => boxType(element) !== null

/** Returns true for a box that the page draws. Its state is an attribute that only scripts of the page change. */
export const isDrawnBox = (element: Element): boolean => !isInput(element) && isTicked(element)

export const areDrawnRadios = (controls: Element[]): boolean =>
  controls.every((each) => isDrawnBox(each) && boxType(each) === 'radio')

/** Returns true if the box is ticked, null if it is in a third state, which is no answer. */
export function isChecked(box: Element): boolean | null {
  if (isInput(box)) return box.indeterminate && box.type === 'checkbox' ? null : box.checked
  const state = attribute(box, 'aria-checked') ?? attribute(box, 'aria-selected')
  return state === 'mixed' ? null : state === 'true'
}

export const boxValue = (box: Element): string =>
  isInput(box) ? box.value : (attribute(box, 'value') ?? attribute(box, 'data-value') ?? '')
export const isEditable = (element: Element): element is HTMLElement => {
  const flag = isBare(element) ? null : attribute(element, 'contenteditable')
  return flag === null
    ? localName(element) === 'body' && element.ownerDocument.designMode === 'on'
    : flag.toLowerCase() !== 'false'
}

export const controlSelector = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'

/**
 * Inputs that never hold an answer of the form: buttons, searches, signatures, and the hidden inputs in which widgets
 * keep their value or pasted text.
 */
const neverTypes = new Set(['hidden', 'password', 'file', 'submit', 'button', 'reset', 'image'])
const otherNever =
  '[role="search"] *, nav *, input[aria-hidden="true"][tabindex="-1"], .ql-clipboard, .chosen-container *, .select2-container *'
const signatureAround = '[class*="signature" i] *'
const neverSelector = `${otherNever}, [class*="signature" i], [id*="signature" i], ${signatureAround}`

const isWritten = (element: Element): boolean =>
  isTextarea(element) ||
  isSelect(element) ||
  (isInput(element) && !neverTypes.has(element.type) && !isSearchBox(element) && !isNativeBox(element))

const signature = '[class~="signature" i], [id="signature" i], [class~="esignature" i], [id="esignature" i]'

/**
 * For a control that `isAnswer` refuses: returns where the word "signature" occurs. Date and name fields beside a
 * signature also have this word in a class or id. So the label decides later if the control is a signature (see
 * `isToSign`).
 * - `around`: the word occurs in the class of an element around the control.
 * - `own`: the word occurs only in the class or id of the control.
 * - null: the control is never read as a field, whatever its label is.
 */
export function signing(element: Element): 'around' | 'own' | null {
  if (!isWritten(element) || meets(element, signature) || meets(element, otherNever)) return null
  return meets(element, signatureAround) ? 'around' : 'own'
}

export const isShown = (element: Element): boolean =>
  Element.prototype.checkVisibility.call(element, { visibilityProperty: true })

const opaque = { visibilityProperty: true, opacityProperty: true }

export const isOpaque = (element: Element): boolean => Element.prototype.checkVisibility.call(element, opaque)

const searchWords = /search|such[ent]|busca|rechercher|\bfind\b|filter|query|^[qs]$/i

function isSearchBox(input: HTMLInputElement): boolean {
  if (input.type !== 'search' || attribute(input, 'role') === 'combobox') return false
  const around = parentOf(input)
  const list = around && one(around, 'select')
  if (list && (list.tabIndex < 0 || !isShown(list))) return true
  const labels = [...(input.labels ?? [])].map((label) => label.textContent ?? '')
  const names = [...labels, attribute(input, 'aria-label') ?? ''].map(squash).filter(Boolean)
  const hints = ['name', 'id', 'placeholder', 'title'].map((name) => attribute(input, name) ?? '')
  return (names.length > 0 ? names : hints).some((name) => searchWords.test(name))
}

/**
 * Returns true if a control can hold an answer. `wary: false` skips the slow selector check; pass it only if no class,
 * id or role of the element or its ancestors can match `neverSelector`.
 */
export const isAnswer = (element: Element, wary = true): element is Control =>
  !(isInput(element) && (neverTypes.has(element.type) || isSearchBox(element))) &&
  !(wary && meets(element, neverSelector))

/**
 * Returns true for a flatpickr input that cannot be typed into. flatpickr made it read-only; its own API can still set
 * the date.
 */
export const isPickOnly = (control: Control): boolean =>
  isInput(control) &&
  control.readOnly &&
  control.classList.contains('flatpickr-input') &&
  // Exclude flatpickr's visible alternative input: it shows the date in another format than the hidden input stores.
  !control.previousElementSibling?.matches('input.flatpickr-input[type="hidden"]')

// A list that is open may keep the whole page from the keyboard, its own button included.
const unusable = ':disabled, :is([inert], [inert] *):not([aria-expanded="true"])'

const openedByFocus = new WeakSet<Element>()

export const noteOpened = (control: Control): void => {
  openedByFocus.add(control)
}

export const isReadOnlyText = (control: Control): control is HTMLInputElement | HTMLTextAreaElement =>
  hasText(control) &&
  !isNativeBox(control) &&
  control.readOnly &&
  !isPickOnly(control) &&
  !isCombobox(control) &&
  !openedByFocus.has(control)

export const isReadOnly = (control: Control): boolean => {
  if (meets(control, unusable)) return true
  if (hasText(control) && !isCombobox(control)) return isReadOnlyText(control)
  if (isSelect(control)) return false
  // A press on a button that submits its form would send the form.
  if (localName(control) === 'button' && (control as HTMLButtonElement).type === 'submit')
    return (control as HTMLButtonElement).form !== null
  return ['aria-readonly', 'aria-disabled'].some((name) => attribute(control, name) === 'true')
}

export const holdsBox = (element: Element): boolean =>
  all(element, 'input[type="radio"], input[type="checkbox"]').some((box) => !meets(box, otherNever) && isShown(box))

export function documentsOf(document: Document): Document[] {
  const documents = [document]
  if (!hasFrames(document)) return documents
  for (const frame of [...byTag(document, 'iframe'), ...byTag(document, 'frame')] as HTMLIFrameElement[]) {
    // `contentDocument` is null for a frame of another origin.
    const inner = frame.contentDocument
    if (inner && rootElement(inner)) documents.push(...documentsOf(inner))
  }
  return documents
}

export const isCombobox = (control: Control): boolean =>
  !isBare(control) &&
  !isSelect(control) &&
  !isEditable(control) &&
  (attribute(control, 'role') === 'combobox' ||
    (attribute(control, 'aria-haspopup') === 'listbox' && (isInput(control) || localName(control) === 'button')))

export const isDrawnList = (control: Control): boolean => isCombobox(control) && (!hasText(control) || control.readOnly)
