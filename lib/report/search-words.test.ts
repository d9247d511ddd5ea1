import { expect, test } from 'vitest'
import { searchWords } from './search-words.ts'

/** A Wednesday. */
const now = new Date(2026, 10, 25, 15, 0)
const local = (at: string | undefined) => {
  if (at === undefined) return undefined
  const date = new Date(at)
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()} ${date.getHours()}`
}

test.each([
  ['today', undefined, '2026-11-25 0', '2026-11-26 0'],
  ['maya yesterday', 'maya', '2026-11-24 0', '2026-11-25 0'],
  ['Last week Maya 4812', 'Maya 4812', '2026-11-16 0', '2026-11-23 0'],
  ['maya this month', 'maya', '2026-11-1 0', '2026-12-1 0'],
  ['3 days ago', undefined, '2026-11-22 0', '2026-11-23 0'],
  ['on Monday', undefined, '2026-11-23 0', '2026-11-24 0'],
  ['thursday', undefined, '2026-11-19 0', '2026-11-20 0'],
  ['wednesday', undefined, '2026-11-25 0', '2026-11-26 0'],
  ['2026-03-05 intake', 'intake', '2026-3-5 0', '2026-3-6 0'],
  ['Nov 21', undefined, '2026-11-21 0', '2026-11-22 0'],
  ['December 3', undefined, '2025-12-3 0', '2025-12-4 0'],
  ['3 dec 2024', undefined, '2024-12-3 0', '2024-12-4 0'],
  ['maya in may', 'maya', '2026-5-1 0', '2026-6-1 0'],
  ['december 2025', undefined, '2025-12-1 0', '2026-1-1 0'],
  // A name of a person, a number of a chart, and days that no calendar has.
  ['April May', 'April May', undefined, undefined],
  ['  4812 ', '4812', undefined, undefined],
  ['2026-02-30', '2026-02-30', undefined, undefined],
  ['', undefined, undefined, undefined],
])('a search for “%s” looks for the words “%s”, from %s to %s', (text, search, from, to) => {
  const words = searchWords(text, now)
  expect([words.search, local(words.from), local(words.to)]).toEqual([search, from, to])
})
