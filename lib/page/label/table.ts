import { isTicked } from '../controls/controls.ts'
import type { LabelCandidate } from '../controls/fields.ts'
import { localName } from '../natives.ts'
import type { Cell, ControlItem, Item, PageOutline, Table, TextRun } from '../survey/outline.ts'
import { columnHead, type Grid, isSaidBehind, isSaidElsewhere, rowHead, rowTail } from './grid.ts'
import { asLabel, candidate, joined } from './text.ts'

function saysItself({ items }: PageOutline, { cell, at }: ControlItem): boolean {
  for (let position = at - 1; cell && position >= cell.from; position--) {
    const item = items[position]
    if (item?.kind !== 'text' || item.claimedBy) return false
    if (/\p{L}{2}|\d\.\s*$/u.test(item.text)) return true
  }
  return false
}

function isShared(
  { items, controlItems: all }: PageOutline,
  grid: Grid,
  controlItems: ControlItem[],
  cell: Cell,
  row: string,
  isBox: boolean,
): boolean {
  const [first, last] = [controlItems[0]?.order ?? 0, controlItems.at(-1)?.order ?? 0]
  const neighbors = [all[first - 1], all[last + 1]]
  if (controlItems.length > 1 && neighbors.some((each) => each?.cell === cell && each.ticked)) return true
  const ownCells = new Set(controlItems.map((controlItem) => controlItem.cell))
  // Returns true if the row has a cell with text and without a control between `each` and `cell`. This text
  // distinguishes the two controls.
  const isApart = (each: Cell): boolean =>
    cell.row.cells.some(
      (one) =>
        one.column > Math.min(cell.column, each.column) &&
        one.column < Math.max(cell.column, each.column) &&
        grid.controlItemsIn(one) === 0 &&
        grid.textOf(one) !== '',
    )
  const tag = controlItems[0] && localName(controlItems[0].control)
  const isLike = (item: Item): boolean =>
    item.kind === 'control' && item.ticked === controlItems[0]?.ticked && localName(item.control) === tag
  // If a row contains controls of different kinds, as in "Place of work | [list] | [ ]", the row label belongs to the
  // first control. The second control may be a remark, so the row label alone is not reliable for it.
  const isOther = (each: Cell): boolean =>
    !ownCells.has(each) &&
    !isApart(each) &&
    (items.slice(each.from, each.to).some(isLike) || each.column < cell.column) &&
    !grid.isNamed(each) &&
    rowHead(grid, each, isBox) === row
  return cell.row.cells.some((each) => grid.controlItemsIn(each) > 0 && isOther(each))
}

function saidBehind({ items }: PageOutline, { cell, at }: ControlItem): string {
  const itemsBehind = cell ? items.slice(at + 1, cell.to) : []
  return itemsBehind.every((item) => item.kind === 'text' && !item.claimedBy) ? joined(itemsBehind as TextRun[]) : ''
}

export function table(
  outline: PageOutline,
  gridOf: (table: Table) => Grid,
  controlItems: ControlItem[],
): LabelCandidate | null {
  const [controlItem] = controlItems
  if (!controlItem) return null
  // For options in several cells the column headers are the texts of the options, so they are not used as the label.
  const spread = new Set(controlItems.map(({ cell }) => cell)).size > 1
  const isBox = isTicked(controlItem.control)
  let far = false
  for (let cell: Cell | null = controlItem.cell; cell; cell = cell.row.table.outer) {
    const grid = gridOf(cell.row.table)
    const isBehind = isSaidBehind(grid, cell, isBox)
    const head = isBehind ? '' : rowHead(grid, cell, isBox)
    const column = spread && !far ? '' : columnHead(grid, cell)
    const name = head || (isBehind ? rowTail(grid, cell, isBox) : '')
    const sides = name ? grid.sidesOf(cell) : ''
    const row = sides && !sides.endsWith(name) ? `${sides} - ${name}` : name
    const heading = row || column
    if (heading && !/\p{L}/u.test(row + column)) return candidate(heading, 'table', 0.45)
    if (/^\d{1,2}[.)]?$/.test(row) && column) return candidate(column, 'table', 0.65)
    if (row && column) return candidate(`${row} - ${column}`, 'table', far ? 0.78 : 0.8)
    if (heading && !far && saysItself(outline, controlItem)) return candidate(heading, 'table', 0.45)
    // If the row contains another text, that text is the better label, so the column header gets a low score.
    if (!row && column && isSaidElsewhere(grid, cell, far)) return candidate(column, 'table', 0.45)
    if (row && !far && isShared(outline, grid, controlItems, cell, row, isBox)) {
      const textBehind = controlItem.ticked ? '' : asLabel(saidBehind(outline, controlItem))
      return candidate(textBehind ? `${row} - ${textBehind}` : row, 'table', textBehind ? 0.7 : 0.45)
    }
    if (row || column) return candidate(row || column, 'table', far ? 0.45 : row ? 0.7 : 0.65)
    far = true
  }
  return null
}
