import { computeAccessibleName } from 'dom-accessibility-api'
import { boxType, isDrawnBox, isEditable } from '../controls/controls.ts'
import type { LabelCandidate } from '../controls/fields.ts'
import { attribute, holds, isThere, isWithin, localName, one, parentOf, textOf } from '../natives.ts'
import { type ControlItem, labelsOfGroup, type PageOutline, type TextRun } from '../survey/outline.ts'
import { fold, squash } from '../words.ts'
import { asks, asLabel, candidate, isProse, isSilent, joined } from './text.ts'

export const namedBy = (element: Element): string[] =>
  (attribute(element, 'aria-labelledby') ?? '').split(/\s+/).filter(Boolean)

const textOfId = (control: Element, id: string): string => {
  const element = (control.getRootNode() as Document | ShadowRoot).getElementById(id)
  return element && !holds(control, element) ? squash(textOf(element)) : ''
}

const isSentence = (text: string): boolean => isProse(text) || /^please\b.*\.$/i.test(text)

export function saidBy(element: Element, from: number): string {
  const texts = namedBy(element)
    .slice(from)
    .map((id) => textOfId(element, id))
  return texts.filter((text) => asLabel(text) !== '' && !isSentence(text)).join(' ')
}

export const isToldToo = (element: Element): boolean =>
  namedBy(element).length > 1 && namedBy(element).some((id) => isSentence(textOfId(element, id)))

const isSameMark = (one: Element, otherElement: Element, name: string): boolean => {
  const markText = attribute(one, name)
  return markText !== null && markText !== '' && markText === attribute(otherElement, name)
}

const takesWords = (controlItem: ControlItem | undefined): controlItem is ControlItem =>
  controlItem !== undefined && !controlItem.ticked

/**
 * The ARIA name of a control may contain the name of its group. Returns which part of the name belongs to the group:
 * - `all`: the group or a control beside this one has the same name.
 * - 1: only the first id in `aria-labelledby` is also the first id of a control beside this one.
 * - 0: the name belongs only to this control.
 */
export function sharedName(
  { controlItems, groups }: PageOutline,
  { control, group, order, ticked }: ControlItem,
): 'all' | 1 | 0 {
  if (ticked) return 0
  const mark = attribute(control, 'aria-labelledby') ? 'aria-labelledby' : 'aria-label'
  if (group && isSameMark(control, group, mark) && (groups.get(group) ?? []).length > 1) return 'all'
  const neighbors = [controlItems[order - 1], controlItems[order + 1]].filter(takesWords).map((each) => each.control)
  if (neighbors.some((neighbor) => isSameMark(control, neighbor, mark))) return 'all'
  const [first, second] = mark === 'aria-labelledby' ? namedBy(control) : []
  return second && neighbors.some((neighbor) => namedBy(neighbor)[0] === first && namedBy(neighbor).length > 1) ? 1 : 0
}

export function placeOf({ controlItems }: PageOutline, { anchor, order }: ControlItem): Element | null {
  const [itemBefore, itemAfter] = [controlItems[order - 1], controlItems[order + 1]]
  let place: Element | null = null
  for (let around = parentOf(anchor); around; around = parentOf(around)) {
    const inside = around
    if ([itemBefore, itemAfter].some((neighbor) => neighbor && holds(inside, neighbor.anchor))) break
    place = around
  }
  return place
}

export function partName(outline: PageOutline, controlItem: ControlItem, group: string): LabelCandidate | null {
  const { items, controlItems } = outline
  const place = placeOf(outline, controlItem)
  if (!place) return null
  const ids = namedBy(controlItem.control)
  const isGroups = ({ text, parent }: TextRun): boolean =>
    fold(asLabel(text)) === fold(asLabel(group)) || ids.some((id) => isWithin(parent, `#${CSS.escape(id)}`))
  const between = (from: number, to: number): TextRun[] =>
    items
      .slice(from, to)
      .filter((item): item is TextRun => item.kind === 'text' && !item.claimedBy && holds(place, item.parent))
      .filter((words) => !isGroups(words))
  const textsBefore = between((controlItems[controlItem.order - 1]?.at ?? -1) + 1, controlItem.at)
  const textsBehind = between(controlItem.at + 1, controlItems[controlItem.order + 1]?.at ?? items.length)
  const lastBefore = textsBefore.filter(({ block }) => block === textsBefore.at(-1)?.block)
  const firstBehind = textsBehind.filter(({ block }) => block === textsBehind[0]?.block)
  return candidate(joined(lastBefore), 'accessible', 0.8) ?? candidate(joined(firstBehind), 'accessible', 0.8)
}

