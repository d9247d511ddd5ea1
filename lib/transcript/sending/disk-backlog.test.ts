import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventually } from '../../../tests/eventually.ts'
import { casesOf } from '../../../tests/exhaustive.ts'
import type { Chunk } from '../timeline.ts'
import { createSendBuffer } from './send-buffer.ts'

/** Frames of a chunk: 16 ms. Real chunks are longer, but a test compares every sample. */
const chunkFrames = 256
const chunkAt = (atFrame: number, frames = chunkFrames): Chunk => ({
  atFrame,
  pcm: Int16Array.from({ length: frames }, (_, i) => ((atFrame + i) % 32_000) + 1),
})
/** A clock whose waits end at once. */
const soon = {
  after(_ms: number, callback: () => void) {
    queueMicrotask(callback)
    return () => {}
  },
}
/** A fake disk in memory. */
function disk() {
  const kept: Chunk[] = []
  const failing = { times: 0 }
  return {
    kept,
    failing,
    async read(fromFrame: number, most: number) {
      if (failing.times > 0) {
        failing.times--
        throw new Error('The disk is away.')
      }
      return kept.filter(({ atFrame }) => atFrame >= fromFrame).slice(0, most)
    },
  }
}

/**
 * Simulates a server: takes all messages from the buffer until the end of the take, and acknowledges them at once.
 * Returns the received sample of each frame.
 */
async function drain(buffer: ReturnType<typeof createSendBuffer>, fromFrame = 0) {
  let frame = fromFrame
  const heard = new Map<number, number>()
  while (frame < buffer.endFrame) {
    const outgoing = buffer.next(true)
    if (outgoing === null) {
      const fetched = Promise.withResolvers<void>()
      buffer.onRefill(fetched.resolve)
      // No audio can arrive between the two calls of `next`, because they run in one task. So `next` must return null
      // again. Then wait for the event that audio was read from the disk. Wait at most 5 ms, because the buffer may be
      // reading nothing.
      if (buffer.next(true) === null) await Promise.race([fetched.promise, new Promise((done) => setTimeout(done, 5))])
      else throw new Error('The buffer said nothing and then something')
      buffer.replayFrom(frame)
      continue
    }
    if (outgoing.type === 'gap') frame += outgoing.ms * 16
    else for (const sample of outgoing.pcm) heard.set(frame++, sample)
    buffer.acknowledge(frame)
  }
  return heard
}

test('a take of hours without a server keeps only the window and a little more in memory', () => {
  const { kept, read } = disk()
  const buffer = createSendBuffer({ channels: 1, read })
  const atMinute: number[] = []
  const { pcm } = chunkAt(0, 2048)
  for (let i = 0; i < 42_000; i++) {
    const chunk = { atFrame: i * 2048, pcm }
    if (i < 700) kept.push(chunk)
    buffer.add(chunk, true)
    if (i === 2400 || i === 41_999) atMinute.push(buffer.inMemory)
  }
  expect(atMinute).toEqual([600, 600])
  expect(buffer.backlog).toBe(42_000)
})

test('audio moved to the disk comes back complete and in order, and new audio waits behind it', async () => {
  const { kept, read } = disk()
  const buffer = createSendBuffer({ channels: 1, window: 4, read })
  for (let i = 0; i < 400; i++) {
    // Some chunks are on the disk, but not in the buffer, like silence that the gate does not send.
    const chunk = chunkAt(i * chunkFrames)
    kept.push(chunk)
    if (i % 150 !== 149) buffer.add(chunk, true)
  }
  const heard = await drain(buffer)
  expect(heard.size).toBe(398 * chunkFrames)
  expect([...heard].every(([frame, sample]) => sample === (frame % 32_000) + 1)).toBe(true)
})

test('a chunk that is on no disk stays in memory, at its position', async () => {
  const { kept, read } = disk()
  const buffer = createSendBuffer({ channels: 1, window: 1, read })
  for (let i = 0; i < 250; i++) {
    const chunk = chunkAt(i * chunkFrames)
    const isKept = i !== 180
    if (isKept) kept.push(chunk)
    buffer.add(chunk, isKept)
  }
  const heard = await drain(buffer)
  expect(heard.size).toBe(250 * chunkFrames)
})

test('a disk that fails briefly is read again', async () => {
  const { kept, read, failing } = disk()
  const buffer = createSendBuffer({ channels: 1, window: 1, read })
  for (let i = 0; i < 130; i++) {
    kept.push(chunkAt(i * chunkFrames))
    buffer.add(chunkAt(i * chunkFrames), true)
  }
  failing.times = 3
  expect((await drain(buffer)).size).toBe(130 * chunkFrames)
})

