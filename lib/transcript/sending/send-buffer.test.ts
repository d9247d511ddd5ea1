import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSendBuffer, type SendBuffer } from './send-buffer.ts'

/** Samples whose values are their frame numbers, so that a shifted or repeated sample is detected. */
const at = (frame: number, frames: number, channels: 1 | 2 = 1) => ({
  atFrame: frame,
  pcm: Int16Array.from({ length: frames * channels }, (_, i) => ((frame + Math.floor(i / channels)) % 32_000) + 1),
})

/** A fake server that stores what arrives, frame by frame. */
function listen(buffer: SendBuffer, from: number, channels: 1 | 2, most = Number.POSITIVE_INFINITY) {
  let frame = from
  const heard = new Map<number, number>()
  for (let count = 0; count < most; count++) {
    const outgoing = buffer.next()
    if (outgoing === null) break
    if (outgoing.type === 'gap') frame += outgoing.ms * 16
    else {
      for (let i = 0; i < outgoing.pcm.length; i += channels) heard.set(frame++, outgoing.pcm[i] ?? 0)
    }
  }
  return { heard, frame }
}

test('at most 500 chunks are in flight until some are committed', () => {
  const buffer = createSendBuffer({ channels: 1 })
  for (let i = 0; i < 600; i++) buffer.add(at(i * 10, 10))
  listen(buffer, 0, 1)
  expect(buffer.backlog).toBe(100)
  buffer.acknowledge(30)
  listen(buffer, 0, 1)
  expect(buffer.backlog).toBe(97)
})

test('after a reconnect the rest is sent from the committed frame, even in the middle of a chunk', () => {
  const buffer = createSendBuffer({ channels: 1 })
  for (let i = 0; i < 4; i++) buffer.add(at(i * 10, 10))
  listen(buffer, 0, 1)
  buffer.replayFrom(15)
  expect(buffer.next()).toEqual({ type: 'audio', pcm: at(15, 5).pcm })
  expect(buffer.next()).toEqual({ type: 'audio', pcm: at(20, 10).pcm })
})

test('a jump of the timeline is sent as a gap, once, and again after a reconnect in the middle of it', () => {
  const buffer = createSendBuffer({ channels: 2 })
  buffer.add(at(0, 16, 2))
  buffer.add(at(1616, 16, 2))
  expect([buffer.next(), buffer.next(), buffer.next()].map((one) => one?.type)).toEqual(['audio', 'gap', 'audio'])
  buffer.replayFrom(816)
  expect(buffer.next()).toEqual({ type: 'gap', ms: 50 })
  expect(buffer.audioFrames).toBe(32)
  expect(buffer.endFrame).toBe(1632)
})

test('the buffer says whether everything that is not committed can be read back from the disk', () => {
  const buffer = createSendBuffer({ channels: 1 })
  expect(buffer.allKept).toBe(true)
  buffer.add({ atFrame: 0, pcm: new Int16Array(100).fill(1) }, true)
  expect(buffer.allKept).toBe(true)
  buffer.add({ atFrame: 100, pcm: new Int16Array(100).fill(1) })
  buffer.add({ atFrame: 200, pcm: new Int16Array(100).fill(1) }, true)
  expect(buffer.allKept).toBe(false)
  buffer.acknowledge(199)
  expect(buffer.allKept).toBe(false)
  buffer.acknowledge(200)
  expect(buffer.allKept).toBe(true)
})

test('chunks that go back in time are refused', () => {
  const buffer = createSendBuffer({ channels: 1 })
  buffer.add(at(10, 10))
  expect(() => buffer.add(at(15, 10))).toThrow('Audio must come in order')
})

test('nothing is lost, duplicated or moved, however often the connection is lost and whatever was committed by then', () => {
  const session = fc.record({
    channels: fc.constantFrom(1 as const, 2 as const),
    steps: fc.array(
      fc.oneof(
        fc.record({
          do: fc.constant('add' as const),
          gap: fc.constantFrom(0, 0, 0, 1, 37, 1600),
          frames: fc.integer({ min: 1, max: 50 }),
        }),
        fc.record({ do: fc.constant('send' as const), most: fc.integer({ min: 0, max: 6 }) }),
        fc.record({ do: fc.constant('commit' as const), part: fc.double({ min: 0, max: 1, noNaN: true }) }),
        fc.record({ do: fc.constant('lose' as const) }),
      ),
      { maxLength: 60 },
    ),
  })
  fc.assert(
    fc.property(session, ({ channels, steps }) => {
      const buffer = createSendBuffer({ channels, window: 4 })
      const spoken = new Map<number, number>()
      const server = { heard: new Map<number, number>(), frame: 0, committed: 0 }
      let end = 0
      const send = (most?: number) => {
        const { heard, frame } = listen(buffer, server.frame, channels, most)
        for (const [position, sample] of heard) server.heard.set(position, sample)
        server.frame = frame
      }
      const commit = (part: number) => {
        server.committed += Math.floor((server.frame - server.committed) * part)
        buffer.acknowledge(server.committed)
      }
      for (const step of steps) {
        if (step.do === 'add') {
          const chunk = at(end + step.gap, step.frames, channels)
          for (let i = 0; i < step.frames; i++) spoken.set(chunk.atFrame + i, chunk.pcm[i * channels] ?? 0)
          end = chunk.atFrame + step.frames
          buffer.add(chunk)
        } else if (step.do === 'send') send(step.most)
        else if (step.do === 'commit') commit(step.part)
        else {
          for (const position of server.heard.keys()) if (position >= server.committed) server.heard.delete(position)
          server.frame = server.committed
          buffer.replayFrom(server.committed)
        }
      }
      while (buffer.backlog > 0) {
        send()
        commit(1)
      }
      send()
      commit(1)
      expect([...server.heard].sort(([a], [b]) => a - b)).toEqual([...spoken])
      expect(buffer.acknowledgedFrame).toBe(end)
    }),
  )
})
