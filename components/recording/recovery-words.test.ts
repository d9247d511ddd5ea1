import { expect, test } from 'vitest'
import { lengthText, whenText } from './recovery-words.ts'

test('a recording of today goes by its time, an older one by its day too', () => {
  const now = new Date(2026, 10, 21, 15, 0).getTime()
  expect(whenText(new Date(2026, 10, 21, 12, 4).toISOString(), now)).toBe('12:04')
  expect(whenText(new Date(2026, 10, 20, 12, 4).toISOString(), now)).toBe('20 Nov, 12:04')
})

test('lengths are minutes, or seconds where there is not one', () => {
  expect([2_280_000, 20_000].map(lengthText)).toEqual(['38 min', '20 s'])
})
