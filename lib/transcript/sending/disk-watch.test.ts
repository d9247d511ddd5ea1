import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import { idleRecording, type RecordingState } from '../recording-state.ts'
import type { FrameRange } from '../timeline.ts'
import { createDiskWatch } from './disk-watch.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const second = (at: number): FrameRange => ({ fromFrame: at * 16_000, endFrame: (at + 1) * 16_000 })

function setUp({ remember = true, known = [] as FrameRange[] } = {}) {
  let state: RecordingState = idleRecording
  const noted: (readonly FrameRange[])[] = []
  const watch = createDiskWatch({
    journal: { missing: known, note: async (missing) => void noted.push(missing) },
    remember,
    clock: systemClock,
    change: (part) => {
      state = { ...state, ...part(state) }
    },
  })
  return { watch, noted, problem: () => state.problems.reading }
}

test('what is missing is shown and stored, until it was found', () => {
  const { watch, noted, problem } = setUp()
  watch.found(second(3))
  expect([problem(), noted]).toEqual([undefined, []])
  watch.miss(second(1))
  watch.miss(second(5))
  expect(problem()).toContain('2.0 s, at 00:01 and 00:05')
  watch.found(second(3))
  expect(noted).toHaveLength(2)
  watch.found(second(1))
  expect(problem()).toContain('1.0 s, at 00:05')
  watch.found({ fromFrame: 0, endFrame: 10 * 16_000 })
  expect([problem(), watch.missing, noted.at(-1)]).toEqual([undefined, [], []])
})

test('parts that were missing before are still missing, unless everything is sent again', () => {
  expect(setUp({ known: [second(1)] }).watch.missing).toEqual([second(1)])
  const again = setUp({ known: [second(1)], remember: false })
  expect(again.watch.missing).toEqual([])
  again.watch.miss(second(2))
  expect([again.watch.missing, again.noted, again.problem()]).toEqual([
    [second(2)],
    [],
    expect.stringContaining('1.0 s, at 00:02'),
  ])
})

test('a disk that returns nothing is shown instead of the missing parts, until it is back', () => {
  const { watch, problem } = setUp()
  watch.miss(second(1))
  watch.setAway(true)
  expect([watch.away, problem()]).toEqual([
    true,
    expect.stringContaining('cannot be read from this computer’s disk at the moment'),
  ])
  watch.setAway(false)
  expect([watch.away, problem()]).toEqual([false, expect.stringContaining('1.0 s, at 00:01')])
  expect(watch.failure(new Error('gone')).message).toContain('could not be read')
  expect(problem()).toContain('could not be read')
})

test('after Finish, the user waits a minute for a disk that returns nothing, and only then', () => {
  const { watch } = setUp()
  const giveUp = vi.fn()
  watch.setAway(true)
  vi.advanceTimersByTime(120_000)
  watch.finishing(giveUp)
  vi.advanceTimersByTime(59_999)
  // The disk can be read again for a while. When it fails the next time, the wait of one minute must start from zero.
  watch.setAway(false)
  vi.advanceTimersByTime(60_000)
  watch.setAway(true)
  watch.setAway(true)
  vi.advanceTimersByTime(59_999)
  expect(giveUp).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(giveUp).toHaveBeenCalledOnce()
})

test('a user who no longer waits gives nothing up', () => {
  const { watch } = setUp()
  const giveUp = vi.fn()
  watch.finishing(giveUp)
  watch.setAway(true)
  watch.rest()
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(120_000)
  expect(giveUp).not.toHaveBeenCalled()
})
