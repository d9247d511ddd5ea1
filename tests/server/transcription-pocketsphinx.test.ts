import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { createSocket } from '../../lib/transcript/socket/socket.ts'
import { applyTurns } from '../../lib/transcript/turns.ts'
import { decodeWav } from '../../scripts/wav-file.ts'
import { chooseSpeechEngine, type EngineEvent, type Segment } from '../../server/providers/speech/index.ts'
import { isExhaustive } from '../exhaustive.ts'
import { createMemoryTakes } from '../fakes/takes.ts'
import { type NamedStart, startMessage } from '../fakes/transcription-client.ts'
import { startTranscriptionServer } from '../fakes/transcription-server.ts'

const demo = new URL('../../assets/demo/', import.meta.url)
const sound = (name: string) => decodeWav(readFileSync(new URL(name, demo))).pcm
const script = JSON.parse(readFileSync(new URL('script.json', demo), 'utf8')) as {
  speaker: 0 | 1
  text: string
  fromMs: number
  toMs: number
}[]

const wordsOf = (text: string) => text.toLowerCase().match(/[a-z']+/g) ?? []

/** Word error rate: words inserted, omitted or substituted, as a share of the words said. */
function wordErrors(said: readonly string[], heard: readonly string[]): number {
  let row = heard.map((_, index) => index + 1)
  for (const [spoken, word] of said.entries()) {
    let diagonal = spoken
    let left = spoken + 1
    row = row.map((above, index) => {
      const cost = Math.min(diagonal + (heard[index] === word ? 0 : 1), above + 1, left + 1)
      diagonal = above
      left = cost
      return cost
    })
  }
  return (row.at(-1) ?? said.length) / said.length
}

const { engine, message } = chooseSpeechEngine({
  ...{ speechEngine: 'pocketsphinx', speechScript: null },
  speechLocalChannels: 2,
})
afterAll(() => engine?.close())

function stereo(left: Int16Array, right: Int16Array): Int16Array<ArrayBuffer> {
  const pcm = new Int16Array(left.length * 2)
  for (let frame = 0; frame < left.length; frame++) {
    pcm[frame * 2] = left[frame] ?? 0
    pcm[frame * 2 + 1] = right[frame] ?? 0
  }
  return pcm
}

/** The engine's events for this audio. */
async function hear(pcm: Int16Array, channels: 1 | 2, atFrame = 0, knownFrames: number[] = []): Promise<EngineEvent[]> {
  if (engine === null) throw new Error(message)
  const stream = await engine.open({ channels, language: 'en', diarize: false, knownFrames })
  const events: EngineEvent[] = []
  const listened = (async () => {
    for await (const event of stream.events) events.push(event)
  })()
  for (let at = 0; at < pcm.length; at += 2048 * channels) {
    await stream.write({ pcm: pcm.slice(at, at + 2048 * channels), atFrame: atFrame + at / channels })
  }
  await stream.finish()
  await listened
  return events
}
const finals = (events: readonly EngineEvent[]): Segment[] =>
  events.flatMap((event) => (event.type === 'segment' && event.segment.final ? [event.segment] : []))

// These tests are skipped if the engine is missing. The set-up installs the engine wherever the system's packages offer
// it.
describe.skipIf(engine === null)('PocketSphinx', () => {
  /** How much of the visit is transcribed. The shorter part ends between two lines. */
  const seconds = isExhaustive('speech') ? Number.POSITIVE_INFINITY : 25.8
  it('transcribes the demo visit through the socket: nine words of ten are correct, each with the right speaker', async () => {
    const end = Math.min(seconds * 16_000, sound('tab.wav').length)
    const takes = createMemoryTakes()
    const server = await startTranscriptionServer({ engine, takes })
    let turns: string[] = []
    const { type: _, ...start } = startMessage() as NamedStart
    const socket = createSocket({
      url: server.url,
      start,
      ticket: async () => server.ticketFor('ana'),
      onEvent(event) {
        if (event.type === 'transcript') turns = applyTurns(turns, event)
      },
    })
    const pcm = stereo(sound('microphone.wav').slice(0, end), sound('tab.wav').slice(0, end))
    await socket.open()
    for (let frame = 0; frame * 2 < pcm.length; frame += 2048) {
      socket.send({ pcm: pcm.slice(frame * 2, (frame + 2048) * 2), atFrame: frame })
    }
    await socket.finish()
    await server.close()

    expect(takes.kept.get(start.transactionId)).toMatchObject({ turns, finished: true, durationFrames: pcm.length / 2 })
    for (const speaker of [0, 1]) {
      const label = `Speaker ${speaker}: `
      const mine = turns.filter((turn) => turn.startsWith(label)).map((turn) => turn.slice(label.length))
      const said = script
        .filter((line) => line.speaker === speaker && line.toMs < seconds * 1000)
        .map(({ text }) => text)
      expect(wordErrors(wordsOf(said.join(' ')), wordsOf(mine.join(' ')))).toBeLessThan(0.1)
    }
  })

  it('reports when each line was said', async () => {
    const heard = finals(await hear(sound('tab.wav').slice(0, 20 * 16_000), 1))
    const lines = script.filter((line) => line.speaker === 1 && line.toMs < 20_000)
    expect(heard).toHaveLength(lines.length)
    for (const [index, line] of lines.entries()) {
      const { fromFrame, toFrame } = heard[index] as Segment
      expect(Math.abs(fromFrame / 16 - line.fromMs)).toBeLessThan(400)
      expect(Math.abs(toFrame / 16 - line.toMs)).toBeLessThan(400)
    }
  })

  it('emits guesses during a line, and settles no frame whose words are still to come', async () => {
    const events = await hear(sound('tab.wav').slice(0, 12 * 16_000), 1)
    expect(events.filter((event) => event.type === 'segment' && !event.segment.final).length).toBeGreaterThan(3)
    let settled = 0
    for (const event of events) {
      if (event.type === 'processed') settled = Math.max(settled, event.toFrame)
      else if (event.segment.final) expect(event.segment.fromFrame).toBeGreaterThanOrEqual(settled)
    }
    expect(settled).toBe(12 * 16_000)
  })

  it('resumed in the middle, emits only what was not known, at its own time', async () => {
    const from = 11 * 16_000
    const [known, asked] = [script[1]?.toMs ?? 0, script.find((line) => line.speaker === 1 && line.fromMs > 11_000)]
    const heard = finals(await hear(sound('tab.wav').slice(from, 20 * 16_000), 1, from, [from]))
    expect(known).toBeLessThan(11_000)
    expect(heard).toHaveLength(1)
    expect(Math.abs((heard[0]?.fromFrame ?? 0) / 16 - (asked?.fromMs ?? 0))).toBeLessThan(400)
    const again = finals(await hear(sound('tab.wav').slice(0, 12 * 16_000), 1, 0, [12 * 16_000]))
    expect(again).toEqual([])
  })

  it('recognises no words in silence and noise', async () => {
    let state = 1
    const noise = Int16Array.from({ length: 8 * 16_000 }, (_, frame) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return frame < 2 * 16_000 ? 0 : (state / 1_073_741_824 - 1) * 3000
    })
    expect(finals(await hear(noise, 1))).toEqual([])
  })

  it('serves the next take after one that was aborted in the middle of a word', async () => {
    if (engine === null) throw new Error(message)
    const line = sound('tab.wav').slice(6 * 16_000, 12 * 16_000)
    const dropped = await engine.open({ channels: 1, language: 'en', diarize: false })
    await dropped.write({ pcm: line.slice(0, 2 * 16_000), atFrame: 0 })
    dropped.close()
    await expect(dropped.write({ pcm: line.slice(0, 2048), atFrame: 0 })).rejects.toThrow('Audio stream closed')
    const heard = finals(await hear(line, 1))
    expect(wordErrors(wordsOf(script[1]?.text ?? ''), wordsOf(heard.map(({ text }) => text).join(' ')))).toBeLessThan(
      0.1,
    )
  })

  it('refuses a live recording if its channels are in use, and lets a file wait until the recording ends', async () => {
    if (engine === null) throw new Error(message)
    const one = { channels: 1, language: 'en', diarize: false } as const
    const live = await engine.open({ ...one, channels: 2 })
    await expect(engine.open(one)).rejects.toThrow(
      'This server recognizes speech on 2 channels at the same time, and live recordings use them. The setting SPEECH_LOCAL_CHANNELS changes this limit.',
    )
    let isOpen = false
    const opening = engine.open({ ...one, late: {} }).then((file) => {
      isOpen = true
      return file
    })
    const givenUp = new AbortController()
    const other = engine.open({ ...one, late: { signal: givenUp.signal } })
    givenUp.abort(new Error('The upload ended.'))
    await expect(other).rejects.toThrow('The upload ended.')
    expect(isOpen).toBe(false)
    live.close()
    const file = await opening
    await file.write({ pcm: sound('tab.wav').slice(0, 2048), atFrame: 0 })
    const again = await engine.open({ ...one, channels: 2 })
    again.close()
    file.close()
  })
})
