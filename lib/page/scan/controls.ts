import { attribute, byTag, hasFrames, isBare, localName, meets, one, parentOf, rootElement } from '../natives.ts'

/** Anything of a page that holds an answer. */
export type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
export type Control = FormControl | HTMLElement

// By tag, never `instanceof`: a control of a frame belongs to that frame's classes.
export const isInput = (element: Element): element is HTMLInputElement => localName(element) === 'input'
export const isTextarea = (element: Element): element is HTMLTextAreaElement => localName(element) === 'textarea'
export const isSelect = (element: Element): element is HTMLSelectElement => localName(element) === 'select'
export const isTicked = (element: Element): element is HTMLInputElement =>
  isInput(element) && (element.type === 'radio' || element.type === 'checkbox')
export const isEditable = (element: Element): element is HTMLElement => {
  const flag = isBare(element) ? null : attribute(element, 'contenteditable')
  // A whole document may be an editor: the body of a frame whose design mode is on.
  return flag === null
    ? localName(element) === 'body' && element.ownerDocument.designMode === 'on'
    : flag.toLowerCase() !== 'false'
}

export const controlSelector = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'

/** Never an answer of the form, whatever its label; nor what a widget keeps its value or its pasted text in, away from eye and keyboard. */
const neverTypes = new Set(['hidden', 'password', 'file', 'submit', 'button', 'reset', 'image', 'search'])
const otherNever =
  '[role="search"] *, nav *, input[aria-hidden="true"][tabindex="-1"], .ql-clipboard, .chosen-container *, .select2-container *'
const signatureAround = '[class*="signature" i] *'
const neverSelector = `${otherNever}, [class*="signature" i], [id*="signature" i], ${signatureAround}`

/** What is typed, chosen or dated; a box or an editor that stands in a place to sign is part of signing. */
const isWritten = (element: Element): boolean =>
  isTextarea(element) ||
  isSelect(element) ||
  (isInput(element) && !['radio', 'checkbox'].includes(element.type) && !neverTypes.has(element.type))

/** The element a person signs in, by its very name. */
const signature = '[class~="signature" i], [id="signature" i], [class~="esignature" i], [id="esignature" i]'

/**
 * Whether marks about signing alone keep a control from being an answer. They stand on the dates and printed names beside
 * a signature too: `around` says that it stands in a place to sign, `own` that only its own marks say so; its words tell.
 */
export function signing(element: Element): 'around' | 'own' | null {
  if (!isWritten(element) || meets(element, signature) || meets(element, otherNever)) return null
  return meets(element, signatureAround) ? 'around' : 'own'
}

export const isShown = (element: Element): boolean =>
  Element.prototype.checkVisibility.call(element, { visibilityProperty: true })

/**
 * Whether a control could ever hold an answer; hidden ones are left out by whoever knows why they are hidden. Not `wary`:
 * neither it nor anything around it carries a mark of those that hold none, so the page need not be asked.
 */
export const isAnswer = (element: Element, wary = true): element is Control =>
  !(isInput(element) && neverTypes.has(element.type)) && !(wary && meets(element, neverSelector))

/** A date that is picked and not typed: flatpickr itself has locked the keyboard out, and its own model takes the value. */
export const isPickOnly = (control: Control): boolean =>
  isInput(control) &&
  control.readOnly &&
  control.classList.contains('flatpickr-input') &&
  // One that stands for a hidden input writes the day in other words than it keeps.
  !control.previousElementSibling?.matches('input.flatpickr-input[type="hidden"]')

export const isReadOnly = (control: Control): boolean => {
  if (isInput(control) || isTextarea(control)) {
    return meets(control, ':disabled') || (!isTicked(control) && control.readOnly && !isPickOnly(control))
  }
  if (isSelect(control)) return meets(control, ':disabled')
  return ['aria-readonly', 'aria-disabled'].some((name) => control.getAttribute(name) === 'true')
}

/** What the page draws in the place of a select it has hidden (chosen does); it stands just after it. */
export const drawnFor = (select: HTMLSelectElement): HTMLElement | null => {
  const next = select.nextElementSibling
  return next?.classList.contains('chosen-container') ? (next as HTMLElement) : null
}

/** Whether a select is hidden and answered in a box that is shown in its place. */
export const isDrawn = (control: Control): boolean => {
  const drawn = isSelect(control) ? drawnFor(control) : null
  return drawn !== null && isShown(drawn)
}

/** How far up what is drawn beside a hidden select may begin. */
const drawnLevels = 4
/** A select that is no wider is kept for its label and its keyboard, not to be seen. */
const hiddenPx = 4

/**
 * A box that only offers a list (ARIA's select-only combobox), with nothing to type into: neither one that holds an input,
 * which is the control then, nor one that is drawn for a native select, which is filled itself.
 */
export function isSelectOnly(element: Element): element is HTMLElement {
  if (attribute(element, 'role') !== 'combobox' || one(element, `${controlSelector}, [role="combobox"]`)) return false
  let around: Element | null = element
  for (let level = 0; around && level < drawnLevels; around = parentOf(around), level++) {
    for (const beside of [around.previousElementSibling, around.nextElementSibling])
      if (beside && isSelect(beside) && (!isShown(beside) || beside.offsetWidth <= hiddenPx)) return false
  }
  return true
}

/** The document and every same-origin frame inside it, outermost first. */
export function documentsOf(document: Document): Document[] {
  const found = [document]
  if (!hasFrames(document)) return found
  for (const frame of [...byTag(document, 'iframe'), ...byTag(document, 'frame')] as HTMLIFrameElement[]) {
    // A frame of another origin answers null.
    const inner = frame.contentDocument
    if (inner && rootElement(inner)) found.push(...documentsOf(inner))
  }
  return found
}