/**
 * Returns the text directly after a control. Only text inside the element of `placeOf` counts, because other text may
 * belong to other controls.
 */
function ownBehind(outline: PageOutline, controlItem: ControlItem): TextRun[] {
  const place = placeOf(outline, controlItem)
  if (!place) return []
  const { items, controlItems } = outline
  const inPlace = (item: (typeof items)[number] | undefined): item is TextRun =>
    item?.kind === 'text' && !item.claimedBy && holds(place, item.parent)
  if (inPlace(items[controlItem.at - 1])) return []
  const textsBehind = items
    .slice(controlItem.at + 1, controlItems[controlItem.order + 1]?.at ?? controlItem.at + 8)
    .filter(inPlace)
  return textsBehind.filter(
    ({ parent, block }) => !holds(parent, controlItem.anchor) && block === textsBehind[0]?.block,
  )
}

const isAlike = (one: Element, otherElement: Element): boolean =>
  one.nodeName === otherElement.nodeName && attribute(one, 'class') === attribute(otherElement, 'class')

/**
 * Returns the text after a control if this text is the caption of the control, as in "[ ] First [ ] Last". It counts as
 * the caption only if the control before or after also has a text after it, with the same markup. Otherwise returns no
 * text.
 */
export function captionBehind(outline: PageOutline, controlItem: ControlItem): TextRun[] {
  const wordsOfPart = ownBehind(outline, controlItem)
  const [first] = wordsOfPart
  if (!first || controlItem.ticked) return []
  const isPair = (left: ControlItem, right: ControlItem, between: TextRun[]): boolean =>
    outline.items.slice(left.at + 1, right.at).every((item) => between.includes(item as TextRun))
  const [previous, next] = [outline.controlItems[controlItem.order - 1], outline.controlItems[controlItem.order + 1]]
  const nextSaid = takesWords(next) ? ownBehind(outline, next) : []
  if (next && nextSaid[0] && isAlike(nextSaid[0].parent, first.parent) && isPair(controlItem, next, wordsOfPart))
    return wordsOfPart
  const textsBefore = takesWords(previous) ? ownBehind(outline, previous) : []
  return previous &&
    textsBefore[0] &&
    isAlike(textsBefore[0].parent, first.parent) &&
    isPair(previous, controlItem, textsBefore)
    ? wordsOfPart
    : []
}

/**
 * Returns the text of the control's `<label>`; '' if there is none. The `<label>` around the control is used if this
 * `<label>` contains a label text (see `asLabel`), and neither the control before nor the control after. Otherwise the
 * `<label>` whose `for` is the control's id is used.
 */
export function ownLabel(outline: PageOutline, controlItem: ControlItem): string {
  const { label, control, anchor, behind: textarea } = controlItem
  const shared = [outline.controlItems[controlItem.order - 1], outline.controlItems[controlItem.order + 1]].some(
    (neighbor) => neighbor?.label === label,
  )
  if (label && !shared) {
    const text = joined(outline.labels.get(label) ?? [])
    if (asLabel(text)) return text
  }
  const labelsFor = outline.labelsFor.get(anchor.getRootNode())
  const ownId = (textarea ?? control).id
  const isOwn = (ownId || anchor.id) !== '' && outline.ids.get(ownId || anchor.id) === 1
  const id = isOwn ? ownId || anchor.id : ''
  const inside = anchor === control ? null : one(anchor, 'input[id], [role="combobox"][id], button[id]')
  const labelElements = [id, anchor === control ? '' : anchor.id, inside?.id ?? ''].flatMap(
    (each) => (each && labelsFor?.get(each)) || [],
  )
  if (!labelElements[0]) return ''
  // If several labels have this id in `for`, the first one is the name, unless `ofPart` finds a better one.
  return joined(outline.labels.get(ofPart(outline, controlItem, labelElements) ?? labelElements[0]) ?? [])
}

