import { joined } from '../label/text.ts'
import { attribute, holds, parentOf } from '../natives.ts'
import { runOf } from '../survey/run.ts'
import type { Cell, Item, Sheet, Spot, Words } from '../survey/sheet.ts'
import { labelText } from '../words.ts'

/** Answers that a question of yes and no may have. */
export const yesOrNo = /^(?:yes|no|true|false|n\/?a|none|normal|abnormal|wnl|abn|y|n)$/i

/** The words of a box that only says yes to what is asked beside it. */
export const yesAlone = /^(?:yes|y|true|x|check|✓)$/i

/** The words of an option as a reader takes them, without the line that is left for more. */
export const caption = (words: Words[]): string => labelText(joined(words).replace(/_{2,}/g, ' '))

/** A row that begins with words and ends with a box has its words before its boxes: "Fever | [ ] | Cough | [ ]". */
function isLabelFirst({ items }: Sheet, { row }: Cell): boolean {
  const filled = row.cells.filter(({ from, to }) => from < to)
  const inWords = ({ from, to }: Cell): boolean => items.slice(from, to).every(({ kind }) => kind === 'words')
  const [first, last] = [filled[0], filled.at(-1)]
  return first !== undefined && last !== undefined && inWords(first) && items.slice(last.from, last.to).some(isSpot)
}

const isSpot = ({ kind }: Item): boolean => kind === 'spot'

const isAnswer = (words: Words[]): boolean => /^(?:yes|no)$/i.test(caption(words))

/** Words just after a box: on its line up to a wide gap, or else all of the next cell when that holds no control. */
export function after(sheet: Sheet, spot: Spot): Words[] {
  const { items, spots } = sheet
  const next = spots[spot.order + 1]
  const end = next?.at ?? items.length
  const words: Words[] = []
  for (let at = spot.at + 1; at < end; at++) {
    const item = items[at]
    if (item?.kind !== 'words' || item.line !== spot.line || item.taken) break
    const [first] = words
    if (
      item.label &&
      item.label !== spot.label &&
      (first ? item.label !== first.label : isNamedAway(sheet, item.label, spot))
    )
      break
    // "Yes | No **Comments:** [    ]": what is set apart and asks on belongs to the text control behind it.
    const asks = first && next && next.line === spot.line && item.parent !== first.parent
    if (first && (item.apart || (asks && (/[:?]\s*$/.test(item.text) || isAnswer(words))))) break
    words.push(item)
  }
  // "Accident: [ ] State: [    ]": both words stand before what they ask.
  const goesBefore = next?.line === spot.line && /[:?]\s*$/.test(joined(words))
  if (goesBefore && /[:?]\s*$/.test(joined(before(sheet, spot)))) return []
  if (words.length > 0) return overLines(sheet, spot, words)
  const { cell } = spot
  const beside = cell?.row.cells[cell.row.cells.indexOf(cell) + 1]
  if (!cell || !beside || beside.from >= beside.to || isLabelFirst(sheet, cell)) return []
  // "Yes [ ] | No [ ] | If yes:": a box with words before it in its own cell has its words.
  if (items.slice(cell.from, spot.at).some((item) => says(item) && item.line === spot.line && !isQuestion(item)))
    return []
  // Boxes side by side before one text are told apart by their columns.
  const aside = cell.row.cells[cell.row.cells.indexOf(cell) - 1]
  if (aside && isBoxAlone(items, aside) && isHeaded(sheet, cell)) return []
  const inside = items.slice(beside.from, beside.to)
  // "[ ] | Gout, since [    ]": the words behind the box lead on to a line of its own.
  const filled = inside.findIndex(isSpot)
  if (filled > 0 && isLedOn(sheet, spot, inside.slice(0, filled))) return inside.slice(0, filled) as Words[]
  if (!inside.every((item) => item.kind === 'words' && !item.taken)) return []
  // "[ ] | 0 - 14 | Mild": a number alone goes on in the next cell.
  const further = cell.row.cells[cell.row.cells.indexOf(beside) + 1]
  const more = further && !inside.some(says) ? items.slice(further.from, further.to) : []
  return [...inside, ...(more.every((item) => item.kind === 'words' && !item.taken) ? more : [])] as Words[]
}

