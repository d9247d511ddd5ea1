import { expect, test } from 'vitest'
import { missingWords } from './missing-words.ts'

const at = (seconds: number, lengthMs: number) => ({ fromMs: seconds * 1000, toMs: seconds * 1000 + lengthMs })

test('the total length is given with the precision that fits it', () => {
  expect(missingWords([at(0, 20)])).toBe('0.1 s, at 00:00')
  expect(missingWords([at(192, 6400)])).toBe('6.4 s, at 03:12')
  expect(missingWords([at(60, 9_999)])).toBe('10.0 s, at 01:00')
  expect(missingWords([at(60, 10_000)])).toBe('10 s, at 01:00')
  expect(missingWords([at(60, 59_400)])).toBe('59 s, at 01:00')
  expect(missingWords([at(60, 60_000)])).toBe('01:00, at 01:00')
})

test('up to five places are named one by one; the rest is counted', () => {
  const parts = (count: number) => Array.from({ length: count }, (_, i) => at(60 * i, 1000))
  expect(missingWords(parts(2))).toBe('2.0 s, at 00:00 and 01:00')
  expect(missingWords(parts(5))).toBe('5.0 s, at 00:00, 01:00, 02:00, 03:00 and 04:00')
  expect(missingWords(parts(6))).toBe('6.0 s, at 00:00, 01:00, 02:00, 03:00, 04:00 and one more place')
  expect(missingWords(parts(8))).toBe('8.0 s, at 00:00, 01:00, 02:00, 03:00, 04:00 and 3 more places')
})
