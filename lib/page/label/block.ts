import { attribute, holds, localName, parentOf } from '../natives.ts'
import type { LabelCandidate } from '../scan/found.ts'
import type { Cell, Item, Row, Sheet, Spot, Words } from '../survey/sheet.ts'
import { isOthers } from './lead.ts'
import { candidate, isProse, joined } from './text.ts'
import { wordsUnder } from './under.ts'

/**
 * Fifth rung: the text that stands alone just before a control, with no other control in between; `heads` is the row of
 * words over its options, which are no question.
 */
export function block(sheet: Sheet, spot: Spot, heads: Row | null): LabelCandidate | null {
  const under = wordsUnder(sheet, spot)
  if (under.length > 0) return candidate(joined(under), 'block', 0.65)
  const found = before(sheet, heads?.cells[0]?.from ?? spot.at, spot)
  return found && heads ? { ...found, score: Math.max(found.score, 0.6) } : found
}

/** The text that stands alone just before a place in the page. */
export function before(sheet: Sheet, place: number, spot: Spot): LabelCandidate | null {
  const { items } = sheet
  const words: Words[] = []
  for (let at = place - 1; at >= 0; at--) {
    const item = items[at]
    // The words of its own first option stand between an option and the question.
    if (item?.kind === 'words' && item.taken === spot) continue
    if (!item || item.kind === 'spot' || item.taken) break
    if (words[0] && words[0].block !== item.block) {
      if (candidate(joined(words), 'block', 1)) break
      words.length = 0
    }
    words.unshift(item)
  }
  const [first] = words
  // What shares the control's own block is its lead, and has been heard there.
  if (!first || (place === spot.at && first.block === spot.block) || !sameColumn(items, first, spot)) return null
  if (isNotice(first.parent)) return null
  const said = joined(words)
  const over = isHint(said) && !first.heading ? nextOver(items, first) : null
  if (over && !isHint(joined(over)) && /\p{L}/u.test(joined(over))) return candidate(joined(over), 'block', 0.55)
  const labels = new Set(words.map(({ label }) => label))
  if (
    isOneOfHeads(items, first, spot) ||
    isOneOfStack(items, first, spot) ||
    isBehindAnother(items, first, said) ||
    isLabelOfAnother(sheet, first, spot) ||
    isAside(said) ||
    (!/[:?]\s*$/.test(said) && isHeadOfMany(sheet, first, spot)) ||
    labels.size > 1 ||
    isSideBySide(words, items[spot.at + 1], spot) ||
    words.every(({ parent }) => isLink(parent))
  )
    return candidate(said, 'block', 0.45)
  return candidate(
    said,
    'block',
    isProse(said) && !first.label && !(first.heading && said.includes('?')) ? 0.4 : first.heading ? 0.58 : 0.65,
  )
}

/** Texts one over the other and then as many controls with nothing said between them: which is whose is not told. */
function isOneOfStack(items: Item[], words: Words, spot: Spot): boolean {
  const above = items[words.at - 1]
  if (above?.kind !== 'words' || above.taken || above.heading || words.heading || above.block === words.block)
    return false
  const [next, further] = [items[spot.at + 1], items[spot.at + 2]]
  return localName(above.parent) === localName(words.parent) && next?.kind === 'spot' && further?.kind !== 'spot'
}

/** What stands behind a control in one block goes on from it, unless it asks on. */
const isBehindAnother = (items: Item[], { at, block }: Words, said: string): boolean => {
  const other = items[at - 1]
  return other?.kind === 'spot' && other.block === block && !/[:?]\s*$/.test(said)
}

/** A short sentence under a text tells how to answer it. */
const isHint = (said: string): boolean => /[^.]{8}\.$/.test(said.trim()) && said.trim().split(' ').length > 2

/** The words of the block just over a text. */
function nextOver(items: Item[], { at, block }: Words): Words[] | null {
  const words: Words[] = []
  for (let before = at - 1; before >= 0; before--) {
    const item = items[before]
    if (item?.kind !== 'words' || item.taken || item.block === block || (words[0] && words[0].block !== item.block))
      break
    words.unshift(item)
  }
  return words.length > 0 ? words : null
}

