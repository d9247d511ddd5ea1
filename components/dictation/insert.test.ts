import { expect, test } from 'vitest'
import { insertWords, wordsOf } from './insert.ts'

test('speaker labels are not inserted', () => {
  expect(wordsOf(['Speaker 0: Slept well.', ' ', 'Eats again.'])).toBe('Slept well. Eats again.')
})

test('inserted words are separated from the text around them, and no existing text is lost', () => {
  expect(insertWords('', 0, 'Hello.')).toEqual({ text: 'Hello.', caret: 6 })
  expect(insertWords('Plan: rest.', 5, 'walk,')).toEqual({ text: 'Plan: walk, rest.', caret: 11 })
  expect(insertWords('onetwo', 3, 'and')).toEqual({ text: 'one and two', caret: 7 })
  expect(insertWords('Sleeps.', 6, 'well')).toEqual({ text: 'Sleeps well.', caret: 11 })
  expect(insertWords('As it was', 4, '')).toEqual({ text: 'As it was', caret: 4 })
})
