import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRounds } from './rounds.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('each member is called once per period, however many there are, and never all at once', () => {
  const rounds = createRounds(1000)
  const calls = Array.from({ length: 100 }, () => 0)
  let atOnce = 0
  const leave = calls.map((_, member) =>
    rounds.join(() => {
      calls[member] = (calls[member] ?? 0) + 1
      atOnce++
    }),
  )
  let most = 0
  for (let ms = 0; ms < 3000; ms++) {
    atOnce = 0
    vi.advanceTimersByTime(1)
    most = Math.max(most, atOnce)
  }
  expect(new Set(calls)).toEqual(new Set([3]))
  expect(most).toBe(10)
  for (const one of leave) one()
})

it('a member that has left is not called, its place is reused, and without members no timer keeps the process running', () => {
  const rounds = createRounds(1000)
  const [first, second] = [vi.fn(), vi.fn()]
  const leaveFirst = rounds.join(first)
  const leaveSecond = rounds.join(second)
  leaveFirst()
  leaveFirst()
  vi.advanceTimersByTime(1000)
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
  leaveSecond()
  expect(vi.getTimerCount()).toBe(0)
  rounds.join(first)
  vi.advanceTimersByTime(1000)
  expect(first).toHaveBeenCalledTimes(1)
})

it('a period shorter than a slot counts as one slot', () => {
  const rounds = createRounds(20)
  const call = vi.fn()
  rounds.join(call)
  vi.advanceTimersByTime(100)
  expect(call).toHaveBeenCalledTimes(5)
})