/** Texts in places of their own on one line, over controls on one line, head one each. */
function isSideBySide(words: Words[], next: Item | undefined, spot: Spot): boolean {
  if (next?.kind !== 'spot' || next.line !== spot.line) return false
  return words.some(({ parent }, at) => {
    const other = words[at + 1]?.parent
    return other !== undefined && other !== parent && !holds(parent, other) && !holds(other, parent)
  })
}

/** What is clicked does something; it seldom names what is filled in below it. */
const isLink = (element: Element): boolean => localName(element) === 'a' && attribute(element, 'href') !== null

/** A label in one place with the control before is that one's. */
function isLabelOfAnother({ spots }: Sheet, words: Words, spot: Spot): boolean {
  const previous = spots[spot.order - 1]
  return words.label !== null && previous !== undefined && isOthers(words, previous, spot)
}

/**
 * A cell alone in its row, set apart as heads are, speaks for all rows up to the next such; it is a name only where one
 * control there has none of its own.
 */
function isHeadOfMany({ items }: Sheet, { cell, strong }: Words, { cell: own }: Spot): boolean {
  if (!cell || cell.row.table !== own?.row.table || !(strong || cell.header || cell.span > 1)) return false
  if (!isAloneInRow(cell.row)) return false
  const { rows } = cell.row.table
  const below = rows.slice(cell.row.index + 1)
  const end = below.findIndex((row) => isAloneInRow(row) && !answers(items, row))
  return below.slice(0, end < 0 ? below.length : end).reduce((sum, row) => sum + nameless(items, row), 0) > 1
}

const isAloneInRow = ({ cells }: Row): boolean => cells.filter(({ from, to }) => from < to).length === 1

/** How many controls a row has that says nothing. */
function nameless(items: Item[], { cells }: Row): number {
  const inside = cells.flatMap(({ from, to }) => items.slice(from, to))
  const says = inside.some((item) => item.kind === 'words' && /\p{L}/u.test(item.text))
  return says ? 0 : inside.filter(({ kind }) => kind === 'spot').length
}

/** Words in brackets explain a name; they are none. */
const isAside = (said: string): boolean => /^\([^()]*\)[.:]?$/.test(said.trim())

/** What a page tells its reader of what happened asks nothing. */
function isNotice(element: Element): boolean {
  for (let around: Element | null = element; around; around = parentOf(around))
    if (/^(?:alert|status)$/.test(attribute(around, 'role') ?? '')) return true
  return false
}

/** Texts side by side in a place of their own, over controls one after the other, head columns: which one is not told. */
function isOneOfHeads(items: Item[], words: Words, spot: Spot): boolean {
  const [other, next] = [items[words.at - 1], items[spot.at + 1]]
  if (other?.kind !== 'words' || other.taken || other.block === words.block || next?.kind !== 'spot') return false
  if (localName(words.parent) !== localName(other.parent)) return false
  let both: Element | null = parentOf(words.parent)
  while (both && !holds(both, other.parent)) both = parentOf(both)
  return both !== null && !holds(both, spot.anchor)
}

const isInside = (cell: Cell | null, outer: Cell): boolean =>
  cell !== null && (cell === outer || isInside(cell.row.table.outer, outer))

/** A row that takes an answer has had its words for it. */
const answers = (items: Item[], { cells }: Row): boolean =>
  cells.some(({ from, to }) => items.slice(from, to).some(({ kind }) => kind === 'spot'))

/** In one table, a text names a control from over it, or as its row's only text; those beside it are told by the table. */
function sameColumn(items: Item[], words: Words, spot: Spot): boolean {
  const [above, own] = [words.cell, spot.cell]
  for (let cell = own; above && cell; cell = cell.row.table.outer)
    if (cell.row === above.row && cell !== above) return false
  if (above && above !== own && !isInside(own, above) && answers(items, above.row)) return false
  if (!above || !own || above.row.table !== own.row.table || above === own) return true
  if (above.column < own.column + own.span && own.column < above.column + above.span) return true
  return above.row.cells.every((cell) => cell === above || cell.from === cell.to)
}
