/** Headers and rows of a table field. A stored table can have rows of other lengths than its headers, see `squared`. */
export interface TableShape {
  headers: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Extends short rows with empty cells and cuts long ones. */
export function squared({ headers, rows }: TableShape): TableShape {
  return { headers, rows: rows.map((row) => headers.map((_, column) => row[column] ?? '')) }
}

export const addColumn = ({ headers, rows }: TableShape): TableShape => ({
  headers: [...headers, ''],
  rows: rows.map((row) => [...row, '']),
})

export const addRow = ({ headers, rows }: TableShape): TableShape => ({
  headers,
  rows: [...rows, headers.map(() => '')],
})

/** Removes a column. The last column is kept, because a table has at least one. */
export const removeColumn = (table: TableShape, at: number): TableShape =>
  table.headers.length < 2
    ? table
    : { headers: table.headers.toSpliced(at, 1), rows: table.rows.map((row) => row.toSpliced(at, 1)) }

export const removeRow = ({ headers, rows }: TableShape, at: number): TableShape => ({
  headers,
  rows: rows.toSpliced(at, 1),
})

const moveItem = <Item>(items: readonly Item[], from: number, to: number): readonly Item[] => {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** Moves a column. Does nothing if the target is outside the table. */
export const moveColumn = ({ headers, rows }: TableShape, from: number, to: number): TableShape => ({
  headers: moveItem(headers, from, to),
  rows: rows.map((row) => moveItem(row, from, to)),
})

export const moveRow = ({ headers, rows }: TableShape, from: number, to: number): TableShape => ({
  headers,
  rows: moveItem(rows, from, to),
})

export const withHeader = ({ headers, rows }: TableShape, column: number, header: string): TableShape => ({
  headers: headers.with(column, header),
  rows,
})

export const withCell = ({ headers, rows }: TableShape, row: number, column: number, cell: string): TableShape => ({
  headers,
  rows: rows.map((cells, at) => (at === row ? cells.with(column, cell) : cells)),
})
