import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyTurns, applyUnclear, turnsChange } from './turns.ts'

test('an update replaces the turns from its index on', () => {
  expect(applyTurns(['a', 'b', 'c'], { from: 1, transcript: ['x'] })).toEqual(['a', 'x'])
  expect(applyTurns([], { from: 0, transcript: [] })).toEqual([])
})

test('the smallest update from one list to another gives that list, and equal lists need none', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 })
  fc.assert(
    fc.property(list, list, (before, after) => {
      const change = turnsChange(before, after)
      const { from, turns } = change ?? { from: before.length, turns: [] }
      expect(applyTurns(before, { from, transcript: turns })).toEqual(after)
      expect(change === undefined || before[from] !== turns[0]).toBe(true)
    }),
  )
})

test('unclear words are replaced with their turns, and nothing changes without any', () => {
  const none: number[][] = []
  expect(applyUnclear(none, { from: 3, transcript: ['a'] })).toBe(none)
  const marked = applyUnclear(none, { from: 2, transcript: ['a', 'b'], unclear: [[0], []] })
  expect(marked).toEqual([[], [], [0], []])
  expect(applyUnclear(marked, { from: 4, transcript: ['c'] })).toBe(marked)
  expect(applyUnclear(marked, { from: 2, transcript: ['x'] })).toEqual([[], []])
})
