/** Headers and rows of a table field; every row has a cell for each header. */
export interface TableShape {
  headers: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Short rows are filled up, long ones cut. */
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

/** The last column stays: a table has at least one. */
export const removeColumn = (table: TableShape, at: number): TableShape =>
  table.headers.length < 2
    ? table
    : { headers: table.headers.toSpliced(at, 1), rows: table.rows.map((row) => row.toSpliced(at, 1)) }

export const removeRow = ({ headers, rows }: TableShape, at: number): TableShape => ({
  headers,
  rows: rows.toSpliced(at, 1),
})

const moved = <Item>(items: readonly Item[], from: number, to: number): readonly Item[] => {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** To a place outside the table nothing is moved. */
export const moveColumn = ({ headers, rows }: TableShape, from: number, to: number): TableShape => ({
  headers: moved(headers, from, to),
  rows: rows.map((row) => moved(row, from, to)),
})

export const moveRow = ({ headers, rows }: TableShape, from: number, to: number): TableShape => ({
  headers,
  rows: moved(rows, from, to),
})

export const withHeader = ({ headers, rows }: TableShape, column: number, header: string): TableShape => ({
  headers: headers.with(column, header),
  rows,
})

export const withCell = ({ headers, rows }: TableShape, row: number, column: number, cell: string): TableShape => ({
  headers,
  rows: rows.map((cells, at) => (at === row ? cells.with(column, cell) : cells)),
})
