import { expect, test } from 'vitest'
import { lastTryWords } from './webhook-words.ts'

const at = '2026-11-23T10:00:00.000Z'

test.each([
  [undefined, ''],
  [{ at, answerStatus: 200, latencyMs: 1200 }, 'Attempt 2: status 200 after 1,200 ms'],
  [{ at, answerStatus: 503, problem: 'status', latencyMs: 7 }, 'Attempt 2: status 503 after 7 ms'],
  [{ at, problem: 'timeout', latencyMs: 15_000 }, 'Attempt 2: no answer within 15 seconds'],
  [{ at, problem: 'address', latencyMs: 3 }, 'Attempt 2: the address is not allowed: use a public https address'],
] as const)('the last try %o reads as “%s”', (lastTry, words) => {
  expect(lastTryWords({ lastTry, tries: 2 })).toBe(words)
})
