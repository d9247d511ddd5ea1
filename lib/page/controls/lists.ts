import {
  all,
  attribute,
  byId,
  holds,
  localName,
  meets,
  nextElement,
  one,
  ownerOf,
  parentOf,
  previousElement,
} from '../natives.ts'
import { fold, squash } from '../words.ts'
import {
  type Control,
  controlSelector,
  hasText,
  isCombobox,
  isDrawnList,
  isInput,
  isOpaque,
  isSelect,
  isShown,
} from './controls.ts'

const isOwn = (select: HTMLSelectElement): boolean =>
  isShown(select) && select.offsetWidth > hiddenPx && select.tabIndex >= 0

const handles = '[role="combobox"], [aria-haspopup="listbox"], .chosen-container, input:not([name])'
const aroundLevels = 2

export function drawnFor(select: HTMLSelectElement): HTMLElement | null {
  if (isOwn(select)) return null
  let at: HTMLElement = select
  for (let level = 0; level < aroundLevels; level++) {
    for (const neighbor of [at.nextElementSibling, at.previousElementSibling] as (HTMLElement | null)[])
      if (
        neighbor &&
        !meets(neighbor, `label, ${controlSelector}`) &&
        isShown(neighbor) &&
        neighbor.offsetWidth > hiddenPx
      ) {
        const isOperated = meets(neighbor, `${handles}, [tabindex="0"]`) || one(neighbor, handles) !== null
        if (isOperated && !one(neighbor, 'input[name]:not([name=""]), select, textarea')) return neighbor
      }
    const around = parentOf(at)
    if (!around || localName(around) === 'form' || all(around, 'select').length > 1) break
    at = around as HTMLElement
  }
  return null
}

export const isDrawn = (control: Control): boolean => {
  const widget = isSelect(control) ? drawnFor(control) : null
  return widget !== null && isShown(widget)
}

const drawnLevels = 4
/**
 * A select of at most this width counts as hidden: a custom list replaces it, and the select only serves labels and the
 * keyboard.
 */
const hiddenPx = 4

/**
 * Returns true for an ARIA select-only combobox. Returns false if it contains an input, or is the button beside one:
 * then the input is the control. Returns false also if it replaces a hidden native select, because then the select is
 * filled.
 */
export function isSelectOnly(element: Element): element is HTMLElement {
  if (!isCombobox(element as Control) || one(element, `${controlSelector}, [role="combobox"]`)) return false
  const beside = localName(element) === 'button' ? parentOf(element) : null
  if (beside && one(beside, 'input[role="combobox"]')) return false
  let around: Element | null = element
  for (let level = 0; around && level < drawnLevels; around = parentOf(around), level++) {
    for (const neighbor of [previousElement(around), nextElement(around)])
      if (neighbor && isSelect(neighbor) && (!isShown(neighbor) || neighbor.offsetWidth <= hiddenPx)) return false
  }
  return true
}

export function isStandingList(list: Element): boolean {
  const root = list.getRootNode() as Document | ShadowRoot
  const id = list.id === '' ? null : CSS.escape(list.id)
  const opener = '[role="combobox"], [aria-haspopup="listbox"]'
  const besides = [list.previousElementSibling, list.nextElementSibling]
  if (besides.some((each) => each && (meets(each, opener) || one(each, opener)))) return false
  if (id && one(root, `[aria-controls~="${id}"], [aria-owns~="${id}"]`)) return false
  const around = [list, parentOf(list)].filter((each) => each !== null)
  const isLaid = around.some((each) => /absolute|fixed/.test(getComputedStyle(each).position))
  return !isLaid && list.closest(opener) === null && one(list, '[role="option"]') !== null
}

export const asksToChoose =
  /^[-–—.…\s]*(?:$|(?:please\s+)?(?:select|choose|pick)\b|(?:bitte\s+)?(?:aus)?wählen\b|bitte\b|(?:por\s+favor,?\s+)?(?:seleccion(?:e|a|ar)|elija|elige|elegir|escoja|escoge)\b)/i
/**
 * Zero-width spaces. Custom lists put one into an empty field to keep its height. Without their removal, the field
 * would not count as empty.
 */
