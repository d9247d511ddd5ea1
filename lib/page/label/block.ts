import { isShown } from '../controls/controls.ts'
import type { LabelCandidate } from '../controls/fields.ts'
import { attribute, holds, localName, nextElement, parentOf, textOf } from '../natives.ts'
import type { ControlItem, Item, PageOutline, TextRun } from '../survey/outline.ts'
import { asks, candidate, isProse, joined, wordsUnder } from './text.ts'

export function block(outline: PageOutline, controlItem: ControlItem): LabelCandidate | null {
  const under = wordsUnder(outline, controlItem)
  if (under.length > 0) return candidate(joined(under), 'block', 0.65)
  return before(outline, controlItem.at, controlItem)
}

export function before(outline: PageOutline, place: number, controlItem: ControlItem): LabelCandidate | null {
  const { items } = outline
  const words: TextRun[] = []
  for (let at = place - 1; at >= 0; at--) {
    const item = items[at]
    if (item?.kind === 'text' && item.claimedBy === controlItem) continue
    if (!item || item.kind === 'control' || item.claimedBy) break
    if (words[0] && words[0].block !== item.block) {
      if (candidate(joined(words), 'block', 1)) break
      words.length = 0
    }
    words.unshift(item)
  }
  const [first] = words
  // A text in the block of the control is not used, because `textBefore` has already read it. A text in another column
  // of the table is not above the control.
  if (!first || (place === controlItem.at && first.block === controlItem.block) || !sameColumn(first, controlItem))
    return null
  if (isNotice(first.parent)) return null
  const text = joined(words)
  const over = isHint(text) && !first.heading ? nextOver(items, first) : null
  if (over && !isHint(joined(over)) && /\p{L}/u.test(joined(over))) return candidate(joined(over), 'block', 0.55)
  if (
    isOneOfStack(items, first, controlItem) ||
    isBehindAnother(items, first, text) ||
    isSideBySide(words, items[controlItem.at + 1], controlItem) ||
    words.every(({ parent }) => isLink(parent)) ||
    (words.every(({ strong }) => strong) && !asks(text) && titlesHidden(first.parent, controlItem.anchor))
  )
    return candidate(text, 'block', 0.45)
  return candidate(
    text,
    'block',
    isProse(text) && !first.label && !(first.heading && text.includes('?')) ? 0.4 : first.heading ? 0.58 : 0.65,
  )
}

/**
 * Returns true if the text and the text before it are in separate blocks, and exactly two controls follow, as in the
 * lines "Weight", "Height", "[ ]", "[ ]". It is unknown which text belongs to which control, so the label is doubtful.
 */
function isOneOfStack(items: Item[], words: TextRun, controlItem: ControlItem): boolean {
  const above = items[words.at - 1]
  if (above?.kind !== 'text' || above.claimedBy || above.heading || words.heading || above.block === words.block)
    return false
  const [next, further] = [items[controlItem.at + 1], items[controlItem.at + 2]]
  return localName(above.parent) === localName(words.parent) && next?.kind === 'control' && further?.kind !== 'control'
}

const isBehindAnother = (items: Item[], { at, block }: TextRun, text: string): boolean => {
  const previousItem = items[at - 1]
  return previousItem?.kind === 'control' && previousItem.block === block && !asks(text)
}

const isHint = (text: string): boolean => /[^.]{8}\.$/.test(text.trim()) && text.trim().split(' ').length > 2

function nextOver(items: Item[], { at, block }: TextRun): TextRun[] | null {
  const words: TextRun[] = []
  for (let position = at - 1; position >= 0; position--) {
    const item = items[position]
    if (item?.kind !== 'text' || item.claimedBy || item.block === block || (words[0] && words[0].block !== item.block))
      break
    words.unshift(item)
  }
  return words.length > 0 ? words : null
}

function isSideBySide(words: TextRun[], nextItem: Item | undefined, controlItem: ControlItem): boolean {
  if (nextItem?.kind !== 'control' || nextItem.line !== controlItem.line) return false
  return words.some(({ parent }, at) => {
    const otherParent = words[at + 1]?.parent
    return (
      otherParent !== undefined && otherParent !== parent && !holds(parent, otherParent) && !holds(otherParent, parent)
    )
  })
}

function isNotice(element: Element): boolean {
  for (let around: Element | null = element; around; around = parentOf(around))
    if (/^(?:alert|status)$/.test(attribute(around, 'role') ?? '')) return true
  return false
}

const partTags = /^(?:article|dd|div|fieldset|ol|p|section|table|ul)$/

function titlesHidden(title: Element, control: Element): boolean {
  for (let at: Element | null = title; at && !holds(at, control); at = parentOf(at))
    for (let next = nextElement(at); next && !holds(next, control); next = nextElement(next)) {
      if (isShown(next)) break
      if (partTags.test(localName(next)) && /\S/.test(textOf(next))) return true
    }
  return false
}

const isLink = (element: Element): boolean => localName(element) === 'a' && attribute(element, 'href') !== null

/**
 * Returns true if the text may be above the control. Returns false for a text in another cell of a row that contains
 * the control, because `table` reads such a text.
 */
function sameColumn({ cell: above }: TextRun, { cell: controlCell }: ControlItem): boolean {
  for (let cell = controlCell; above && cell; cell = cell.row.table.outer)
    if (cell.row === above.row && cell !== above) return false
  if (!above || !controlCell || above === controlCell || above.row.table !== controlCell.row.table) return true
  return above.column < controlCell.column + controlCell.span && controlCell.column < above.column + above.span
}
