import { expect, test } from 'vitest'
import type { Chunk } from '../timeline.ts'
import { chunkFrames, createDiskReader, DiskAway } from './disk-reader.ts'

/** A disk with chunks at these frames. Chunks of `broken` cannot be read. `waits` are the waits between retries. */
function disk(frames: number[], { channels = 1, length = chunkFrames, knowsPlaces = true } = {}) {
  const broken = new Set<number>()
  const waits: number[] = []
  const state = { failures: 0, away: false }
  const from = (frame: number, most: number) => frames.filter((at) => at >= frame).slice(0, most)
  const clock = {
    after(ms: number, callback: () => void) {
      waits.push(ms)
      queueMicrotask(callback)
      return () => {}
    },
  }
  const places = async (frame: number, most: number) => {
    if (state.away) throw new Error('away')
    return from(frame, most)
  }
  const reader = createDiskReader({
    channels: channels as 1 | 2,
    clock,
    places: knowsPlaces ? places : undefined,
    async read(frame, most) {
      const found = from(frame, most)
      if (state.away || state.failures-- > 0 || found.some((at) => broken.has(at))) throw new Error('unreadable')
      return found.map((atFrame): Chunk => ({ atFrame, pcm: new Int16Array(length * channels).fill(1) }))
    },
  })
  return { reader, broken, waits, state }
}
const four = [0, 1, 2, 3].map((index) => index * chunkFrames)
const all = { fromFrame: 0, endFrame: 4 * chunkFrames }
const framesOf = ({ chunks }: { chunks: readonly Chunk[] }) => chunks.map(({ atFrame }) => atFrame)

test('a read gives the chunks of its part, also the one that begins before it, and says if more are stored', async () => {
  const { reader } = disk(four)
  expect(framesOf(await reader(all, 10))).toEqual(four)
  const middle = await reader({ fromFrame: chunkFrames + 1, endFrame: 2 * chunkFrames + 1 }, 10)
  expect([framesOf(middle), middle.more]).toEqual([[chunkFrames, 2 * chunkFrames], false])
  expect((await reader(all, 2)).more).toBe(true)
  expect((await reader(all, 3)).more).toBe(true)
  expect((await reader(all, 4)).more).toBe(false)
  const half = await reader({ ...all, endFrame: 2 * chunkFrames }, 2)
  expect([framesOf(half), half.more]).toEqual([four.slice(0, 2), false])
})

test('a disk that fails for a short time loses nothing', async () => {
  const { reader, state, waits } = disk(four)
  state.failures = 6
  expect(await reader(all, 10)).toMatchObject({ unreadable: [], more: false })
  expect(waits).toHaveLength(6)
})

test.each([true, false])(
  'an unreadable chunk costs only itself (the disk knows its places: %s)',
  async (knowsPlaces) => {
    for (const bad of four) {
      const { reader, broken } = disk(four, { knowsPlaces })
      broken.add(bad)
      const reading = await reader(all, 10)
      expect(framesOf(reading)).toEqual(four.filter((at) => at !== bad))
      expect(reading.unreadable).toEqual([{ fromFrame: bad, endFrame: bad + chunkFrames }])
      expect(reading.more).toBe(false)
    }
  },
)

test('an unreadable chunk before a pause, or at the end of the part, is not longer than it can be', async () => {
  const { reader, broken } = disk([0, 100, 10_000])
  broken.add(0)
  expect((await reader({ fromFrame: 0, endFrame: 20_000 }, 10)).unreadable).toEqual([{ fromFrame: 0, endFrame: 100 }])
  broken.clear()
  broken.add(10_000)
  expect((await reader({ fromFrame: 0, endFrame: 11_000 }, 10)).unreadable).toEqual([
    { fromFrame: 10_000, endFrame: 11_000 },
  ])
})

test('without known places, a broken chunk in the middle of the part is reported once, and the end is found', async () => {
  const { reader, broken } = disk([100, 2148, 4196], { knowsPlaces: false })
  broken.add(100)
  const reading = await reader({ fromFrame: 0, endFrame: 20_000 }, 10)
  expect([framesOf(reading), reading.unreadable.length, reading.more]).toEqual([[2148, 4196], 1, false])
})

test('a part that is read chunk by chunk says if more is stored', async () => {
  const { reader, broken } = disk(four)
  broken.add(0)
  expect((await reader(all, 1)).more).toBe(true)
  const stereo = disk(four, { channels: 2 })
  stereo.broken.add(chunkFrames)
  expect(await stereo.reader(all, 10)).toMatchObject({
    unreadable: [{ fromFrame: chunkFrames, endFrame: 2 * chunkFrames }],
    more: false,
  })
})

test('without another readable chunk, nothing is given up: the disk is away', async () => {
  const single = disk([0])
  single.broken.add(0)
  await expect(single.reader(all, 10)).rejects.toBeInstanceOf(DiskAway)
  const whole = disk(four)
  whole.state.away = true
  await expect(whole.reader(all, 10)).rejects.toBeInstanceOf(DiskAway)
  for (const at of four) whole.broken.add(at)
  whole.state.away = false
  await expect(whole.reader(all, 10)).rejects.toBeInstanceOf(DiskAway)
})

test('the only chunk of a recording is not given up because it can be read again a moment later', async () => {
  const { reader, state } = disk([0])
  // The first 11 reads fail: 7 attempts to read several chunks, and 4 attempts to read the first chunk alone. All later
  // reads succeed.
  state.failures = 11
  await expect(reader(all, 10)).rejects.toBeInstanceOf(DiskAway)
  expect(framesOf(await reader(all, 10))).toEqual([0])
})

test('a chunk that was read before shows later if the disk works', async () => {
  const { reader, broken, state } = disk(four)
  await reader({ fromFrame: 0, endFrame: chunkFrames }, 1)
  broken.add(3 * chunkFrames)
  const last = { fromFrame: 3 * chunkFrames, endFrame: 4 * chunkFrames }
  expect((await reader(last, 1)).unreadable).toEqual([last])
  state.away = true
  await expect(reader(last, 1)).rejects.toBeInstanceOf(DiskAway)
})
