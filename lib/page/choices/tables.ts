import type { Grid } from '../label/grid.ts'
import { columnHead, isUnderHeads, rowHead } from '../label/heads.ts'
import { isSelect } from '../scan/controls.ts'
import type { Cell, ControlItem, PageOutline, Table } from '../survey/outline.ts'

/** Free controls that fill a grid whose columns have heads and whose rows have none: one table, in row-major order. */
export interface FormTable {
  controlItems: ControlItem[]
  headers: string[]
  /** Its heads stand under heads of their own, as in a matrix whose rows are named elsewhere. */
  grouped: boolean
  rows: number
  /** The place of its first word, before which its name stands. */
  at: number
}

/** `hasNone`: which tables are known to be none. */
export function tablesOf(
  outline: PageOutline,
  gridOf: (table: Table) => Grid,
  hasNone: (table: Table) => boolean = () => false,
): FormTable[] {
  const byTable = Map.groupBy(
    outline.controlItems.filter(({ cell }) => cell),
    ({ cell }) => (cell as Cell).row.table,
  )
  const found: FormTable[] = []
  for (const [table, controlItems] of byTable) {
    if (hasNone(table)) continue
    const grid = gridOf(table)
    const free = ({ ticked, control }: ControlItem): boolean => !ticked && !isSelect(control)
    const rows = [...Map.groupBy(controlItems, ({ cell }) => cell?.row).values()]
    const columns = rows[0]?.map(({ cell }) => cell?.column) ?? []
    if (rows.length < 2 || columns.length < 2 || !controlItems.every(free)) continue
    const even = rows.every(
      (row) => row.length === columns.length && row.every(({ cell }, at) => cell?.column === columns[at]),
    )
    const headers = (rows[0] ?? []).map(({ cell }) => (cell ? columnHead(grid, cell) : ''))
    // A cell with words of its own asks by itself.
    const plain = controlItems.every(
      ({ cell }) => cell && rowHead(grid, cell) === '' && grid.controlItemsIn(cell) === 1 && !grid.says(cell),
    )
    const heads = new Set(rows.map(([controlItem]) => (controlItem?.cell ? grid.headOf(controlItem.cell.row) : null)))
    if (!even || !plain || heads.size > 1 || !headers.every(Boolean)) continue
    const grouped = (rows[0] ?? []).some(({ cell }) => cell && isUnderHeads(grid, cell))
    found.push({ controlItems, headers, grouped, rows: rows.length, at: table.rows[0]?.cells[0]?.from ?? 0 })
  }
  return found
}