const noWidth = /\u200b|\ufeff/g
const words = (element: Element): string => squash((element.textContent ?? '').replace(noWidth, ''))

/** Widgets write names of icons and of their buttons into their markup. These texts are no answer. */
const besideAnswer =
  'svg, button, label, [role="listbox"], [aria-hidden="true"], [aria-live], [role="log"], [class*="placeholder" i], [class*="separator" i]'

/** Returns the texts that a widget shows inside `box`, without its own words such as placeholders. */
function textsIn(box: Element, marks: string): string[] {
  const walker = box.ownerDocument.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode()) {
    const node = walker.currentNode
    const parent = parentOf(node)
    const text = (node.textContent ?? '').replace(noWidth, '')
    if (!parent || text === '') continue
    const beside = parent.closest(besideAnswer)
    if ((beside && beside !== box && holds(box, beside)) || !meets(parent, marks)) continue
    if (isShown(parent)) texts.push(text)
  }
  return texts
}

function listShows(control: Control): string[] {
  const shownText = squash(textsIn(control, '*').join(''))
  return asksToChoose.test(shownText) ? [] : [shownText]
}

/**
 * Returns true if a list is drawn in place of the hidden select, and shows its placeholder. The select itself has no empty
 * option then, so the browser has selected its first option, which nobody has chosen.
 */
export function showsPlaceholder(select: HTMLSelectElement): boolean {
  if (select.multiple || isOwn(select)) return false
  const widget = drawnFor(select)
  if (!widget || hasText(widget) || one(widget, 'input')) return false
  return asksToChoose.test(words(widget)) || meets(widget, '[data-placeholder]')
}

const ownBoxPx = 16

const isBox = (element: HTMLElement): boolean =>
  isOpaque(element) && element.offsetWidth > ownBoxPx && element.offsetHeight > ownBoxPx

/**
 * Returns the list that is drawn around a hidden input, which only the keyboard reaches: the nearest element that is shown
 * and holds neither another control that is shown nor the label. Null: the input is no such end of a list.
 */
export function drawnAround(control: Control): HTMLElement | null {
  if (!isDrawnList(control) || !isInput(control) || control.tabIndex < 0 || isBox(control)) return null
  let around = parentOf(control) as HTMLElement | null
  for (let level = 0; around && level < drawnLevels; around = parentOf(around) as HTMLElement | null, level++) {
    const others = all(around, controlSelector).filter(
      (each) => each !== control && (each as HTMLElement).tabIndex >= 0,
    )
    if (others.length > 0 || localName(around) === 'form' || one(around, 'label')) return null
    if (isBox(around)) return around
  }
  return null
}

const boxLevels = 5
const marks = ['value', 'selection', 'selected', 'chip', 'pill', 'token', 'tag'].map((word) => `[class*="${word}" i]`)
const chosenMarks = [...marks, ...marks.map((mark) => `${mark} *`)].join(', ')

/**
 * Returns true if the texts are exactly these options. Several options may stand in any order, and in one text: then
 * nothing but separators may stand beside them.
 */
export function areExactly(texts: string[], options: string[]): boolean {
  if (options.length < 2) return fold(texts.join('\n')) === fold(options.join('\n'))
  let rest = fold(texts.join(', '))
  for (const words of options.map(fold).sort((one, other) => other.length - one.length)) {
    if (!rest.includes(words)) return false
    rest = rest.replace(words, ',')
  }
  return /^[\s,;·•|]*$/.test(rest)
}

/**
 * Returns what a list shows as chosen. A list of several may show its choices in one text, or only how many they are:
 * then they are the options that it marks.
 */
export function comboboxShows(control: Control, options: Element[] = optionsOf(control)): string[] {
  const several = options.filter(isOneOfSeveral)
  const marked = several.filter((option) => attribute(option, 'aria-selected') === 'true').map(words)
  const isOwnText = isDrawnList(control) && (!hasText(control) || control.value !== '')
  if (several.length > 0 && isOwnText) return marked
  const texts = hasText(control) ? inputShows(control) : listShows(control)
  const text = fold(texts.join(' '))
  const isCount = !marked.some((each) => text.includes(fold(each)))
  return marked.length > 0 && (isCount || areExactly(texts, marked)) ? marked : texts
}

