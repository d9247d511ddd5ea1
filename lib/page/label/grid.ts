import { attribute } from '../natives.ts'
import { type Cell, isRadio, type PageOutline, type Row, type Table, type TextRun } from '../survey/outline.ts'
import { asLabel, joined, sideAlone } from './text.ts'

export interface Grid {
  textOf(cell: Cell): string
  controlItemsIn(cell: Cell): number
  /**
   * The text of the cell's only control, if this control is a check box and the cell has no other text. Otherwise ''.
   */
  boxText(cell: Cell): string
  says(cell: Cell): boolean
  isNamed(cell: Cell): boolean
  headOf(row: Row): Row | null
  lastHead(): Row | null
  /**
   * The column whose texts label the rows: of the columns with text in most rows, the one with the most distinct texts.
   * -1: none.
   */
  labelColumn: number
  /** True if the texts of a column differ from row to row. A column of "Remove" links has the same text in each row. */
  tells(column: number): boolean
  sidesOf(cell: Cell): string
  answered: number[]
}

export const letters = /\p{L}\.?\p{L}/u

function wordsIn({ items }: PageOutline, cell: Cell): TextRun[] {
  const words: TextRun[] = []
  for (let at = cell.from; at < cell.to; at++) {
    const item = items[at]
    if (item?.kind === 'text' && !item.claimedBy) words.push(item)
  }
  return words
}

function goesOnFrom({ items }: PageOutline, { rows, outer }: Table): Table | null {
  const start = rows[0]?.cells[0]?.from ?? 0
  const lastRow = items[start - 1]?.cell?.row
  const end = lastRow?.cells.at(-1)
  if (!lastRow || lastRow.table.outer !== outer || lastRow.table.rows.at(-1) !== lastRow || end?.to !== start)
    return null
  return rows.every(({ cells }) => cells.length === lastRow.cells.length) ? lastRow.table : null
}

function build(outline: PageOutline, table: Table, previousGrid: Grid | null): Grid {
  const texts = new Map<Cell, string>()
  const counts = new Map<Cell, number>()
  const strong = new Map<Cell, boolean>()
  for (const { cells } of table.rows) {
    for (const cell of cells) {
      const all = wordsIn(outline, cell)
      const direct = all.filter((each) => each.cell === cell)
      const words = direct.some(({ text }) => letters.test(text)) ? direct : all
      texts.set(cell, asLabel(joined(words)))
      strong.set(cell, cell.header || (words.length > 0 && words.every((each) => each.strong)))
      let count = 0
      for (let at = cell.from; at < cell.to; at++) if (outline.items[at]?.kind === 'control') count++
      counts.set(cell, count)
    }
  }
  const textOf = (cell: Cell): string => texts.get(cell) ?? previousGrid?.textOf(cell) ?? ''
  const controlItemsIn = (cell: Cell): number => counts.get(cell) ?? 0
  const cellText = (cell: Cell): string =>
    joined(outline.items.slice(cell.from, cell.to).filter((item) => item.kind === 'text'))
  const says = (cell: Cell): boolean => letters.test(cellText(cell))
  const boxText = (cell: Cell): string => {
    const [box, secondControl] = outline.items.slice(cell.from, cell.to).filter((item) => item.kind === 'control')
    const isBox = box?.ticked && !isRadio(box) && !secondControl && textOf(cell) === ''
    return isBox ? asLabel(cellText(cell)) : ''
  }
  const isNamed = ({ from }: Cell): boolean => outline.items[from]?.kind === 'text'
  const holds = (row: Row): boolean => row.cells.some((cell) => controlItemsIn(cell) > 0)
  const asking = table.rows.filter(holds)

  const distinct = new Map<number, Set<string>>()
  const covered = new Map<number, number>()
  const textsByColumn = new Map<number, Set<string>>()
  for (const { cells } of asking) {
    for (const cell of cells) {
      const text = textOf(cell)
      if (controlItemsIn(cell) === 0 && says(cell))
        textsByColumn.set(cell.column, (textsByColumn.get(cell.column) ?? new Set()).add(cellText(cell)))
      if (controlItemsIn(cell) > 0 || !letters.test(text)) continue
      distinct.set(cell.column, (distinct.get(cell.column) ?? new Set()).add(text))
      covered.set(cell.column, (covered.get(cell.column) ?? 0) + 1)
    }
  }
  const cover = (column: number): number => (covered.get(column) ?? 0) / (asking.length || 1)
  const candidates = [...distinct].filter(([column]) => cover(column) >= 0.6)
  candidates.sort(([left, one], [right, otherTexts]) => otherTexts.size - one.size || left - right)
  const labelColumn = asking.length >= 2 ? (candidates[0]?.[0] ?? -1) : -1

  const busy = new Map<number, number>()
  for (const { cells } of asking)
    for (const cell of cells) if (controlItemsIn(cell) > 0) busy.set(cell.column, (busy.get(cell.column) ?? 0) + 1)
  const many = [...busy.values()].filter((rows) => rows >= 2).length >= 2
  const isFirst = (row: Row): boolean =>
    table.rows.slice(0, row.index).every((above) => !holds(above) && above.cells.filter(says).length < 2) &&
    (row.index === 0 || holds(table.rows[row.index + 1] ?? row))
  const heads = (row: Row): boolean => {
    const filledCells = row.cells.filter((cell) => textOf(cell) !== '')
    if (holds(row) || filledCells.length < 2) return false
    if (filledCells.every((cell) => strong.get(cell))) return true
    const below = table.rows[row.index + 1]
    if (below && overControls(filledCells, below)) return true
    return many && isFirst(row) && filledCells.every((cell) => !textOf(cell).endsWith('?') && textOf(cell).length <= 40)
  }
  const overControls = (filledCells: Cell[], below: Row): boolean =>
    below.cells.every(
      (cell) => !letters.test(textOf(cell)) || !filledCells.some(({ column }) => column === cell.column),
    ) &&
    filledCells.every((head) => below.cells.some((cell) => cell.column === head.column && controlItemsIn(cell) > 0))
  const heading: (Row | null)[] = []
  for (const row of table.rows) {
    const above = table.rows[row.index - 1]
    heading.push(above && heads(above) ? above : (heading.at(-1) ?? null))
  }
  const headBefore = previousGrid && heading.every((each) => each === null) ? previousGrid.lastHead() : null
  const headOf = (row: Row): Row | null => heading[row.index] ?? headBefore
  const lastHead = (): Row | null => heading.at(-1) ?? headBefore
  const tall: { from: number; to: number; column: number; text: string }[] = []
  for (const { cells, index } of table.rows)
    for (const cell of cells) {
      const rows = Number(attribute(cell.element, 'rowspan'))
      if (rows > 1 && controlItemsIn(cell) === 0 && textOf(cell) !== '')
        tall.push({ from: index, to: index + rows, column: cell.column, text: textOf(cell) })
    }
  const sidesOf = ({ row, column }: Cell): string => {
    const cellsBeside = tall.filter((each) => each.column < column && each.from <= row.index && row.index < each.to)
    return cellsBeside.some(({ text }) => sideAlone.test(text)) ? cellsBeside.map(({ text }) => text).join(' - ') : ''
  }
  const tells = (column: number): boolean => asking.length < 2 || (textsByColumn.get(column)?.size ?? 0) > 1
  return {
    textOf,
    controlItemsIn,
    boxText,
    says,
    isNamed,
    headOf,
    lastHead,
    labelColumn,
    tells,
    sidesOf,
    answered: [...busy.keys()],
  }
}