const endsItself = /[.:?!;,)]\s*$/
export const isShort = ({ text }: Words): boolean => text.trim().split(/\s+/).length <= 3

/** "[ ] Finger<br>Foods": in a cell with nothing but a box and a few words, these may run over the end of a line. */
function overLines({ items }: Sheet, { cell, at }: Spot, words: Words[]): Words[] {
  const [first] = words
  const last = words.at(-1)
  if (!first || !last || cell?.from !== at || first.cell !== cell) return words
  const rest = items.slice(last.at + 1, cell.to)
  const isMore = (item: Item): item is Words =>
    item.kind === 'words' && item.parent === first.parent && item.block === first.block && !item.taken && isShort(item)
  if (rest.length === 0 || rest.length > 2 || !rest.every(isMore)) return words
  return words.every(isShort) && !endsItself.test(last.text) && !/^\s*\(/.test(rest[0]?.text ?? '')
    ? [...words, ...rest]
    : words
}

/** Whether words before a control that takes words are those of a box alone in the cell before: the row asks nothing else. */
function isLedOn({ items, spots }: Sheet, { cell, at, order }: Spot, words: Item[]): boolean {
  const next = spots[order + 1]
  const isAlone = cell !== null && cell.from === at && cell.to === at + 1 && cell.row.cells[0] === cell
  return (
    isAlone &&
    next?.ticked === false &&
    items[next.at - 1] === words.at(-1) &&
    words.every((each) => says(each) && !isTaken(each))
  )
}

const isTaken = (item: Item): boolean => item.kind === 'words' && item.taken !== null

/** A label that names another control says nothing of this one. */
function isNamedAway({ ids }: Sheet, label: Element, { control }: Spot): boolean {
  const named = attribute(label, 'for')
  return named !== null && named !== control.id && ids.has(named)
}

export const says = (item: Item): boolean => item.kind === 'words' && /\p{L}/u.test(item.text)

const isQuestion = (item: Item): boolean => item.kind === 'words' && /[:?]\s*$/.test(item.text)

const isBoxAlone = (items: Item[], { from, to }: Cell): boolean =>
  items.slice(from, to).some(({ kind }) => kind === 'spot') && !items.slice(from, to).some(says)

/** Whether a row of texts stands over a cell, one for its column. */
const isHeaded = ({ items }: Sheet, { row, column, span }: Cell): boolean =>
  row.table.rows
    .slice(0, row.index)
    .some(
      ({ cells }) =>
        cells.length > 1 &&
        cells.every(({ from, to }) => items.slice(from, to).every(({ kind }) => kind === 'words')) &&
        cells.some(
          (over) => over.column === column && over.span === span && items.slice(over.from, over.to).some(says),
        ),
    )

/** "Fever [ ] Cough [ ] Rash [ ]": a line of boxes that begins with words and ends with a box says each name before its box. */
export function isSaidBefore(sheet: Sheet, spot: Spot): boolean {
  const { items } = sheet
  const line = runOf(sheet, spot, (other) => other.line === spot.line)
  const last = line.at(-1)
  const behind = last && items[last.at + 1]
  if (!last || line.length < 2 || (behind?.kind === 'words' && behind.line === spot.line)) return false
  // Without words behind it a box at the end has those before; a line to write on may go on from the last box.
  const isTold = last.ticked || /[:?]\s*\p{L}/u.test(joined(before(sheet, line[0] ?? spot)))
  return (
    isTold &&
    line.every((each) => {
      const words = before(sheet, each)
      return words.some(says) && !/[:?]\s*$/.test(joined(words)) && !yesOrNo.test(caption(words))
    })
  )
}

/**
 * "Finger<br>foods [ ] Soft<br>diet [ ]": a block of boxes that begins with words and ends with a box, where names run over
 * the ends of lines, says each before its box.
 */
export function saidOverLines(sheet: Sheet, spot: Spot): Words[] {
  const { items } = sheet
  const boxes = runOf(sheet, spot, (other) => other.block === spot.block)
  const last = boxes.at(-1)
  if (!last || boxes.length < 2 || items[last.at + 1]?.block === spot.block || boxes.some(({ ticked }) => !ticked))
    return []
  const texts = boxes.map(({ at }) => {
    const words: Words[] = []
    for (let before = at - 1; before >= 0; before--) {
      const item = items[before]
      if (item?.kind !== 'words' || item.block !== spot.block || item.label) break
      words.unshift(item)
    }
    return words
  })
  const isFree = ({ taken }: Words): boolean => taken === null || boxes.includes(taken)
  const isName = (words: Words[]): boolean =>
    words.some(says) &&
    words.length <= 2 &&
    words.every((each) => isShort(each) && !endsItself.test(each.text) && isFree(each))
  // A name that begins on the line of the box before shows how all are said.
  const runsOver = (words: Words[], at: number): boolean =>
    at > 0 && words.length === 2 && words[0]?.line === boxes[at - 1]?.line && words[1]?.line !== words[0]?.line
  const own = boxes.indexOf(spot)
  return texts.some(runsOver) && boxes.every((_, at) => isName(texts[at] ?? [])) ? (texts[own] ?? []) : []
}

/** Words just before a box, on its line back to the control before. */
export function before({ items }: Sheet, spot: Spot): Words[] {
  const words: Words[] = []
  for (let at = spot.at - 1; at >= 0; at--) {
    const item = items[at]
    if (item?.kind !== 'words' || item.line !== spot.line || item.taken) break
    words.unshift(item)
    if (item.apart) break
  }
  return words
}

/** All words inside the smallest element around a box and no other control. */
export function around({ items, spots }: Sheet, spot: Spot): Words[] {
  const [previous, next] = [spots[spot.order - 1], spots[spot.order + 1]]
  const near = items
    .slice((previous?.at ?? -1) + 1, Math.min(next?.at ?? items.length, spot.at + 12))
    .filter((item): item is Words => item.kind === 'words' && !item.taken)
  for (let element = parentOf(spot.anchor); element; element = parentOf(element)) {
    const inside = element
    if ([previous, next].some((other) => other && holds(inside, other.anchor))) return []
    const own = near.filter(({ parent }) => holds(inside, parent))
    if (own.length > 0) return own.at(-1)?.block === own[0]?.block ? own : []
  }
  return []
}

/** Whether the cell to the left asks, so that the words before the first box are an option's. */
export function isAskedBeside({ items }: Sheet, { cell }: Spot): boolean {
  const left = cell?.row.cells[cell.row.cells.indexOf(cell) - 1]
  const inside = left ? items.slice(left.from, left.to) : []
  return inside.some(says) && inside.every(({ kind }) => kind === 'words')
}

/** The words of the cell to the left of a box that is alone in its own: "Yes | ( ) | No | ( )". */
export function toTheLeft({ items }: Sheet, { cell, at }: Spot): Words[] {
  const left = cell?.row.cells[cell.row.cells.indexOf(cell) - 1]
  if (!cell || !left || cell.from !== at || cell.to !== at + 1) return []
  const inside = items.slice(left.from, left.to)
  return inside.every((item) => item.kind === 'words' && !item.taken) ? (inside as Words[]) : []
}

/** Whether a box alone in its cell has a name of its own in the cell to the left: "Asthma | [ ] | Gout | [ ]". */
export function isNamedToTheLeft(sheet: Sheet, spot: Spot): boolean {
  const words = toTheLeft(sheet, spot)
  return words.some(says) && !words.some(isQuestion) && !yesOrNo.test(caption(words))
}
