import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { decodeWav } from '../../scripts/wav-file.ts'
import { readConfig } from '../../server/config.ts'
import { createDeepgram } from '../../server/providers/speech/deepgram/index.ts'
import { createFallbackEngine } from '../../server/providers/speech/fallback.ts'
import { chooseSpeechEngine, type EngineEvent } from '../../server/providers/speech/index.ts'
import { createOpenAiSpeech } from '../../server/providers/speech/openai/index.ts'
import { createScriptedEngine, type SpeechScript } from '../../server/providers/speech/scripted.ts'
import { type FakeDeepgramOptions, startFakeDeepgram } from '../fakes/deepgram-server.ts'
import { finalsOf, hear } from '../fakes/hear.ts'
import { createNumberedEngine } from '../fakes/numbered-engine.ts'
import { type NumberedWord, numberedSound } from '../fakes/numbered-sound.ts'
import { createMemoryTakes } from '../fakes/takes.ts'
import { connectRaw, startMessage } from '../fakes/transcription-client.ts'
import { startTranscriptionEndpoint } from '../fakes/transcription-endpoint.ts'
import { startTranscriptionServer } from '../fakes/transcription-server.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const framesPerMs = 16
const wordMs = 150
/** Sixteen words in groups of four with pauses between. The words alternate between channel 0 and channel 1. */
const words: NumberedWord[] = Array.from({ length: 16 }, (_, index) => {
  const fromMs = 200 + index * 200 + Math.floor(index / 4) * 400
  return { number: 1001 + index, channel: index % 2 === 0 ? 0 : 1, fromMs, toMs: fromMs + wordMs }
})
const allMs = 5000
const sound = numberedSound(words, allMs, 2)
const numbers = words.map(({ number }) => number)
const patience = { answerWithinMs: 200, owesMs: 200 }

const serve = async (options: FakeDeepgramOptions = {}) => {
  const fake = await startFakeDeepgram(options)
  closing.push(fake.close)
  const { baseUrl, apiKey } = fake
  const first = createDeepgram({ baseUrl, apiKey, model: 'nova-3', patience })
  return { fake, engine: createFallbackEngine(first, createNumberedEngine()) }
}

/** Deepgram's words are `Word1001`, those of the second engine `w1001:2400`, with the length of the word in frames. */
const heardBy = (text: string) => (text.startsWith('Word') ? 'first' : 'second')
const numberOf = (text: string) => Number(/\d+/.exec(text)?.[0])
const told = (events: readonly EngineEvent[]) =>
  finalsOf(events)
    .flatMap(({ channel, text }) => text.split(' ').map((word) => ({ channel, word })))
    .sort((a, b) => numberOf(a.word) - numberOf(b.word))

const failures: [name: string, options: FakeDeepgramOptions, firstWords: 'some' | 'none'][] = [
  ['refuses every connection', { refuses: () => 503 }, 'none'],
  [
    'breaks off, and then refuses every connection',
    {
      cutOff: [{ connection: 0, afterFrames: 2300 * framesPerMs }],
      refuses: (attempt) => (attempt === 0 ? null : 503),
    },
    'some',
  ],
  [
    'falls silent on every connection',
    { mute: [2300, 300, 300].map((ms, connection) => ({ connection, afterFrames: ms * framesPerMs })) },
    'some',
  ],
  [
    'breaks off every connection before its first answer',
    {
      cutOff: [2300, 1, 1, 1].map((ms, connection) => ({ connection, afterFrames: ms * framesPerMs })),
      mute: [1, 2, 3].map((connection) => ({ connection, afterFrames: 0 })),
    },
    'some',
  ],
]

describe('after three failures of the first engine, the second one continues', () => {
  it.each(failures)('if the first one %s: no word is lost, repeated or cut', async (_, options, firstWords) => {
    const { engine } = await serve(options)
    const heard = told(await hear(engine, sound, { channels: 2 }))
    expect(heard.map(({ word }) => numberOf(word))).toEqual(numbers)
    expect(heard.map(({ channel }) => channel)).toEqual(words.map(({ channel }) => channel))
    const engines = heard.map(({ word }) => heardBy(word))
    expect(engines).toContain('second')
    expect(engines.includes('first')).toBe(firstWords === 'some')
    for (const { word } of heard)
      if (heardBy(word) === 'second') expect(word.split(':')[1]).toBe(String(wordMs * framesPerMs))
  })

  it('if the first one is a service that answers nothing but errors', async () => {
    const endpoint = await startTranscriptionEndpoint(() => 500)
    closing.push(endpoint.close)
    const demo = new URL('../../assets/demo/', import.meta.url)
    const lines: SpeechScript = JSON.parse(readFileSync(new URL('script.json', demo), 'utf8'))
    const script = lines.filter(({ speaker, toMs }) => speaker === 1 && toMs < 40_000)
    const first = createOpenAiSpeech({ baseUrl: endpoint.baseUrl, apiKey: null, model: 'm' })
    const pcm = decodeWav(readFileSync(new URL('tab.wav', demo))).pcm.slice(0, 40_000 * framesPerMs)
    const events = await hear(createFallbackEngine(first, createScriptedEngine(script)), pcm)
    expect(finalsOf(events).map(({ text }) => text)).toEqual(script.map(({ text }) => text))
    expect(endpoint.requests.length).toBeGreaterThanOrEqual(3)
  })

  it('but not after two', async () => {
    const { fake, engine } = await serve({ refuses: (attempt) => (attempt < 2 ? 503 : null) })
    const heard = told(await hear(engine, sound, { channels: 2 }))
    expect(fake.attempts).toHaveLength(3)
    expect(heard.map(({ word }) => [numberOf(word), heardBy(word)])).toEqual(numbers.map((one) => [one, 'first']))
  })

  it('and if the second one fails as well, the recording ends with its error', async () => {
    const { fake } = await serve({ refuses: () => 503 })
    const { baseUrl, apiKey } = fake
    const broken = createDeepgram({ baseUrl, apiKey: 'wrong', model: 'nova-3' })
    const engine = createFallbackEngine(createDeepgram({ baseUrl, apiKey, model: 'nova-3' }), broken)
    await expect(hear(engine, sound, { channels: 2 })).rejects.toThrow('Deepgram answered 503.')
    expect(fake.attempts).toHaveLength(4)
  })

  it('unless it does not know the language', async () => {
    const { fake, engine } = await serve({ refuses: () => 503 })
    await expect(hear(engine, sound, { channels: 2, language: 'de' })).rejects.toThrow('Deepgram answered 503.')
    expect(fake.attempts).toHaveLength(1)
  })
})