export function gridsOf(outline: PageOutline): (table: Table) => Grid {
  const grids = new Map<Table, Grid>()
  const gridOf = (table: Table): Grid => {
    let grid = grids.get(table)
    if (!grid) {
      const previousTable = goesOnFrom(outline, table)
      grid = build(outline, table, previousTable && gridOf(previousTable))
      grids.set(table, grid)
    }
    return grid
  }
  return gridOf
}

function headOver(grid: Grid, { row, column, span }: Cell): Cell | null {
  const head = grid.headOf(row)
  const over = head?.cells.find((cell) => cell.column <= column && column < cell.column + cell.span)
  if (!head || !over || head.cells.length < 2) return null
  const besides = (cell: Cell): boolean => cell.column > over.column && cell.column < column + span
  if (head.cells.some((cell) => besides(cell) && grid.textOf(cell) !== '')) return null
  // A header above both the row label and its control is a section title.
  const isName = (cell: Cell): boolean =>
    cell.column >= over.column && cell.column < column && grid.controlItemsIn(cell) === 0
  return row.cells.some((cell) => isName(cell) && letters.test(grid.textOf(cell))) ? null : over
}

/**
 * Returns the group header above a column header that occurs twice in its row. Example: the column header "Near" occurs
 * under "With glasses" and under "Without glasses".
 */
function headAbove(grid: Grid, over: Cell): string {
  const { row } = over
  const above = row.table.rows[row.index - 1]
  const text = grid.textOf(over)
  const isTwice = text !== '' && row.cells.some((cell) => cell !== over && grid.textOf(cell) === text)
  if (!isTwice || !above) return ''
  const group = above.cells.find(({ column, span }) => span > 1 && column <= over.column && over.column < column + span)
  return group && grid.controlItemsIn(group) === 0 ? grid.textOf(group) : ''
}

export function columnHead(grid: Grid, cell: Cell): string {
  const over = headOver(grid, cell)
  const above = over ? headAbove(grid, over) : ''
  return above && over ? `${above} - ${grid.textOf(over)}` : over ? grid.textOf(over) : ''
}

/**
 * Returns the row label for a cell: the nearest text to the left, otherwise the text in the label column, otherwise the
 * text of a check box at the start of the row.
 */
