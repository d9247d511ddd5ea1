import type { Cell, Row } from '../survey/outline.ts'
import { type Grid, letters, unit } from './grid.ts'

/** The head over a column, where it heads this cell alone. */
function headOver(grid: Grid, { row, column, span }: Cell): Cell | null {
  const head = grid.headOf(row)
  const over = head?.cells.find((cell) => cell.column <= column && column < cell.column + cell.span)
  if (!head || !over || head.cells.length < 2) return null
  const besides = (cell: Cell): boolean => cell.column > over.column && cell.column < column + span
  if (head.cells.some((cell) => besides(cell) && grid.textOf(cell) !== '')) return null
  // Over a name and its control together stands their section.
  const isName = (cell: Cell): boolean =>
    cell.column >= over.column && cell.column < column && grid.controlItemsIn(cell) === 0
  return row.cells.some((cell) => isName(cell) && letters.test(grid.textOf(cell))) ? null : over
}

/** What a head stands under that has namesakes beside it: "Near" under "With glasses". */
function headAbove(grid: Grid, over: Cell): string {
  const { row } = over
  const above = row.table.rows[row.index - 1]
  const text = grid.textOf(over)
  const isTwice = text !== '' && row.cells.some((cell) => cell !== over && grid.textOf(cell) === text)
  if (!isTwice || !above) return ''
  const group = above.cells.find(({ column, span }) => span > 1 && column <= over.column && over.column < column + span)
  return group && grid.controlItemsIn(group) === 0 ? grid.textOf(group) : ''
}

/** The text over a column; '' where nothing heads it, one cell heads the whole row, or the cell lies under several heads. */
export function columnHead(grid: Grid, cell: Cell): string {
  const over = headOver(grid, cell)
  const above = over ? headAbove(grid, over) : ''
  return above && over ? `${above} - ${grid.textOf(over)}` : over ? grid.textOf(over) : ''
}

/** Whether the head over a column stands under another one. */
export function isUnderHeads(grid: Grid, cell: Cell): boolean {
  const over = headOver(grid, cell)
  return over !== null && headAbove(grid, over) !== ''
}

/**
 * The text that names a row, as seen from one of its cells: the nearest to the left, else the column that tells the rows
 * apart; `isBox` says that a box asks, whose words may stand behind it.
 */
export function rowHead(grid: Grid, cell: Cell, isBox = true): string {
  const { cells } = cell.row
  const index = cells.indexOf(cell)
  const labelled = cells.find(({ column }) => column === grid.labelColumn)
  // "Other: [    ] | [ ]": a name that is filled in is the row's name still.
  const filledIn =
    labelled && labelled.column < cell.column && grid.controlItemsIn(labelled) === 1 && grid.isNamed(labelled)
  const isName = labelled && labelled !== cell && (grid.controlItemsIn(labelled) === 0 || filledIn)
  // A text behind this control and before another belongs to that; only a box has its words behind it.
  const isOthers =
    labelled &&
    !isBox &&
    labelled.column > cell.column &&
    grid.controlItemsIn(cells[cells.indexOf(labelled) + 1] ?? cell) > 0
  const label = isName && !isOthers ? grid.textOf(labelled) : ''
  for (let at = index - 1; at >= 0; at--) {
    const left = cells[at]
    if (!left || grid.controlItemsIn(left) > 0) break
    const text = grid.textOf(left)
    if (text === '') continue
    // A column that speaks only now and then holds sections, and one without letters holds norms, not questions.
    const seldom = grid.labelColumn > left.column && grid.cover(left.column) < 0.5
    const weak = label !== '' && left !== labelled && (seldom || !/\p{L}/u.test(text) || unit.test(text))
    if (weak) continue
    const isFact = headed(grid, left) && label !== '' && !answersBetween(grid, grid.labelColumn, left.column)
    return isFact ? label : text
  }
  return label || figure(grid, cell)
}

/** A figure at the head of a row, where the columns have heads too: "250 | [ ] | [ ]" under "Hz | Right | Left". */
function figure(grid: Grid, cell: Cell): string {
  const [first] = cell.row.cells
  const text = first && first !== cell && grid.controlItemsIn(first) === 0 ? grid.textOf(first) : ''
  return /^\d[\d.,]*$/.test(text) && columnHead(grid, cell) !== '' ? text : ''
}

/** Where controls stand between two columns of texts, each names its own: "Tetanus | [ ] | Influenza | [ ]". */
const answersBetween = (grid: Grid, one: number, other: number): boolean =>
  grid.answered.some((column) => column > Math.min(one, other) && column < Math.max(one, other))

const headed = (grid: Grid, cell: Cell): boolean => columnHead(grid, cell) !== '' && cell.column !== grid.labelColumn

const filledOf = ({ cells }: Row): Cell[] => cells.filter(({ from, to }) => from < to)

/**
 * Whether the texts of a row stand behind what they name: it begins with a control and ends with a text, or begins with
 * boxes for a box.
 */
export function isSaidBehind(grid: Grid, { row }: Cell, isBox: boolean): boolean {
  const filled = filledOf(row)
  const [first, last] = [filled[0], filled.at(-1)]
  if (!first || !last || grid.controlItemsIn(first) === 0 || grid.says(first)) return false
  if (isBox && filled.some((each) => grid.controlItemsIn(each) === 0 && grid.says(each) && grid.tells(each.column)))
    return true
  return grid.controlItemsIn(last) === 0 && letters.test(grid.textOf(last)) && grid.tells(last.column)
}

/** The text behind a control, or behind boxes side by side, in such a row: "[ ] | [ ] | Skin: no lesions | [ ] | [ ] | Lungs". */
export function rowTail(grid: Grid, cell: Cell, isBox: boolean): string {
  const says = (each: Cell): boolean => letters.test(grid.textOf(each))
  const filled = filledOf(cell.row).filter((each) => grid.controlItemsIn(each) > 0 || says(each))
  const index = filled.indexOf(cell)
  const behind = filled.slice(index + 1)
  // Of several texts side by side the one that tells the rows apart names them: "[ ] | EYE | Pupils | [    ]".
  const run = behind.slice(behind.findIndex(says))
  const end = run.findIndex((each) => !says(each) || grid.controlItemsIn(each) > 0)
  const texts = end < 0 ? run : run.slice(0, end)
  const next = texts.find(({ column }) => column === grid.labelColumn) ?? behind.find(says)
  const alone = filled[index + 1] === next && (index === 0 || grid.controlItemsIn(filled[index - 1] ?? cell) === 0)
  return next && grid.controlItemsIn(next) === 0 && (isBox || alone) ? grid.textOf(next) : ''
}

/** Whether a row says something of its own outside a cell; seen from a table inside it, what it asks besides counts too. */
export const isSaidElsewhere = (grid: Grid, cell: Cell, far: boolean): boolean =>
  cell.row.cells.some(
    (each) => each !== cell && grid.says(each) && (far || (grid.controlItemsIn(each) === 0 && grid.tells(each.column))),
  )
