import { attribute, holds, parentOf, textOf } from '../natives.ts'
import type { LabelCandidate } from '../scan/scanned-field.ts'
import type { ControlItem, PageOutline, TextRun } from '../survey/outline.ts'
import { fold, squash } from '../words.ts'
import { asLabel, candidate, isProse, joined } from './text.ts'

/** The ids of what an element says it is named by. */
export const namedBy = (element: Element): string[] =>
  (attribute(element, 'aria-labelledby') ?? '').split(/\s+/).filter(Boolean)

const textOfId = (control: Element, id: string): string => {
  const named = (control.getRootNode() as Document | ShadowRoot).getElementById(id)
  return named && !holds(control, named) ? squash(textOf(named)) : ''
}

const isSentence = (text: string): boolean => isProse(text) || /^please\b.*\.$/i.test(text)

/** What an element is called by those of its names that come after `from`; sentences among them tell how to answer. */
export function saidBy(element: Element, from: number): string {
  const texts = namedBy(element)
    .slice(from)
    .map((id) => textOfId(element, id))
  return texts.filter((text) => asLabel(text) !== '' && !isSentence(text)).join(' ')
}

/** Whether some of an element's names only tell how to answer. */
export const isToldToo = (element: Element): boolean =>
  namedBy(element).length > 1 && namedBy(element).some((id) => isSentence(textOfId(element, id)))

const isSameMark = (one: Element, other: Element, name: string): boolean => {
  const said = attribute(one, name)
  return said !== null && said !== '' && said === attribute(other, name)
}

const takesWords = (controlItem: ControlItem | undefined): controlItem is ControlItem =>
  controlItem !== undefined && !controlItem.ticked

/**
 * How many of a control's own marks name a group it is a part of, and no more than that: `all` where its neighbour is
 * called just so, 1 where the first of its names is its neighbour's too; 0 where it has a name of its own.
 */
export function sharedName(
  { controlItems, groups }: PageOutline,
  { control, group, order, ticked }: ControlItem,
): 'all' | 1 | 0 {
  if (ticked) return 0
  const mark = attribute(control, 'aria-labelledby') ? 'aria-labelledby' : 'aria-label'
  if (group && isSameMark(control, group, mark) && (groups.get(group) ?? []).length > 1) return 'all'
  const beside = [controlItems[order - 1], controlItems[order + 1]].filter(takesWords).map((each) => each.control)
  if (beside.some((other) => isSameMark(control, other, mark))) return 'all'
  const [first, second] = mark === 'aria-labelledby' ? namedBy(control) : []
  return second && beside.some((other) => namedBy(other)[0] === first && namedBy(other).length > 1) ? 1 : 0
}

/** The outermost element around a control and no other; null where it stands beside others. */
export function placeOf({ controlItems }: PageOutline, { anchor, order }: ControlItem): Element | null {
  const [before, after] = [controlItems[order - 1], controlItems[order + 1]]
  let place: Element | null = null
  for (let around = parentOf(anchor); around; around = parentOf(around)) {
    const inside = around
    if ([before, after].some((other) => other && holds(inside, other.anchor))) break
    place = around
  }
  return place
}

/** What a part of a group is called by the words in its own place, those before it first; `group` is what all are called. */
export function partName(outline: PageOutline, controlItem: ControlItem, group: string): LabelCandidate | null {
  const { items, controlItems } = outline
  const place = placeOf(outline, controlItem)
  if (!place) return null
  const ids = namedBy(controlItem.control)
  const isGroups = ({ text, parent }: TextRun): boolean =>
    fold(asLabel(text)) === fold(asLabel(group)) || ids.some((id) => parent.closest(`#${CSS.escape(id)}`) !== null)
  const between = (from: number, to: number): TextRun[] =>
    items
      .slice(from, to)
      .filter((item): item is TextRun => item.kind === 'text' && !item.claimedBy && holds(place, item.parent))
      .filter((words) => !isGroups(words))
  const before = between((controlItems[controlItem.order - 1]?.at ?? -1) + 1, controlItem.at)
  const behind = between(controlItem.at + 1, controlItems[controlItem.order + 1]?.at ?? items.length)
  const lastBefore = before.filter(({ block }) => block === before.at(-1)?.block)
  const firstBehind = behind.filter(({ block }) => block === behind[0]?.block)
  return candidate(joined(lastBefore), 'accessible', 0.8) ?? candidate(joined(firstBehind), 'accessible', 0.8)
}

/** Words in an element of their own right behind a control, in its own place, with none before it there. */
function ownBehind(outline: PageOutline, controlItem: ControlItem): TextRun[] {
  const place = placeOf(outline, controlItem)
  if (!place) return []
  const { items, controlItems } = outline
  const inPlace = (item: (typeof items)[number] | undefined): item is TextRun =>
    item?.kind === 'text' && !item.claimedBy && holds(place, item.parent)
  if (inPlace(items[controlItem.at - 1])) return []
  const behind = items
    .slice(controlItem.at + 1, controlItems[controlItem.order + 1]?.at ?? controlItem.at + 8)
    .filter(inPlace)
  return behind.filter(({ parent, block }) => !holds(parent, controlItem.anchor) && block === behind[0]?.block)
}

const isAlike = (one: Element, other: Element): boolean =>
  one.nodeName === other.nodeName && attribute(one, 'class') === attribute(other, 'class')

/**
 * "[ ] First / [ ] Last", each in a place of its own: where nothing else is said between two such controls, marked up
 * alike, the words behind each are its name.
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
  const before = takesWords(previous) ? ownBehind(outline, previous) : []
  return previous && before[0] && isAlike(before[0].parent, first.parent) && isPair(previous, controlItem, before)
    ? wordsOfPart
    : []
}
