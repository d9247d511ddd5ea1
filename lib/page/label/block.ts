import type { LabelCandidate } from '../controls/fields.ts'
import { attribute, holds, localName, parentOf } from '../natives.ts'
import type { Cell, ControlItem, Item, PageOutline, Row, TextRun } from '../survey/outline.ts'
import { candidate, isProse, joined, wordsUnder } from './text.ts'
import { isOthers } from './text-beside.ts'

/**
 * Searches for the label of a control in the block of text directly before it, with no other control between.
 * `labelsFor` shows the order of the label sources. `heads` is the row of option texts over the options; it is skipped.
 */
export function block(outline: PageOutline, controlItem: ControlItem, heads: Row | null): LabelCandidate | null {
  const under = wordsUnder(outline, controlItem)
  if (under.length > 0) return candidate(joined(under), 'block', 0.65)
  const found = before(outline, heads?.cells[0]?.from ?? controlItem.at, controlItem)
  return found && heads ? { ...found, score: Math.max(found.score, 0.6) } : found
}

/** Returns the block of text directly before the item with index `place`. */
export function before(outline: PageOutline, place: number, controlItem: ControlItem): LabelCandidate | null {
  const { items } = outline
  const words: TextRun[] = []
  for (let at = place - 1; at >= 0; at--) {
    const item = items[at]
    // Skips the text of the first option, which is between the question and the control.
    if (item?.kind === 'text' && item.claimedBy === controlItem) continue
    if (!item || item.kind === 'control' || item.claimedBy) break
    if (words[0] && words[0].block !== item.block) {
      if (candidate(joined(words), 'block', 1)) break
      words.length = 0
    }
    words.unshift(item)
  }
  const [first] = words
  // Skip the texts in the block of the control, because `textBefore` has already read them.
  if (
    !first ||
    (place === controlItem.at && first.block === controlItem.block) ||
    !sameColumn(items, first, controlItem)
  )
    return null
  if (isNotice(first.parent)) return null
  const text = joined(words)
  const over = isHint(text) && !first.heading ? nextOver(items, first) : null
  if (over && !isHint(joined(over)) && /\p{L}/u.test(joined(over))) return candidate(joined(over), 'block', 0.55)
  // The texts are a doubtful label if they are in different `<label>` elements, or only in part inside a `<label>`. A
  // text without letters, such as "*", is ignored here, because it is often outside the `<label>`.
  const labels = new Set(words.filter(({ text }) => /\p{L}/u.test(text)).map(({ label }) => label))
  if (
    isOneOfHeads(items, first, controlItem) ||
    isOneOfStack(items, first, controlItem) ||
    isBehindAnother(items, first, text) ||
    isLabelOfAnother(outline, first, controlItem) ||
    isAside(text) ||
    (!/[:?]\s*$/.test(text) && isHeadOfMany(outline, first, controlItem)) ||
    labels.size > 1 ||
    isSideBySide(words, items[controlItem.at + 1], controlItem) ||
    words.every(({ parent }) => isLink(parent))
  )
    return candidate(text, 'block', 0.45)
  return candidate(
    text,
    'block',
    isProse(text) && !first.label && !(first.heading && text.includes('?')) ? 0.4 : first.heading ? 0.58 : 0.65,
  )
}

/**
 * Returns true if the text and the text before it are in separate blocks, and exactly two controls follow. It is
 * unknown which text belongs to which control, so the label is doubtful.
 */
function isOneOfStack(items: Item[], words: TextRun, controlItem: ControlItem): boolean {
  const above = items[words.at - 1]
  if (above?.kind !== 'text' || above.claimedBy || above.heading || words.heading || above.block === words.block)
    return false
  const [next, further] = [items[controlItem.at + 1], items[controlItem.at + 2]]
  return localName(above.parent) === localName(words.parent) && next?.kind === 'control' && further?.kind !== 'control'
}

/**
 * Returns true if the text follows another control in the same block and is no question. Then the text belongs to the
 * other control.
 */
const isBehindAnother = (items: Item[], { at, block }: TextRun, text: string): boolean => {
  const other = items[at - 1]
  return other?.kind === 'control' && other.block === block && !/[:?]\s*$/.test(text)
}

/**
 * Returns true for a text of more than two words that ends with a full stop. Such a text is a hint, and the label is
 * above it.
 */
const isHint = (text: string): boolean => /[^.]{8}\.$/.test(text.trim()) && text.trim().split(' ').length > 2

/** Returns the text of the block above a text. */
function nextOver(items: Item[], { at, block }: TextRun): TextRun[] | null {
  const words: TextRun[] = []
  for (let before = at - 1; before >= 0; before--) {
    const item = items[before]
    if (item?.kind !== 'text' || item.claimedBy || item.block === block || (words[0] && words[0].block !== item.block))
      break
    words.unshift(item)
  }
  return words.length > 0 ? words : null
}

