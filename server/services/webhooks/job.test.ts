import { expect, test } from 'vitest'
import { pauseAfter } from './job.ts'

const hourMs = 60 * 60_000

test('the pauses grow from 5 seconds to an hour, each changed at random by up to a quarter', () => {
  const middle = [1, 2, 3, 4, 5, 6, 7, 8, 50].map((tries) => pauseAfter(tries, () => 0.5))
  expect(middle).toEqual([5_000, 15_000, 45_000, 135_000, 405_000, 1_215_000, hourMs, hourMs, hourMs])
  expect([pauseAfter(1, () => 0), pauseAfter(1, () => 1)]).toEqual([3_750, 6_250])
})

test('a receiver that is down for a day is tried again before the last try fails', () => {
  for (const random of [() => 0, () => 0.5, () => 1]) {
    const triedAt = [0]
    for (let tries = 1; (triedAt.at(-1) ?? 0) < 25 * hourMs; tries += 1)
      triedAt.push((triedAt.at(-1) ?? 0) + pauseAfter(tries, random))
    expect(triedAt.filter((at) => at > 24 * hourMs).length).toBeGreaterThan(0)
    expect(triedAt.length).toBeLessThan(50)
  }
})
