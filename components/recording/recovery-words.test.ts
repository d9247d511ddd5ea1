import { expect, test } from 'vitest'
import { lengthText, whenText } from './recovery-words.ts'

test('in American English, a recording of today is shown with its time, an older one also with its date', () => {
  const now = new Date(2026, 10, 21, 15, 0).getTime()
  expect(whenText(new Date(2026, 10, 21, 12, 4).toISOString(), now)).toMatch(/^12:04\sPM$/)
  expect(whenText(new Date(2026, 10, 20, 12, 4).toISOString(), now)).toMatch(/^Nov 20, 12:04\sPM$/)
})

test('lengths are in minutes, or in seconds below one minute', () => {
  expect([2_280_000, 20_000].map(lengthText)).toEqual(['38 min', '20 s'])
})