export function rowHead(grid: Grid, cell: Cell, isBox = true): string {
  const { cells } = cell.row
  const index = cells.indexOf(cell)
  const labelled = cells.find(({ column }) => column === grid.labelColumn)
  // A row label may contain a control, as in "Other: [ ] | [ ]".
  const filledIn =
    labelled && labelled.column < cell.column && grid.controlItemsIn(labelled) === 1 && grid.isNamed(labelled)
  const isName = labelled && labelled !== cell && (grid.controlItemsIn(labelled) === 0 || filledIn)
  // A text between this control and the next control belongs to the next control. This does not apply to a check box or
  // radio button, whose label may be after it.
  const isOthers =
    labelled &&
    !isBox &&
    labelled.column > cell.column &&
    grid.controlItemsIn(cells[cells.indexOf(labelled) + 1] ?? cell) > 0
  const label = isName && !isOthers ? grid.textOf(labelled) : ''
  for (let at = index - 1; at >= 0; at--) {
    const leftCell = cells[at]
    if (!leftCell || grid.controlItemsIn(leftCell) > 0) break
    const text = grid.textOf(leftCell)
    if (text === '') continue
    const isFact = headed(grid, leftCell) && label !== '' && !answersBetween(grid, grid.labelColumn, leftCell.column)
    return isFact ? label : text
  }
  return label || boxAtStart(grid, cell)
}

/**
 * Returns the text of a check box at the start of the row as row label, if the column of the cell has a header, as in
 * "[ ] Hair care | [ ] | [    ]" under the headers "Activity | Refused | Comments". Returns '' for a row with several
 * such texts, as in "[ ] Yes | [ ] No | [    ]", because they are options.
 */
function boxAtStart(grid: Grid, cell: Cell): string {
  const [first, ...others] = cell.row.cells
  if (!first || first === cell || others.some((otherCell) => grid.boxText(otherCell) !== '')) return ''
  return columnHead(grid, cell) === '' ? '' : grid.boxText(first)
}

const answersBetween = (grid: Grid, one: number, otherColumn: number): boolean =>
  grid.answered.some((column) => column > Math.min(one, otherColumn) && column < Math.max(one, otherColumn))

const headed = (grid: Grid, cell: Cell): boolean => columnHead(grid, cell) !== '' && cell.column !== grid.labelColumn

const filledOf = ({ cells }: Row): Cell[] => cells.filter(({ from, to }) => from < to)

/**
 * Returns true if the labels of a row are after their controls: the row begins with a control without text, and its
 * last cell has text and no control. The text must differ from row to row (`tells`).
 */
export function isSaidBehind(grid: Grid, { row }: Cell, isBox: boolean): boolean {
  const filledCells = filledOf(row)
  const [first, last] = [filledCells[0], filledCells.at(-1)]
  if (!first || !last || grid.controlItemsIn(first) === 0 || grid.says(first)) return false
  if (
    isBox &&
    filledCells.some((each) => grid.controlItemsIn(each) === 0 && grid.says(each) && grid.tells(each.column))
  )
    return true
  return grid.controlItemsIn(last) === 0 && letters.test(grid.textOf(last)) && grid.tells(last.column)
}

/**
 * Returns the label after a control, in a row whose labels are after their controls, as in "[ ] | [ ] | Skin: no
 * lesions | [ ] | [ ] | Lungs" (`|` separates cells).
 */
export function rowTail(grid: Grid, cell: Cell, isBox: boolean): string {
  const says = (each: Cell): boolean => letters.test(grid.textOf(each))
  const filledCells = filledOf(cell.row).filter((each) => grid.controlItemsIn(each) > 0 || says(each))
  const index = filledCells.indexOf(cell)
  const cellsBehind = filledCells.slice(index + 1)
  // Of several texts the one in the label column is the label. Example: in "[ ] | EYE | Pupils | [    ]" the label is
  // "Pupils" if "EYE" is in several rows.
  const run = cellsBehind.slice(cellsBehind.findIndex(says))
  const end = run.findIndex((each) => !says(each) || grid.controlItemsIn(each) > 0)
  const texts = end < 0 ? run : run.slice(0, end)
  const labelCell = texts.find(({ column }) => column === grid.labelColumn) ?? cellsBehind.find(says)
  const isAlone =
    filledCells[index + 1] === labelCell && (index === 0 || grid.controlItemsIn(filledCells[index - 1] ?? cell) === 0)
  return labelCell && grid.controlItemsIn(labelCell) === 0 && (isBox || isAlone) ? grid.textOf(labelCell) : ''
}

export const isSaidElsewhere = (grid: Grid, cell: Cell, far: boolean): boolean =>
  cell.row.cells.some(
    (each) => each !== cell && grid.says(each) && (far || (grid.controlItemsIn(each) === 0 && grid.tells(each.column))),
  )