/** Returns the text of an input of a list, or the texts that the list draws beside its empty input. */
function inputShows(control: HTMLInputElement | HTMLTextAreaElement): string[] {
  const typedText = squash(control.value)
  if (typedText !== '') return [typedText]
  const named = (attribute(control, 'aria-labelledby') ?? '')
    .split(/\s+/)
    .flatMap((id) => byId(ownerOf(control), id) ?? [])
  let box: Element = control
  for (let level = 0; level < boxLevels; level++) {
    const around = parentOf(box)
    if (!around || localName(around) === 'form' || named.some((label) => holds(around, label))) break
    if (all(around, 'input:not([type="hidden"]), select, textarea').length > 1 || one(around, 'label')) break
    box = around
    const texts = textsIn(box, chosenMarks)
      .map(squash)
      .filter((text) => /[\p{L}\p{N}]/u.test(text))
    if (texts.length > 0) return texts
  }
  return []
}

export const isOneOfSeveral = (option: Element): boolean =>
  option.closest('[aria-multiselectable="true"]') !== null ||
  option.assignedSlot?.closest('[aria-multiselectable="true"]') != null

export const isNoAnswer = (option: Element): boolean =>
  asksToChoose.test(words(option)) || ['data-value', 'value'].some((name) => option.getAttribute(name) === '')

function namedLists(control: Control): HTMLElement[] {
  const root = control.getRootNode() as Document | ShadowRoot
  const ids = (attribute(control, 'aria-controls') ?? attribute(control, 'aria-owns') ?? '').split(/\s+/)
  return ids.flatMap((id) => (id ? all(root, `#${CSS.escape(id)}`) : []))
}

/**
 * Returns the lists that a control names. Some libraries read a part of their options aloud, from a list without height:
 * the options that are seen have no role then.
 */
export const listsOf = (control: Control): Element[] =>
  namedLists(control).filter(({ style }) => style.height !== '0px')

function written(control: Control): string[] {
  const text = attribute(control, 'data-options') ?? attribute(control, 'data-items')
  if (!text?.startsWith('[')) return []
  try {
    const entries = JSON.parse(text) as unknown[]
    return entries.flatMap((each) => {
      const { label, text: caption, name } = (each ?? {}) as Record<string, unknown>
      return [each, label, caption, name].find((one) => typeof one === 'string') ?? []
    }) as string[]
  } catch (error) {
    // The attribute comes from the page and may contain any text, so invalid JSON is ignored.
    if (error instanceof SyntaxError) return []
    throw error
  }
}

const besides = (control: Control): Element[] => {
  const sibling = control.nextElementSibling
  return sibling?.getAttribute('role') === 'listbox' ? [sibling] : all(control, '[role="listbox"]')
}

function optionsOf(control: Control): Element[] {
  const lists = listsOf(control)
  return (lists.length > 0 ? lists : besides(control)).flatMap(optionsIn)
}

/** Returns the options in a list, also those that a slot of the list shows. */
export const optionsIn = (list: Element): HTMLElement[] => [
  ...all(list, '[role="option"]'),
  ...all<HTMLSlotElement>(list, 'slot')
    .flatMap((slot) => slot.assignedElements({ flatten: true }))
    .filter((element): element is HTMLElement => meets(element, '[role="option"]')),
]

/** True if a list says that several of its options can be chosen. */
export const takesSeveral = (control: Control): boolean =>
  [...namedLists(control), ...optionsOf(control)].some(isOneOfSeveral)

export const offersNone = (control: Control): boolean =>
  optionsOf(control).filter((option) => isNoAnswer(option) && attribute(option, 'aria-disabled') !== 'true').length ===
  1

/**
 * Returns the option texts of a custom list in the page's order, without options for "no answer". If no option is in
 * the document, for example because the list is closed, the texts come from a data attribute (see `written`), if there
 * is one.
 */
export function offersOf(control: Control): string[] {
  const options = optionsOf(control)
  const offers =
    options.length > 0 ? options.filter((option) => !isNoAnswer(option)).map(words) : written(control).map(squash)
  return [...new Set(offers.filter((caption) => caption !== '' && !asksToChoose.test(caption)))]
}