test('one unreadable chunk costs only itself, whether or not the disk knows where chunks begin', async () => {
  for (const places of [undefined, async (from: number, most: number) => positions(from).slice(0, most)]) {
    const { kept, read } = disk()
    for (let i = 0; i < 300; i++) kept.push(chunkAt(i * chunkFrames))
    const missing: unknown[] = []
    const buffer = createSendBuffer({
      channels: 1,
      window: 4,
      places,
      kept: { fromFrame: 0, endFrame: 300 * chunkFrames },
      async read(fromFrame, most) {
        const found = await read(fromFrame, most)
        if (found.some(({ atFrame }) => atFrame === 120 * chunkFrames)) throw new Error('The disk is bad here.')
        return found
      },
      clock: soon,
      onMissing: (part) => missing.push(part),
    })
    const heard = await drain(buffer)
    expect(heard.size).toBe(299 * chunkFrames)
    expect(missing).toEqual([{ fromFrame: 120 * chunkFrames, endFrame: 121 * chunkFrames }])
  }
  function positions(from: number) {
    return Array.from({ length: 300 }, (_, i) => i * chunkFrames).filter((at) => at >= from)
  }
})

test('a stored recording is sent from the server’s position, even in the middle of a chunk', async () => {
  const { kept, read } = disk()
  for (let i = 0; i < 30; i++) kept.push(chunkAt(i * chunkFrames))
  const buffer = createSendBuffer({ channels: 1, read, kept: { fromFrame: 0, endFrame: 30 * chunkFrames } })
  buffer.replayFrom(5000)
  const heard = await drain(buffer, 5000)
  expect(Math.min(...heard.keys())).toBe(5000)
  expect(heard.size).toBe(30 * chunkFrames - 5000)
})

test('whatever is gated, moved to the disk and replayed, the server ends with exactly the audio that was to be sent', async () => {
  const part = fc.record({ frames: fc.integer({ min: 1, max: chunkFrames }), skip: fc.boolean(), kept: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), async (parts, window) => {
      const { kept, read } = disk()
      const buffer = createSendBuffer({ channels: 1, window, read })
      const expected = new Map<number, number>()
      let at = 0
      for (const { frames, skip, kept: isKept } of parts) {
        const chunk = chunkAt(at, frames)
        at += frames
        if (isKept) kept.push(chunk)
        if (skip) buffer.advance(at)
        else {
          // Add only the second half, as if the silence gate had removed the first half.
          const half = Math.floor(frames / 2)
          const piece = { atFrame: chunk.atFrame + half, pcm: chunk.pcm.subarray(half) }
          buffer.add(piece, isKept)
          for (const [i, sample] of piece.pcm.entries()) expected.set(piece.atFrame + i, sample)
        }
      }
      const heard = await drain(buffer)
      expect(heard).toEqual(expected)
    }),
    { numRuns: casesOf('sending a recording', 40) },
  )
})

test('silence is reported while it lasts, so that the server knows the position of the take', () => {
  const buffer = createSendBuffer({ channels: 1 })
  buffer.add(chunkAt(0))
  expect(buffer.next()?.type).toBe('audio')
  buffer.advance(chunkFrames + 8000)
  expect(buffer.next()).toBeNull()
  buffer.advance(chunkFrames + 16_000)
  expect(buffer.next()).toEqual({ type: 'gap', ms: 1000 })
  buffer.advance(chunkFrames + 17_600)
  expect(buffer.next()).toBeNull()
  expect(buffer.next(true)).toEqual({ type: 'gap', ms: 100 })
})

test('a disk that returns nothing is reported once, tried again after 5, 10, 20 and then 30 s, and its return is reported', async () => {
  const { kept, read } = disk()
  kept.push(chunkAt(0), chunkAt(chunkFrames))
  const waits: { ms: number; end: () => void }[] = []
  let isAway = true
  const away: boolean[] = []
  const missing: unknown[] = []
  const buffer = createSendBuffer({
    channels: 1,
    kept: { fromFrame: 0, endFrame: 2 * chunkFrames },
    async read(fromFrame, most) {
      if (isAway) throw new Error('The disk is away.')
      return read(fromFrame, most)
    },
    clock: {
      after(ms, callback) {
        // The short waits (under 5 s) between the retries of a read end immediately. The long waits, which follow a
        // failed read, are collected, so that the test can end them.
        if (ms < 5000) return soon.after(ms, callback)
        waits.push({ ms, end: callback })
        return () => {}
      },
    },
    onMissing: (part) => missing.push(part),
    onDiskAway: (now) => away.push(now),
  })
  for (const count of [1, 2, 3, 4, 5]) {
    expect([buffer.next(true), buffer.next(true)]).toEqual([null, null])
    await eventually(() => expect(waits).toHaveLength(count))
    // Nothing is read during the wait.
    expect(buffer.next(true)).toBeNull()
    waits.at(-1)?.end()
  }
  expect([waits.map(({ ms }) => ms), away]).toEqual([[5000, 10_000, 20_000, 30_000, 30_000], [true]])
  isAway = false
  expect(buffer.next(true)).toBeNull()
  await eventually(() => expect(away).toEqual([true, false]))
  expect([(await drain(buffer)).size, missing]).toEqual([2 * chunkFrames, []])
})