const stateAlone = /^(?:on|off|yes|no|an|aus|ja|nein|sí|si|oui|non|[✓✔x×])?$/i

export function boxName(outline: PageOutline, controlItem: ControlItem): string {
  const { control } = controlItem
  const label = ownLabel(outline, controlItem)
  if (label || !isDrawnBox(control)) return label
  const name = noted(outline, control, computeAccessibleName)
  return boxType(control) === 'checkbox' && stateAlone.test(name) ? '' : name
}

function ofPart(
  { controlItems, labelsFor }: PageOutline,
  { anchor, order }: ControlItem,
  labelElements: Element[],
): Element | undefined {
  const sibling =
    labelElements.length > 1 ? labelElements.find((each) => parentOf(each) === parentOf(anchor)) : undefined
  if (!sibling) return undefined
  const isSo = (neighbor: ControlItem | undefined): boolean =>
    (neighbor && labelsFor.get(neighbor.anchor.getRootNode())?.get(neighbor.anchor.id))?.some(
      (each) => parentOf(each) === parentOf(neighbor.anchor),
    ) === true
  return isSo(controlItems[order - 1]) || isSo(controlItems[order + 1]) ? sibling : undefined
}

const asksSomething = (text: string): boolean =>
  !/\d|e\.g|\b(?:enter|select|type|choose|click|search|here|format|mm|press|hold|read only)\b|yyyy/i.test(text)

/**
 * Returns the name of an element, which `ask` reads. With `aria-labelledby`, the name is the text of other elements, so
 * it can change without a change of this element. Such a name is stored, so that `isNamedAsBefore` can compare it
 * later.
 */
function noted({ asked: lookups }: PageOutline, element: Element, ask: (element: Element) => string): string {
  const name = ask(element)
  if (attribute(element, 'aria-labelledby')) lookups.names.set(element, { name, ask })
  return name
}

export const isNamedAsBefore = ({ asked: lookups }: PageOutline): boolean =>
  [...lookups.names].every(([element, { name, ask }]) => !isThere(element) || ask(element) === name)

const groupName = (outline: PageOutline, group: Element): string => {
  const legend = outline.legends.get(group)
  if (localName(group) === 'fieldset' && legend) return joined(legend)
  return attribute(group, 'aria-label') || attribute(group, 'aria-labelledby')
    ? noted(outline, group, computeAccessibleName)
    : joined(labelsOfGroup(outline, group))
}

const editorsOwn = /^(?:rich[ -]?text (?:area|editor)|editor editing area|editor,)/i
const editorsHelp = /[.,]?\s*press alt\s*[-+]?\s*0 for help\.?$/i

const samples =
  /\b(?:select|input|textarea|checkbox|radio|text|file|range)(?:-\w+)? (?:\S+ )?example$|\bexample (?:select|input|text|textarea|multiple select|file input)\b|^text input with /i

function outsideName(control: Element): string {
  const ids = (attribute(control, 'aria-labelledby') ?? '').split(/\s+/).filter(Boolean)
  const root = control.getRootNode() as Document | ShadowRoot
  const elements = ids.map((id) => root.getElementById(id)).filter((each) => each !== null && !holds(control, each))
  return elements.map((each) => textOf(each as HTMLElement)).join(' ')
}

function markedName(element: Element): string {
  if (
    (attribute(element, 'role') === 'combobox' || attribute(element, 'aria-haspopup')) &&
    attribute(element, 'aria-labelledby')
  ) {
    const name = outsideName(element)
    if (name !== '') return name
  }
  if (isToldToo(element)) {
    const name = saidBy(element, 0)
    if (name !== '') return name
  }
  const name = computeAccessibleName(element)
  if (!isEditable(element)) return samples.test(name) ? '' : name
  return editorsOwn.test(name) ? '' : name.replace(editorsHelp, '')
}

const ownNames = (element: Element): string => saidBy(element, 1)

