import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createScriptedEngine, type SpeechScript } from '../../server/providers/speech/scripted.ts'
import { backlogPieces } from '../../server/transcription/backlog-pieces.ts'
import {
  BacklogAhead,
  HalfFrame,
  StaleEpoch,
  transcribeBacklog,
  UnknownTake,
} from '../../server/transcription/index.ts'
import { createMemoryTakes } from '../fakes/takes.ts'

const script: SpeechScript = [
  { speaker: 0, text: 'How did you sleep?', fromMs: 500, toMs: 1500 },
  { speaker: 1, text: 'About six hours a night.', fromMs: 2000, toMs: 3500 },
  { speaker: 0, text: 'That is better.', fromMs: 4000, toMs: 5000 },
  { speaker: 1, text: 'Yes, much better.', fromMs: 5500, toMs: 6500 },
]
const turns = [
  'Speaker 0: How did you sleep?',
  'Speaker 1: About six hours a night.',
  'Speaker 0: That is better.',
  'Speaker 1: Yes, much better.',
]
const framesPerMs = 16

/** Audio without any silence, in pieces of irregular length, as a network delivers it. */
async function* sound(ms: number, channels = 2, pieceBytes = 10_001): AsyncGenerator<Uint8Array> {
  const bytes = new Uint8Array(new Int16Array(ms * framesPerMs * channels).fill(7).buffer)
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

function recording(takes = createMemoryTakes()) {
  const transactionId = randomUUID()
  const deps = { engine: createScriptedEngine(script), takes }
  return {
    takes,
    transactionId,
    kept: () => takes.kept.get(transactionId),
    send: (fromMs: number, toMs: number, { finish = false, owner = 'ana', signal }: Sending = {}) =>
      transcribeBacklog(deps, {
        transactionId,
        owner,
        fromFrame: fromMs * framesPerMs,
        channels: 2,
        language: 'en',
        finish,
        pcm: sound(toMs - fromMs),
        ...(signal === undefined ? {} : { signal }),
      }),
  }
}
interface Sending {
  finish?: boolean
  owner?: string
  signal?: AbortSignal
}

describe('a long backlog sent as a file', () => {
  it('becomes the whole transcript', async () => {
    const take = recording()
    const session = await take.send(0, 7000, { finish: true })
    expect(session).toMatchObject({ transactionId: take.transactionId, transcript: turns, duration: 7 })
    expect(take.kept()).toMatchObject({ turns, durationFrames: 112_000, finished: true })
  })

  it('leaves words that are cut at its end to the next file, wherever that is, and loses or repeats none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 100, max: 6900 }), async (cutMs) => {
        const take = recording()
        const first = await take.send(0, cutMs)
        expect(take.kept()?.finished).toBe(false)
        const second = await take.send(Math.floor(first.duration * 1000), 7000, { finish: true })
        // The second file begins with the words that the first file has cut off. They can be words of both channels, in
        // any order, so the test sorts them. Each word must appear once.
        expect([...second.transcript.join(' ').matchAll(/sleep|hours|That|much/g)].map(String).sort()).toEqual([
          'That',
          'hours',
          'much',
          'sleep',
        ])
        expect(second.duration).toBe(7)
      }),
      { numRuns: 40 },
    )
  })

  it('may begin before the committed position: the known part is not transcribed again', async () => {
    const take = recording()
    await take.send(0, 4800)
    const session = await take.send(0, 7000, { finish: true })
    expect(session.transcript).toEqual(turns)
  })

  it('that begins after the committed position is refused, because audio would be lost', async () => {
    const take = recording()
    const first = await take.send(0, 3000)
    await expect(take.send(first.duration * 1000 + 1, 7000)).rejects.toThrow(BacklogAhead)
  })

  it("is refused for another person's take, and in the middle of a frame", async () => {
    const take = recording()
    await take.send(0, 1000)
    await expect(take.send(0, 1000, { owner: 'ben' })).rejects.toThrow(UnknownTake)
    const odd = async function* () {
      yield new Uint8Array(4097)
    }
    const deps = { engine: createScriptedEngine(script), takes: take.takes }
    const base = { owner: 'ana', fromFrame: 0, channels: 2 as const, language: 'en', finish: true }
    await expect(transcribeBacklog(deps, { ...base, transactionId: randomUUID(), pcm: odd() })).rejects.toThrow(
      HalfFrame,
    )
  })

  it('cannot write any more once the take was opened elsewhere', async () => {
    const take = recording()
    const deps = { engine: createScriptedEngine(script), takes: take.takes }
    const overtaken = async function* () {
      yield* sound(3000)
      await take.takes.open({ transactionId: take.transactionId, owner: 'ana', language: 'en', channels: 2 })
      yield* sound(3000)
    }
    const base = { owner: 'ana', fromFrame: 0, channels: 2 as const, language: 'en', finish: true }
    await expect(
      transcribeBacklog(deps, { ...base, transactionId: take.transactionId, pcm: overtaken() }),
    ).rejects.toThrow(StaleEpoch)
    expect(take.kept()).toMatchObject({ turns: [], finished: false })
  })

  it('ends when its caller disconnects', async () => {
    const take = recording()
    await expect(take.send(0, 7000, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone')
    expect(take.kept()).toBeUndefined()
  })
})

it('runs of zeros of 300 ms or more are gaps, shorter ones are sound; every frame keeps its position, however the bytes arrive', async () => {
  const parts = fc.array(fc.record({ silent: fc.boolean(), frames: fc.integer({ min: 1, max: 9000 }) }), {
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(parts, fc.integer({ min: 1, max: 20_000 }), async (made, pieceBytes) => {
      const pcm = Int16Array.from(
        made.flatMap(({ silent, frames }) => Array.from({ length: frames }, (_, i) => (silent ? 0 : 1 + (i % 9)))),
      )
      const bytes = new Uint8Array(pcm.buffer)
      const stream = async function* () {
        for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.slice(at, at + pieceBytes)
      }
      const heard = new Int16Array(pcm.length)
      let at = 0
      let given = 0
      for await (const piece of backlogPieces(stream(), { channels: 1, fromFrame: 0, knownFrame: 0 })) {
        expect(piece.atFrame).toBeGreaterThanOrEqual(at)
        heard.set(piece.pcm, piece.atFrame)
        at = piece.atFrame + piece.pcm.length
        given += piece.pcm.length
      }
      expect(heard).toEqual(pcm)
      expect(at).toBe(pcm.length)
      const runs: typeof made = []
      for (const one of made) {
        const before = runs.at(-1)
        if (before?.silent === one.silent) before.frames += one.frames
        else runs.push({ ...one })
      }
      const last = runs.at(-1)
      const gaps = runs.filter((run) => run.silent && (run.frames >= 4800 || run === last))
      expect(given).toBe(pcm.length - gaps.reduce((sum, { frames }) => sum + frames, 0))
    }),
    { numRuns: 60 },
  )
})
