import { expect, test } from 'vitest'
import { createPacer } from './pacer.ts'

function clocked() {
  const clock = { nowMs: 5000, now: () => clock.nowMs }
  return { clock, pacer: createPacer(clock) }
}

test('a backlog of more than 50 is sent at one chunk per 30 ms', () => {
  const { clock, pacer } = clocked()
  expect([pacer.take(60), pacer.take(59)]).toEqual([true, false])
  expect(pacer.waitMs).toBe(30)
  clock.nowMs += 30
  expect([pacer.take(59), pacer.take(58)]).toEqual([true, false])
})

test('50 or fewer are sent at once', () => {
  const { pacer } = clocked()
  expect([pacer.take(50), pacer.take(49), pacer.take(1)]).toEqual([true, true, true])
})

test('the rate is kept even if timers fire only once a second', () => {
  const { clock, pacer } = clocked()
  let sent = 0
  for (let second = 0; second < 10; second++) {
    while (pacer.take(1000)) sent++
    clock.nowMs += 1000
  }
  expect(sent).toBeGreaterThanOrEqual(300)
  expect(sent).toBeLessThanOrEqual(334)
})

test('after a long sleep of the computer, chunks are not sent all at once', () => {
  const { clock, pacer } = clocked()
  pacer.take(1000)
  clock.nowMs += 3_600_000
  let sent = 0
  while (pacer.take(1000)) sent++
  expect(sent).toBeLessThanOrEqual(34)
})
