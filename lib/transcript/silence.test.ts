import { expect, test } from 'vitest'
import { createSilentSource } from './silent-source.ts'
import { createStallWatch } from './stall-watch.ts'

const [loud, room] = [0.1, 0.001]
test('whoever listens is not silent: only time without the voice of the other side counts', () => {
  const source = createSilentSource()
  expect(source.hear({ microphone: 0, tab: loud }, 600_000)).toBe(null)
  expect(source.hear({ microphone: 0, tab: room }, 14_000)).toBe(null)
  expect(source.hear({ microphone: 0, tab: loud }, 60_000)).toBe(null)
  expect(source.hear({ microphone: 0, tab: room }, 1000)).toBe('microphone')
  expect(source.hear({ microphone: loud, tab: loud }, 100)).toBe(null)
  expect(source.hear({ microphone: loud, tab: 0 }, 600_000)).toBe(null)
  expect(source.hear({ microphone: room, tab: 0 }, 15_000)).toBe('tab')
})
test('each source is measured alone, and the microphone is named first', () => {
  const source = createSilentSource()
  expect(source.hear({ microphone: 0, tab: room }, 10_000)).toBe(null)
  expect(source.hear({ microphone: 0, tab: 0 }, 5000)).toBe('microphone')
  expect(source.hear({ microphone: room, tab: 0 }, 5000)).toBe(null)
  expect(source.hear({ microphone: room, tab: 0 }, 5000)).toBe('tab')
  expect(source.hear({ microphone: 0, tab: 0 }, 15_000)).toBe('microphone')
  expect(source.hear({ microphone: room, tab: room }, 100)).toBe(null)
  expect(source.hear({ microphone: room, tab: 0 }, 10_000)).toBe(null)
})
test('without a tab, no tab is silent; the quietest room is not silent', () => {
  const source = createSilentSource()
  expect(source.hear({ microphone: 0.00025, tab: null }, 60_000)).toBe(null)
  expect(source.hear({ microphone: 0.00024, tab: 0.00025 }, 10_000)).toBe(null)
  expect(source.hear({ microphone: 0.00024, tab: 0.00025 }, 5000)).toBe('microphone')
})
test('after a reset, both sources are measured anew', () => {
  const source = createSilentSource()
  source.hear({ microphone: 0, tab: 0 }, 10_000)
  source.reset()
  expect(source.hear({ microphone: 0, tab: room }, 10_000)).toBe(null)
  source.hear({ microphone: room, tab: 0 }, 10_000)
  source.reset()
  expect(source.hear({ microphone: room, tab: 0 }, 10_000)).toBe(null)
})

test('missing audio is reported once, until audio arrives or none is expected', () => {
  const timers = new Set<() => void>()
  const told: boolean[] = []
  const watch = createStallWatch(
    {
      after(_, callback) {
        timers.add(callback)
        return () => timers.delete(callback)
      },
    },
    (stalled) => told.push(stalled),
  )
  const expire = () => {
    for (const callback of [...timers]) {
      timers.delete(callback)
      callback()
    }
  }
  watch.rest()
  expect([told, timers.size]).toEqual([[], 0])
  watch.soundArrived()
  watch.soundArrived()
  expect([told, timers.size]).toEqual([[], 1])
  expire()
  expect(told).toEqual([true])
  watch.soundArrived()
  expect(told).toEqual([true, false])
  expire()
  watch.rest()
  watch.rest()
  expect([told, timers.size]).toEqual([[true, false, true, false], 0])
  watch.soundArrived()
  watch.rest()
  expire()
  expect(told).toHaveLength(4)
})
