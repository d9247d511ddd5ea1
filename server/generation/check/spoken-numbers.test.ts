import { describe, expect, test } from 'vitest'
import { spokenNumbers } from './spoken-numbers.ts'

const valuesOf = (words: string, afterPoint = false) =>
  spokenNumbers(words, afterPoint).numbers.map(({ values }) => values)

describe('a spoken number has every value that it may mean', () => {
  test.each<[string, number]>([
    ['his temperature was ninety ninety seven . two', 97.2],
    ['she weighs 61 . 5 kilos', 61.5],
    ['the sugars were three to four hundreds', 300],
    ['the sugars were three to four hundreds', 400],
    ['one spike of five or six hundred', 500],
    ['it runs in the one twenties', 120],
    ['between one fifteen and one thirty four', 134],
    ['take it q.6 h.', 6],
    ['I fell in March of O eight', 2008],
    ['I fell on June thirty two thousand and four', 30],
    ['I fell on June thirty two thousand and four', 2004],
  ])('%s: %d', (words, value) => expect(valuesOf(words).flat()).toContain(value))

  test.each<[string, number]>([
    ['I fell in March of O eight', 8],
    ['three to four days', 300],
    ['I took five or six pills', 500],
    ['on twenty June thirty people came', 2004],
  ])('%s: not %d', (words, value) => expect(valuesOf(words).flat()).not.toContain(value))

  test('a full stop that stands apart may be the point of a decimal, but only before a measure', () => {
    expect(valuesOf('five centimeter stone', true)).toEqual([[5, 0.5]])
    expect(valuesOf('five centimeter stone')).toEqual([[5]])
    expect(valuesOf('five people came', true)).toEqual([[5]])
  })
})