it('the client is told which engine continues, and stores every word once', async () => {
  const { engine } = await serve({
    cutOff: [{ connection: 0, afterFrames: 2300 * framesPerMs }],
    refuses: (attempt) => (attempt === 0 ? null : 503),
  })
  const takes = createMemoryTakes()
  const server = await startTranscriptionServer({ engine, takes })
  closing.push(server.close)
  const client = connectRaw(server.url, { ticket: server.ticketFor('ana') })
  closing.push(() => client.socket.terminate())
  const start = startMessage()
  await client.send(start)
  const batch = 2048 * 2
  for (let at = 0; at < sound.length; at += batch) await client.send(new Uint8Array(sound.slice(at, at + batch).buffer))
  await client.send({ type: 'finish' })
  expect(await client.closed()).toBe(1000)
  expect(client.received.filter(({ type }) => type === 'ready')).toEqual([
    { type: 'ready' },
    { type: 'ready', engine: createNumberedEngine().label },
  ])
  const stored = takes.kept.get(start.transactionId)?.turns.join(' ') ?? ''
  expect([...stored.matchAll(/(?:Word|w)(\d+)/g)].map(([, number]) => Number(number)).sort()).toEqual(numbers)
})

describe('the settings of the second engine', () => {
  const choose = (env: Record<string, string>) => chooseSpeechEngine(readConfig(env))
  const deepgram = { DEEPGRAM_API_KEY: 'k' }
  const openai = { SPEECH_BASE_URL: 'http://127.0.0.1:1/v1', SPEECH_MODEL: 'm' }

  it('name both engines and say where sound goes', () => {
    const { engine } = choose({ ...deepgram, ...openai, SPEECH_FALLBACK_ENGINE: 'openai' })
    expect(engine?.name).toBe('deepgram')
    expect(engine?.label).toContain('Deepgram')
    expect(engine?.label).toContain('OpenAI')
  })

  it('are refused when the server starts if that engine lacks something, or is the first one', () => {
    expect(() => choose({ ...deepgram, SPEECH_FALLBACK_ENGINE: 'openai' })).toThrow(
      'SPEECH_FALLBACK_ENGINE cannot be used. The speech engine openai needs SPEECH_BASE_URL and SPEECH_MODEL.',
    )
    expect(() => choose({ ...deepgram, SPEECH_FALLBACK_ENGINE: 'deepgram' })).toThrow('another engine')
    expect(() => choose({ SPEECH_FALLBACK_ENGINE: 'none' })).toThrow('SPEECH_FALLBACK_ENGINE')
  })
})

describe('an engine that takes one channel', () => {
  const script = [
    { speaker: 0 as const, text: 'How did you sleep?', fromMs: 500, toMs: 1500 },
    { speaker: 1 as const, text: 'Six hours.', fromMs: 2000, toMs: 3000 },
  ]
  it('gets both channels of an earlier extension as their sum, and no turn has a wrong speaker', async () => {
    const written: number[][] = []
    const scripted = createScriptedEngine(script)
    const engine = {
      ...scripted,
      diarizes: false,
      channels: 1 as const,
      async open(options: Parameters<typeof scripted.open>[0]) {
        const stream = await scripted.open(options)
        const write: typeof stream.write = (chunk) => {
          written.push([...chunk.pcm])
          return stream.write(chunk)
        }
        return { ...stream, write }
      },
    }
    const takes = createMemoryTakes()
    const server = await startTranscriptionServer({ engine, takes })
    closing.push(server.close)
    const client = connectRaw(server.url, { ticket: server.ticketFor('ana') })
    closing.push(() => client.socket.terminate())
    const start = startMessage({ channels: 2 })
    await client.send(start)
    await client.send(new Uint8Array(Int16Array.of(1, 2, 30_000, 30_000, -30_000, -30_000).buffer))
    await client.sound(4000)
    await client.send({ type: 'finish' })
    await client.closed()
    expect(written[0]).toEqual([3, 32_767, -32_768])
    expect(takes.kept.get(start.transactionId)?.turns).toEqual(['How did you sleep? Six hours.'])
    expect(client.duration).toBeCloseTo(4, 3)
  })

  it('is any engine with SPEECH_CHANNELS=1', () => {
    expect(chooseSpeechEngine(readConfig({ DEEPGRAM_API_KEY: 'k' })).engine?.channels).toBe(2)
    expect(chooseSpeechEngine(readConfig({ DEEPGRAM_API_KEY: 'k', SPEECH_CHANNELS: '1' })).engine?.channels).toBe(1)
  })
})