function isAskedInside({ items, groups, legends }: PageOutline, group: Element, controlItem: ControlItem): boolean {
  const legend = legends.get(group)
  if (!legend) return false
  if (groups.get(group)?.[0] !== controlItem) return true
  for (let at = controlItem.at - 1; at >= 0; at--) {
    const item = items[at]
    if (item?.kind !== 'text' || legend.includes(item) || !holds(group, item.parent)) return false
    if (!item.claimedBy && /\p{L}/u.test(item.text)) return asks(item.text)
  }
  return false
}

export function accessible(outline: PageOutline, controlItems: ControlItem[], options: boolean): LabelCandidate | null {
  const [controlItem] = controlItems
  if (!controlItem) return null
  if (options) {
    const { group } = controlItem
    if (!group || controlItems.some((each) => each.group !== group)) return null
    const guests = (outline.groups.get(group) ?? []).filter((each) => !controlItems.includes(each))
    // A fieldset with two or more other controls, or with radio buttons of another question, is a section, so its name
    // is not the label. A single other control may be the text field of an option “Other”.
    if (guests.length > 1 || guests.some(({ control }) => boxType(control) === 'radio')) return null
    return candidate(groupName(outline, group), 'accessible', isAskedInside(outline, group, controlItem) ? 0.45 : 0.9)
  }
  const { control, anchor } = controlItem
  const isNamed = (each: Element): boolean =>
    Boolean(attribute(each, 'aria-labelledby') || attribute(each, 'aria-label'))
  const namedElement = isNamed(control) ? control : anchor !== control && isNamed(anchor) ? anchor : null
  const shared = namedElement === control ? sharedName(outline, controlItem) : 0
  const part = namedElement && shared === 1 ? noted(outline, namedElement, ownNames) : ''
  const name = namedElement ? part || noted(outline, namedElement, markedName) : ''
  const fromAria = shared === 'all' ? null : candidate(name, 'accessible', 0.9)
  if (fromAria) return fromAria
  // The accessible name algorithm is not used for `<label>`, because the algorithm includes the values of controls, and
  // these values change.
  const label = candidate(ownLabel(outline, controlItem), 'accessible', 0.9)
  if (label && fold(label.text) !== fold(name)) return label
  const hint = hinted(control)
  const group = candidate(name, 'accessible', 0.55)
  const isName = hint !== null && hint.score >= 0.6
  if (group) return partName(outline, controlItem, name) ?? (isName ? { ...hint, score: 0.8 } : group)
  return isName && isHintedBeside(outline, controlItem) ? { ...hint, score: 0.82 } : hint
}

const alikeWithin = 8

export function isHintedAlike({ controlItems }: PageOutline, { control, order }: ControlItem): boolean {
  const placeholder = attribute(control, 'placeholder')
  const around = placeholder ? controlItems.slice(Math.max(0, order - alikeWithin), order + alikeWithin + 1) : []
  return around.some(
    (neighbor) => neighbor.control !== control && attribute(neighbor.control, 'placeholder') === placeholder,
  )
}

/**
 * Returns true if the control before or after has another placeholder and no text with letters is between the two
 * controls, as in "[Weight] / [Height]".
 */
function isHintedBeside({ items, controlItems }: PageOutline, { control, order, ticked }: ControlItem): boolean {
  const placeholder = attribute(control, 'placeholder')
  if (ticked || !placeholder) return false
  return [controlItems[order - 1], controlItems[order + 1]].some((neighbor) => {
    const hint = neighbor && !neighbor.ticked ? attribute(neighbor.control, 'placeholder') : null
    if (!neighbor || !hint || hint === placeholder || !asksSomething(hint)) return false
    const [from, to] = [Math.min(order, neighbor.order), Math.max(order, neighbor.order)]
    return isSilent(items.slice((controlItems[from]?.at ?? 0) + 1, controlItems[to]?.at))
  })
}

function hinted(control: Element): LabelCandidate | null {
  const hint =
    attribute(control, 'placeholder') || attribute(control, 'title') || attribute(control, 'aria-placeholder') || ''
  return candidate(hint, 'accessible', asksSomething(hint) && hint.split(' ').length <= 8 ? 0.6 : 0.3)
}
