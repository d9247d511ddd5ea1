import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addColumn,
  addRow,
  moveColumn,
  moveRow,
  removeColumn,
  removeRow,
  squared,
  type TableShape,
  withCell,
  withHeader,
} from './table-edits.ts'

const cells = fc.array(fc.string({ maxLength: 3 }), { maxLength: 5 })
const table = fc
  .record({ headers: fc.array(fc.string({ maxLength: 3 }), { minLength: 1, maxLength: 4 }), rows: fc.array(cells) })
  .map(squared)
const place = fc.nat({ max: 4 })
const edit: fc.Arbitrary<(before: TableShape) => TableShape> = fc.oneof(
  fc.constantFrom(addColumn, addRow),
  place.map((at) => (before: TableShape) => removeColumn(before, at)),
  place.map((at) => (before: TableShape) => removeRow(before, at)),
  fc.tuple(place, place).map(
    ([from, to]) =>
      (before: TableShape) =>
        moveColumn(before, from, to),
  ),
  fc.tuple(place, place).map(
    ([from, to]) =>
      (before: TableShape) =>
        moveRow(before, from, to),
  ),
)

test('after any edit of a table, every row has a cell for each header, and at least one column remains', () => {
  fc.assert(
    fc.property(table, fc.array(edit), (before, edits) => {
      const { headers, rows } = edits.reduce((each, change) => change(each), before)
      expect(headers.length).toBeGreaterThan(0)
      for (const row of rows) expect(row).toHaveLength(headers.length)
    }),
  )
})

test('a moved column takes its cells along; at the edge nothing moves', () => {
  const before = { headers: ['Drug', 'Dose'], rows: [['Sertraline', '50 mg']] }
  expect(moveColumn(before, 0, 1)).toEqual({ headers: ['Dose', 'Drug'], rows: [['50 mg', 'Sertraline']] })
  expect(moveColumn(before, 0, -1)).toEqual(before)
  expect(moveRow(before, 0, 1)).toEqual(before)
})

test('short rows are filled up, long ones cut', () => {
  expect(squared({ headers: ['a', 'b'], rows: [['1'], ['1', '2', '3']] }).rows).toEqual([
    ['1', ''],
    ['1', '2'],
  ])
})

test('a header or a cell is changed without affecting the rest', () => {
  const before = { headers: ['a'], rows: [['1'], ['2']] }
  expect(withCell(withHeader(before, 0, 'b'), 1, 0, '3')).toEqual({ headers: ['b'], rows: [['1'], ['3']] })
  expect(before).toEqual({ headers: ['a'], rows: [['1'], ['2']] })
})
