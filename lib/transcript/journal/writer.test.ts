import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../clock.ts'
import type { Chunk } from '../timeline.ts'
import { createJournalWriter } from './writer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const chunk = (atFrame: number): Chunk => ({ atFrame, pcm: new Int16Array(8) })

/** A writer on a disk that the test controls: each write waits until the test ends it. */
function setUp() {
  const writes: { frames: number[]; done: () => void; fail: () => void }[] = []
  const health: boolean[] = []
  const writer = createJournalWriter({
    clock: systemClock,
    onHealth: (healthy) => health.push(healthy),
    write(chunks) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      writes.push({
        frames: chunks.map(({ atFrame }) => atFrame),
        done: resolve,
        fail: () => reject(new Error('The disk is full.')),
      })
      return promise
    },
  })
  const answers: [number, boolean][] = []
  const add = (atFrame: number) => void writer.add(chunk(atFrame)).then((written) => answers.push([atFrame, written]))
  return { writer, writes, health, answers, add }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('chunks that arrive during a write are written together, in order, in the next one', async () => {
  const { writes, answers, add, health } = setUp()
  for (const frame of [0, 8, 16]) add(frame)
  expect(writes.map(({ frames }) => frames)).toEqual([[0]])
  writes[0]?.done()
  await pass(0)
  expect([answers, writes.map(({ frames }) => frames)]).toEqual([[[0, true]], [[0], [8, 16]]])
  writes[1]?.done()
  await pass(0)
  expect(answers).toEqual([0, 8, 16].map((frame) => [frame, true]))
  // No timer is left that could report a failure later.
  await pass(10_000)
  expect([health, vi.getTimerCount()]).toEqual([[], 0])
})

test('a failed write is reported once, with false for its chunks, and the next chunks are written', async () => {
  const { writes, answers, add, health } = setUp()
  add(0)
  add(8)
  writes[0]?.fail()
  await pass(0)
  writes[1]?.fail()
  await pass(0)
  add(16)
  writes[2]?.done()
  await pass(0)
  expect([answers, health]).toEqual([
    [
      [0, false],
      [8, false],
      [16, true],
    ],
    [false, true],
  ])
})

test('a write of more than a second is reported, delays no chunk for longer than a second, and may still succeed', async () => {
  const { writes, answers, add, health } = setUp()
  add(0)
  await pass(600)
  add(8)
  await pass(399)
  expect([answers, health]).toEqual([[], []])
  await pass(1)
  expect([answers, health]).toEqual([[[0, false]], [false]])
  await pass(599)
  expect(answers).toEqual([[0, false]])
  await pass(1)
  expect(answers).toEqual([
    [0, false],
    [8, false],
  ])
  writes[0]?.done()
  await pass(0)
  expect(health).toEqual([false, true])
})

test('the end waits until no write is pending, for at most 5 s', async () => {
  const { writer, writes, add } = setUp()
  let settled = 0
  const settle = () => void writer.settled().then(() => settled++)
  settle()
  await pass(0)
  expect(settled).toBe(1)

  add(0)
  add(8)
  settle()
  settle()
  writes[0]?.done()
  await pass(0)
  expect(settled).toBe(1)
  writes[1]?.done()
  await pass(0)
  expect([settled, vi.getTimerCount()]).toEqual([3, 0])

  add(16)
  settle()
  await pass(4999)
  expect(settled).toBe(3)
  await pass(1)
  expect(settled).toBe(4)
})
