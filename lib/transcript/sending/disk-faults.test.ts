import fc from 'fast-check'
import { expect, test } from 'vitest'
import { casesOf } from '../../../tests/exhaustive.ts'
import type { Chunk, FrameRange } from '../timeline.ts'
import { createMissing } from './missing.ts'
import { createSendBuffer } from './send-buffer.ts'

const frames = 2048
/**
 * Test audio for each number of channels. The value of each sample is the number of its frame, so the test notices
 * audio at a wrong position.
 */
const soundOf = (channels: 1 | 2) =>
  Int16Array.from({ length: 520 * frames * channels }, (_, i) => (Math.floor(i / channels) % 32_000) + 1)
const sounds = { 1: soundOf(1), 2: soundOf(2) }

/** A clock whose waits end at once. */
const soon = {
  after(_ms: number, callback: () => void) {
    const timer = setImmediate(callback)
    return () => clearImmediate(timer)
  },
}

/**
 * A chunk of the recording. `pause`: number of frames without audio before this chunk. A chunk after a pause has only
 * 300 frames. `on`: where the chunk is stored.
 */
const recorded = fc.record({
  pause: fc.constantFrom(0, 0, 0, 0, 0, 700, 9000),
  on: fc.constantFrom('disk' as const, 'disk' as const, 'disk' as const, 'memory' as const),
  isUnreadable: fc.constantFrom(false, false, false, false, false, true),
})
const step = fc.oneof(
  fc.record({ do: fc.constant('record' as const), chunks: fc.array(recorded, { minLength: 1, maxLength: 40 }) }),
  fc.record({ do: fc.constant('send' as const), most: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ do: fc.constant('commit' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ do: fc.constant('reconnect' as const) }),
)

test('whatever the disk does not return, everything else is sent once and at its time, and exactly the rest is reported', async () => {
  const take = fc.record({
    earlier: fc.array(recorded, { maxLength: 40 }),
    steps: fc.array(step, { maxLength: 12 }),
    window: fc.integer({ min: 1, max: 8 }),
    channels: fc.constantFrom(1 as const, 2 as const),
  })
  await fc.assert(
    fc.asyncProperty(take, async ({ earlier, steps, window, channels }) => {
      const sound = sounds[channels]
      const stored: Chunk[] = []
      const unreadable = new Set<number>()
      const spoken = createMissing()
      const lost = createMissing()
      let end = 0
      const record = ({ pause, on, isUnreadable }: (typeof earlier)[number]): { chunk: Chunk; isKept: boolean } => {
        const atFrame = end + pause
        const chunk = {
          atFrame,
          pcm: sound.subarray(atFrame * channels, (atFrame + (pause > 0 ? 300 : frames)) * channels),
        }
        end = atFrame + chunk.pcm.length / channels
        spoken.add({ fromFrame: atFrame, endFrame: end })
        if (on === 'disk') stored.push(chunk)
        if (on === 'disk' && isUnreadable) {
          unreadable.add(atFrame)
          lost.add({ fromFrame: atFrame, endFrame: end })
        }
        return { chunk, isKept: on === 'disk' }
      }
      // The first chunk is always readable. If no chunk could be read, the send buffer would treat the whole disk as
      // failed. It would then wait for the disk and report no missing part.
      record({ pause: 0, on: 'disk', isUnreadable: false })
      for (const one of earlier) record({ ...one, on: 'disk' })

      const missing = createMissing()
      const away: boolean[] = []
      const select = (fromFrame: number, most: number) =>
        stored.filter(({ atFrame }) => atFrame >= fromFrame).slice(0, most)
      const buffer = createSendBuffer({
        channels,
        window,
        clock: soon,
        kept: { fromFrame: 0, endFrame: end },
        async read(fromFrame, most) {
          const found = select(fromFrame, most)
          if (found.some(({ atFrame }) => unreadable.has(atFrame))) throw new Error('The disk is bad here.')
          return found
        },
        places: async (fromFrame, most) => select(fromFrame, most).map(({ atFrame }) => atFrame),
        onMissing: missing.add,
        onFound: missing.remove,
        onDiskAway: (isAway) => away.push(isAway),
      })
      const heard = createMissing()
      let [frame, committed, wrong, twice] = [0, 0, 0, 0]
      const hear = (pcm: Int16Array) => {
        const part: FrameRange = { fromFrame: frame, endFrame: frame + pcm.length / channels }
        if (heard.parts.some((one) => one.fromFrame < part.endFrame && part.fromFrame < one.endFrame)) twice++
        if (pcm.some((sample, i) => sample !== sound[frame * channels + i])) wrong++
        heard.add(part)
        frame = part.endFrame
      }
      const send = (most: number) => {
        for (let i = 0; i < most; i++) {
          const next = buffer.next()
          if (next === null) return
          if (next.type === 'gap') frame += next.ms * 16
          else hear(next.pcm)
        }
      }
      const commit = (share: number) => {
        committed += Math.floor((frame - committed) * share)
        buffer.acknowledge(committed)
      }
      for (const one of steps) {
        if (one.do === 'record')
          for (const each of one.chunks) {
            const { chunk, isKept } = record(each)
            buffer.add(chunk, isKept)
          }
        else if (one.do === 'send') send(one.most)
        else if (one.do === 'commit') commit(one.share)
        else {
          heard.remove({ fromFrame: committed, endFrame: Number.POSITIVE_INFINITY })
          frame = committed
          buffer.replayFrom(committed)
        }
        await new Promise(setImmediate)
      }
      // The buffer sends nothing while it retries an unreadable chunk, so some rounds make no progress. The loop ends
      // after 50 such rounds in a row if the backlog is empty, and after 10,000 if audio still waits to be sent.
      for (let idle = 0; idle < 10_000 && (idle < 50 || buffer.backlog > 0); idle++) {
        const before = frame
        send(20)
        commit(1)
        await new Promise(setImmediate)
        if (frame > before) idle = 0
      }
      for (const part of missing.parts) spoken.remove(part)
      expect(heard.parts).toEqual(spoken.parts)
      expect([wrong, twice, away]).toEqual([0, 0, []])
      // A part that could be read must not be reported as missing.
      for (const part of lost.parts) missing.remove(part)
      expect(
        missing.parts.filter((part) =>
          heard.parts.some((one) => one.fromFrame < part.endFrame && part.fromFrame < one.endFrame),
        ),
      ).toEqual([])
      expect([buffer.backlog, buffer.inMemory]).toEqual([0, 0])
    }),
    { numRuns: casesOf('sending a recording', 150) },
  )
}, 60_000)
