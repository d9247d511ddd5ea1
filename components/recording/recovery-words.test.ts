import { expect, test } from 'vitest'
import { lengthText, whenText } from './recovery-words.ts'

test('a recording of today is shown with its time, an older one also with its date', () => {
  const now = new Date(2026, 10, 21, 15, 0).getTime()
  expect(whenText(new Date(2026, 10, 21, 12, 4).toISOString(), now)).toBe('12:04')
  expect(whenText(new Date(2026, 10, 20, 12, 4).toISOString(), now)).toBe('20 Nov, 12:04')
})

test('lengths are in minutes, or in seconds below one minute', () => {
  expect([2_280_000, 20_000].map(lengthText)).toEqual(['38 min', '20 s'])
})
