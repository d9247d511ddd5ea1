import type { LabelCandidate } from '../found.ts'
import type { Cell, Spot, Table } from '../survey/sheet.ts'
import { columnHead, type Grid, rowHead } from './grid.ts'
import { candidate } from './text.ts'

/** Fourth rung: row head and column head of the table a control stands in; where that has none, of the table around it. */
export function table(gridOf: (table: Table) => Grid, spot: Spot): LabelCandidate | null {
  let far = false
  for (let cell: Cell | null = spot.cell; cell; cell = cell.row.table.outer) {
    const grid = gridOf(cell.row.table)
    const [row, column] = [rowHead(grid, cell), columnHead(grid, cell)]
    if (row && column && row !== column) return candidate(`${row} - ${column}`, 'table', far ? 0.78 : 0.8)
    if (row || column) return candidate(row || column, 'table', far ? 0.66 : row ? 0.7 : 0.65)
    far = true
  }
  return null
}