/**
 * Returns true if the texts are in separate elements and the next control is on the same line as this one. Then each
 * text may belong to a different control of that line.
 */
function isSideBySide(words: TextRun[], next: Item | undefined, controlItem: ControlItem): boolean {
  if (next?.kind !== 'control' || next.line !== controlItem.line) return false
  return words.some(({ parent }, at) => {
    const other = words[at + 1]?.parent
    return other !== undefined && other !== parent && !holds(parent, other) && !holds(other, parent)
  })
}

/** Returns true for a link. A link is rarely the label of the control below it. */
const isLink = (element: Element): boolean => localName(element) === 'a' && attribute(element, 'href') !== null

/**
 * Returns true if the text is in a `<label>` that shares an element with the previous control but not with this
 * control. Such a `<label>` belongs to the previous control.
 */
function isLabelOfAnother({ controlItems }: PageOutline, words: TextRun, controlItem: ControlItem): boolean {
  const previous = controlItems[controlItem.order - 1]
  return words.label !== null && previous !== undefined && isOthers(words, previous, controlItem)
}

/**
 * Returns true if the text is a section header in a table (alone in its row) and the section contains more than one
 * unlabelled control. Then the text is a doubtful label, because it may name the whole section.
 */
function isHeadOfMany({ items }: PageOutline, { cell, strong }: TextRun, { cell: controlCell }: ControlItem): boolean {
  if (!cell || cell.row.table !== controlCell?.row.table || !(strong || cell.header || cell.span > 1)) return false
  if (!isAloneInRow(cell.row)) return false
  const { rows } = cell.row.table
  const below = rows.slice(cell.row.index + 1)
  const end = below.findIndex((row) => isAloneInRow(row) && !answers(items, row))
  return below.slice(0, end < 0 ? below.length : end).reduce((sum, row) => sum + nameless(items, row), 0) > 1
}

const isAloneInRow = ({ cells }: Row): boolean => cells.filter(({ from, to }) => from < to).length === 1

/** Returns the number of controls in a row if the row contains no text. Returns 0 if the row contains text. */
function nameless(items: Item[], { cells }: Row): number {
  const inside = cells.flatMap(({ from, to }) => items.slice(from, to))
  const says = inside.some((item) => item.kind === 'text' && /\p{L}/u.test(item.text))
  return says ? 0 : inside.filter(({ kind }) => kind === 'control').length
}

/** Returns true for a text in brackets. Such a text explains a label and is no label. */
const isAside = (text: string): boolean => /^\([^()]*\)[.:]?$/.test(text.trim())

/** Returns true for a message of the page (role `alert` or `status`). Such a message is no label. */
function isNotice(element: Element): boolean {
  for (let around: Element | null = element; around; around = parentOf(around))
    if (/^(?:alert|status)$/.test(attribute(around, 'role') ?? '')) return true
  return false
}

/**
 * Returns true if the text and the text before it are in separate blocks of an element that does not contain this
 * control, and another control follows. The two texts are then column headers, and it is unknown which text belongs to
 * this control.
 */
function isOneOfHeads(items: Item[], words: TextRun, controlItem: ControlItem): boolean {
  const [other, next] = [items[words.at - 1], items[controlItem.at + 1]]
  if (other?.kind !== 'text' || other.claimedBy || other.block === words.block || next?.kind !== 'control') return false
  if (localName(words.parent) !== localName(other.parent)) return false
  let both: Element | null = parentOf(words.parent)
  while (both && !holds(both, other.parent)) both = parentOf(both)
  return both !== null && !holds(both, controlItem.anchor)
}

const isInside = (cell: Cell | null, outer: Cell): boolean =>
  cell !== null && (cell === outer || isInside(cell.row.table.outer, outer))

/** Returns true if the row contains a control. */
const answers = (items: Item[], { cells }: Row): boolean =>
  cells.some(({ from, to }) => items.slice(from, to).some(({ kind }) => kind === 'control'))

/**
 * Returns true if the text may be above the control. Returns false for a text in another cell of the row that contains
 * the control, because `table` reads such a text. Returns false also for a text in another row with controls. Any other
 * text may be above the control in one of these cases:
 * - text and control are not in the same table, or are in the same cell,
 * - the text is in the column of the control, or
 * - the text is alone in its row.
 */
function sameColumn(items: Item[], words: TextRun, controlItem: ControlItem): boolean {
  const [above, controlCell] = [words.cell, controlItem.cell]
  for (let cell = controlCell; above && cell; cell = cell.row.table.outer)
    if (cell.row === above.row && cell !== above) return false
  if (above && above !== controlCell && !isInside(controlCell, above) && answers(items, above.row)) return false
  if (!above || !controlCell || above.row.table !== controlCell.row.table || above === controlCell) return true
  if (above.column < controlCell.column + controlCell.span && controlCell.column < above.column + above.span)
    return true
  return above.row.cells.every((cell) => cell === above || cell.from === cell.to)
}
