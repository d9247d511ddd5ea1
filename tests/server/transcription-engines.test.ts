import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { decodeWav } from '../../scripts/wav-file.ts'
import { readConfig } from '../../server/config.ts'
import type { Patience } from '../../server/providers/speech/deepgram/answers.ts'
import { createDeepgram } from '../../server/providers/speech/deepgram/index.ts'
import { chooseSpeechEngine, type EngineEvent } from '../../server/providers/speech/index.ts'
import { languageCodes } from '../../server/providers/speech/languages.ts'
import { createOpenAiSpeech } from '../../server/providers/speech/openai/index.ts'
import { hasSameWords, wordsOfTokens, wordsOfUtterance } from '../../server/providers/speech/sherpa/words.ts'
import { type FakeDeepgramOptions, startFakeDeepgram } from '../fakes/deepgram-server.ts'
import { finalsOf, hear } from '../fakes/hear.ts'
import { type NumberedWord, numberedSound } from '../fakes/numbered-sound.ts'
import { nemoCtcModel } from '../fakes/onnx-model.ts'
import { type EndpointReply, startTranscriptionEndpoint } from '../fakes/transcription-endpoint.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const framesPerMs = 16
/** Twelve words in groups of three with pauses between. The words alternate between channel 0 and channel 1. */
const words: NumberedWord[] = Array.from({ length: 12 }, (_, index) => {
  const fromMs = 200 + index * 200 + Math.floor(index / 3) * 400
  return { number: index + 1, channel: index % 2 === 0 ? 0 : 1, fromMs, toMs: fromMs + 150 }
})
const allMs = 4400

describe('the engine deepgram', () => {
  const serve = async (options: FakeDeepgramOptions = {}, patience?: Patience) => {
    const fake = await startFakeDeepgram(options)
    closing.push(fake.close)
    const { baseUrl, apiKey } = fake
    const engine = createDeepgram({ baseUrl, apiKey, model: 'nova-3', ...(patience ? { patience } : {}) })
    return { fake, engine }
  }
  /** The same words with larger sample values, so that the engine counts them as a voice. */
  const loud = words.map((one) => ({ ...one, number: one.number + 1000 }))
  /** The number of each word, with the difference in ms between its reported and its real position. */
  const placed = (events: readonly EngineEvent[]) =>
    finalsOf(events)
      .flatMap(({ text, channel, fromFrame }) => {
        const numbers = text.split(' ').map((word) => Number(word.replace('Word', '')))
        return numbers.map((number, index) => ({
          number,
          channel,
          fromMs: index === 0 ? fromFrame / framesPerMs : null,
        }))
      })
      .sort((a, b) => a.number - b.number)

  it.each([
    ['by default', {}, 'true'],
    ['unless the server allows it', { DEEPGRAM_MAY_KEEP_SOUND: '1' }, 'false'],
  ])('asks Deepgram to keep no sound %s', async (_, env, optOut) => {
    const fake = await startFakeDeepgram()
    closing.push(fake.close)
    const { deepgram } = readConfig({ DEEPGRAM_API_KEY: fake.apiKey, DEEPGRAM_BASE_URL: fake.baseUrl, ...env })
    if (deepgram === null) throw new Error('Deepgram is not configured.')
    await hear(createDeepgram(deepgram), numberedSound(words, allMs, 1), { channels: 1, diarize: false })
    expect(fake.connections[0]?.url.searchParams.get('mip_opt_out')).toBe(optOut)
  })

  it('requests separate channels and emits each word once, on its channel, at its time', async () => {
    const { fake, engine } = await serve()
    const events = await hear(engine, numberedSound(words, allMs, 2), { channels: 2, diarize: true })
    const { searchParams } = fake.connections[0]?.url ?? new URL('http://none')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      model: 'nova-3',
      language: 'en',
      encoding: 'linear16',
      sample_rate: '16000',
      channels: '2',
      multichannel: 'true',
      diarize: 'true',
      interim_results: 'true',
    })
    const told = placed(events)
    expect(told.map(({ number, channel }) => [number, channel])).toEqual(words.map((one) => [one.number, one.channel]))
    for (const { number, fromMs } of told) {
      if (fromMs !== null) expect(fromMs).toBeCloseTo(words[number - 1]?.fromMs ?? Number.NaN, 0)
    }
    const atEnd = (channel: 0 | 1) => ({ type: 'processed', channel, toFrame: allMs * framesPerMs })
    expect(events.slice(-2)).toEqual([atEnd(0), atEnd(1)])
    expect(fake.connections[0]?.controls.at(-1)).toBe('CloseStream')
  })

  const nameAndMedicine = ['Maya Okafor', 'Lisinopril']
  it.each([
    ['nova-3', 'keyterm', nameAndMedicine],
    ['nova-3-medical', 'keyterm', nameAndMedicine],
    ['nova-2-medical', 'keywords', ['Maya', 'Okafor', 'Lisinopril']],
    ['nova', 'keywords', ['Maya', 'Okafor', 'Lisinopril']],
    ['whisper-large', 'keywords', []],
  ])('%s gets names and medicines as %s', async (model, parameter, expected) => {
    const { fake } = await serve()
    const engine = createDeepgram({ baseUrl: fake.baseUrl, apiKey: fake.apiKey, model })
    await hear(engine, numberedSound(words, 500, 1), { terms: nameAndMedicine })
    const { searchParams } = fake.attempts[0] ?? new URL('http://none')
    expect([...searchParams].filter(([name]) => /^key/.test(name))).toEqual(expected.map((term) => [parameter, term]))
  })

  it('gets at most as many terms as it accepts, and records without them if it refuses them', async () => {
    const { fake, engine } = await serve({ refuses: (_, url) => (url.searchParams.has('keyterm') ? 400 : null) })
    const terms = Array.from({ length: 50 }, (_, index) => `${index} `.padEnd(60, 'term '))
    const told = placed(await hear(engine, numberedSound(words, allMs, 2), { channels: 2, terms }))
    expect(told.map(({ number }) => number)).toEqual(words.map(({ number }) => number))
    const [asked, without] = fake.attempts.map(({ searchParams }) => searchParams.getAll('keyterm'))
    expect(asked?.join('').length).toBeGreaterThan(900)
    expect(asked?.join('').length).toBeLessThanOrEqual(1000)
    expect(without).toEqual([])
  })

  it('says which words of its final results it is not sure of', async () => {
    const { engine } = await serve({ confidence: (number) => (number % 4 === 0 ? 0.59 : 0.6) })
    const events = await hear(engine, numberedSound(words, allMs, 2), { channels: 2 })
    const unclear = finalsOf(events).flatMap(({ text, unclear: places = [] }) =>
      places.map((place) => text.split(' ')[place]),
    )
    expect(unclear.sort()).toEqual(['Word12', 'Word4', 'Word8'])
  })

  it('is not sent audio faster than 1.25 times real time', async () => {
    const { fake, engine } = await serve()
    await hear(engine, numberedSound([], 4000, 1))
    const { firstMs, lastMs, frames } = fake.connections[0] ?? { firstMs: 0, lastMs: 0, frames: 0 }
    // The engine may send half a second (500 ms) at once. The last batch (128 ms) may also arrive before its time.
    expect(frames / framesPerMs - 128 - 500).toBeLessThanOrEqual((lastMs - firstMs) * 1.25 + 1)
  })

  it('reconnects after a cut and loses or repeats no word, although its times restart at 0', async () => {
    const { fake, engine } = await serve({
      cutOff: [
        { connection: 0, afterFrames: 1500 * framesPerMs },
        { connection: 1, afterFrames: 1200 * framesPerMs },
      ],
    })
    const told = placed(await hear(engine, numberedSound(words, allMs, 2), { channels: 2 }))
    expect(fake.connections.length).toBe(3)
    expect(told.map(({ number }) => number)).toEqual(words.map(({ number }) => number))
    for (const { number, fromMs } of told) {
      if (fromMs !== null) expect(fromMs).toBeCloseTo(words[number - 1]?.fromMs ?? Number.NaN, 0)
    }
  })

  it('detects an open connection that no longer answers, and sends the unsettled audio to another one: no word is lost or repeated', async () => {
    const { fake, engine } = await serve(
      { mute: [{ connection: 0, afterFrames: 1500 * framesPerMs }] },
      { answerWithinMs: 1000, owesMs: 500 },
    )
    const told = placed(await hear(engine, numberedSound(loud, allMs, 2), { channels: 2 }))
    expect(fake.connections.length).toBeGreaterThan(1)
    expect(told.map(({ number }) => number)).toEqual(loud.map(({ number }) => number))
    for (const { number, fromMs } of told) {
      if (fromMs !== null) expect(fromMs).toBeCloseTo(words[number - 1001]?.fromMs ?? Number.NaN, 0)
    }
  })

  it('also detects at the end that the last words do not come', async () => {
    const { fake, engine } = await serve(
      { mute: [{ connection: 0, afterFrames: 4300 * framesPerMs }] },
      { answerWithinMs: 1000, owesMs: 60_000 },
    )
    const told = placed(await hear(engine, numberedSound(loud, allMs, 2), { channels: 2 }))
    expect(fake.connections[0]?.controls.at(-1)).toBe('CloseStream')
    expect(fake.connections.length).toBeGreaterThan(1)
    expect(told.map(({ number }) => number)).toEqual(loud.map(({ number }) => number))
  })

  it('does not mistake silence for a dead connection', async () => {
    const { fake, engine } = await serve(
      { mute: [{ connection: 0, afterFrames: 0 }] },
      { answerWithinMs: 100, owesMs: 500 },
    )
    const stream = await engine.open({ channels: 1, language: 'en', diarize: false })
    closing.push(() => stream.close())
    await stream.write({ pcm: numberedSound([], 2000, 1), atFrame: 0 })
    await expect.poll(() => fake.connections[0]?.controls).toContain('KeepAlive')
    expect(fake.connections).toHaveLength(1)
  })

  it('gives up a service whose connections are all dead, so that another server takes over the recording', async () => {
    const mute = [0, 1, 2].map((connection) => ({ connection, afterFrames: 0 }))
    const { fake, engine } = await serve({ mute }, { answerWithinMs: 100, owesMs: 500 })
    await expect(hear(engine, numberedSound(loud, allMs, 2), { channels: 2 })).rejects.toThrow(
      'Deepgram does not answer.',
    )
    expect(fake.connections).toHaveLength(3)
  })

  it('ignores invalid messages: the server keeps running and no word is lost', async () => {
    const { engine } = await serve({ babble: true })
    const told = placed(await hear(engine, numberedSound(words, allMs, 2), { channels: 2 }))
    expect(told.map(({ number }) => number)).toEqual(words.map(({ number }) => number))
  })

  it('keeps the position of words after a gap that was not sent, and ends the utterance before it', async () => {
    const { fake, engine } = await serve()
    const stream = await engine.open({ channels: 1, language: 'en', diarize: false })
    const events: EngineEvent[] = []
    const listened = (async () => {
      for await (const event of stream.events) events.push(event)
    })()
    const word = (number: number) => numberedSound([{ number, channel: 0, fromMs: 100, toMs: 300 }], 400, 1)
    await stream.write({ pcm: word(1), atFrame: 0 })
    await stream.write({ pcm: new Int16Array(0), atFrame: 5000 * framesPerMs })
    await stream.write({ pcm: word(2), atFrame: 5000 * framesPerMs })
    await stream.finish()
    await listened
    expect(finalsOf(events).map(({ text, fromFrame }) => [text, fromFrame / framesPerMs])).toEqual([
      ['Word1', 100],
      ['Word2', 5100],
    ])
    expect(fake.connections[0]?.controls).toContain('Finalize')
  })

  it('distinguishes voices on one channel, but names none after a reconnect', async () => {
    const { engine } = await serve()
    const sound = numberedSound(
      words.slice(0, 4).map((one) => ({ ...one, channel: 0 })),
      2000,
      1,
    )
    const voices = finalsOf(await hear(engine, sound, { diarize: true })).map(({ voice }) => voice)
    expect(new Set(voices)).toEqual(new Set([0, 1]))
    const resumed = finalsOf(await hear(engine, sound, { diarize: true, knownFrames: [1] }))
    expect(resumed.length).toBeGreaterThan(0)
    for (const segment of resumed) expect(segment.voice).toBeUndefined()
  })

  it('stays connected through a silence with keep-alive messages', async () => {
    const { fake, engine } = await serve({ idleMs: 6000 })
    const stream = await engine.open({ channels: 1, language: 'en', diarize: false })
    const listened = (async () => {
      for await (const _ of stream.events);
    })()
    await stream.write({ pcm: numberedSound([], 128, 1), atFrame: 0 })
    await expect.poll(() => fake.connections[0]?.controls).toContain('KeepAlive')
    await stream.finish()
    await listened
    expect(fake.connections).toHaveLength(1)
  })

  it('with an invalid key names the setting to check', async () => {
    const { fake } = await serve()
    const engine = createDeepgram({ baseUrl: fake.baseUrl, apiKey: 'wrong', model: 'nova-3' })
    await expect(engine.open({ channels: 1, language: 'en', diarize: false })).rejects.toThrow(
      'Deepgram does not know this key. Check DEEPGRAM_API_KEY.',
    )
  })
})

describe('the engine openai', () => {
  const demo = new URL('../../assets/demo/', import.meta.url)
  const script = (
    JSON.parse(readFileSync(new URL('script.json', demo), 'utf8')) as {
      speaker: 0 | 1
      text: string
      fromMs: number
      toMs: number
    }[]
  ).filter((line) => line.speaker === 1 && line.toMs < 40_000)
  const sound = decodeWav(readFileSync(new URL('tab.wav', demo))).pcm.slice(0, 40_000 * framesPerMs)
  const serve = async (reply: (index: number) => EndpointReply) => {
    const endpoint = await startTranscriptionEndpoint((_, index) => reply(index))
    closing.push(endpoint.close)
    return { endpoint, engine: createOpenAiSpeech({ baseUrl: endpoint.baseUrl, apiKey: 'secret', model: 'whisper-1' }) }
  }

  it('sends each utterance as its own file, and emits its words at their times', async () => {
    const { endpoint, engine } = await serve((index) => ({ text: ` line ${index} ` }))
    const events = await hear(engine, sound)
    const heard = finalsOf(events)
    expect(heard.map(({ text }) => text)).toEqual(heard.map((_, index) => `line ${index}`))
    for (const line of script) {
      const about = heard.some(({ fromFrame, toFrame }) => {
        const [from, to] = [fromFrame / framesPerMs, toFrame / framesPerMs]
        return from < line.fromMs + 500 && to > line.toMs - 500
      })
      expect(about).toBe(true)
    }
    expect(endpoint.requests[0]).toMatchObject({
      authorization: 'Bearer secret',
      fields: { model: ['whisper-1'], response_format: ['verbose_json'], language: ['en'] },
    })
    expect(endpoint.requests.every(({ seconds }) => seconds > 0.1 && seconds < 26)).toBe(true)
    expect(events.at(-1)).toEqual({ type: 'processed', channel: 0, toFrame: sound.length })
  })

  it('gets names and medicines as the prompt, and no prompt without them', async () => {
    const { endpoint, engine } = await serve(() => ({ text: 'words' }))
    const terms = ['Maya Okafor', 'Lisinopril', ...Array.from({ length: 40 }, () => 'x'.repeat(60))]
    await hear(engine, sound.slice(0, 12_000 * framesPerMs), { terms })
    const [prompt = ''] = endpoint.requests[0]?.fields.prompt ?? []
    expect(prompt).toMatch(/^Maya Okafor, Lisinopril, x+/)
    expect(prompt.length).toBeLessThan(500)
    const before = endpoint.requests.length
    await hear(engine, sound.slice(0, 12_000 * framesPerMs))
    expect(endpoint.requests.slice(before).map(({ fields }) => fields.prompt)).not.toContainEqual(expect.anything())
  })

  it('settles no frame whose words are still on their way', async () => {
    const { engine } = await serve(() => ({ text: 'words', words: [{ word: 'words', start: 0.3, end: 0.9 }] }))
    let settled = 0
    for (const event of await hear(engine, sound)) {
      if (event.type === 'processed') settled = Math.max(settled, event.toFrame)
      else expect(event.segment.fromFrame).toBeGreaterThanOrEqual(settled)
    }
  })

  it('retries when the endpoint is busy, and emits nothing when nobody spoke', async () => {
    const silence = { text: 'Thank you.', segments: [{ start: 0, end: 1, no_speech_prob: 0.9, avg_logprob: -1.4 }] }
    const { endpoint, engine } = await serve((index) => (index === 0 ? 503 : silence))
    expect(finalsOf(await hear(engine, sound.slice(0, 12_000 * framesPerMs)))).toEqual([])
    expect(endpoint.requests.length).toBeGreaterThan(1)
  })

  it('names the setting to check when it is refused', async () => {
    const { engine } = await serve(() => 401)
    await expect(hear(engine, sound)).rejects.toThrow('Check SPEECH_API_KEY.')
  })

  it('does not send silence or audio that is already known', async () => {
    const { endpoint, engine } = await serve(() => ({ text: 'words' }))
    await hear(engine, new Int16Array(5 * 16_000))
    await hear(engine, sound, { knownFrames: [sound.length] })
    expect(endpoint.requests).toEqual([])
  })
})

describe('the engine sherpa', () => {
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), 'chartside-sherpa-'))
    closing.push(() => rmSync(path, { recursive: true }))
    return path
  }
  const choose = (sherpa: string) =>
    chooseSpeechEngine({ speechEngine: 'sherpa', speechScript: null, sherpa: { folder: sherpa, language: 'en' } })

  it('names the files that its folder lacks', () => {
    expect(choose('/nowhere/at/all').message).toBe('SHERPA_MODEL names a folder that is not there.')
    const path = folder()
    expect(choose(path).message).toBe('The folder SHERPA_MODEL has no tokens.txt.')
    writeFileSync(join(path, 'tokens.txt'), '')
    expect(choose(path).message).toContain('has no streaming model')
    writeFileSync(join(path, 'encoder.int8.onnx'), '')
    expect(choose(path).message).toBe('The folder SHERPA_MODEL has no decoder and no joiner file (.onnx).')
  })

  it('refuses an unreadable model with a sentence, and the server keeps running', async () => {
    const path = folder()
    for (const name of ['tokens.txt', 'encoder.onnx', 'decoder.onnx', 'joiner.onnx'])
      writeFileSync(join(path, name), '')
    const { engine } = choose(path)
    await expect(engine?.open({ channels: 1, language: 'en', diarize: false })).rejects.toThrow(
      'sherpa-onnx cannot load the model in SHERPA_MODEL. Unpack it again.',
    )
    await engine?.close()
  })

  it('reads files with the model for files, which punctuates itself, and live speech with the other one', async () => {
    const live = folder()
    for (const name of ['tokens.txt', 'encoder.onnx', 'decoder.onnx', 'joiner.onnx'])
      writeFileSync(join(live, name), '')
    const files = folder()
    for (const [name, content] of Object.entries(nemoCtcModel('Sertraline,'))) writeFileSync(join(files, name), content)
    const sherpa = { folder: live, language: 'en', fileModel: { folder: files, name: 'says-one-word' } }
    const { engine } = chooseSpeechEngine({ speechEngine: 'sherpa', speechScript: null, sherpa })
    if (engine === null) throw new Error('There is no engine.')
    expect(engine.fileModel).toEqual({ name: 'says-one-word', wordErrorRate: null })
    const visit = decodeWav(readFileSync(new URL('../../assets/demo/tab.wav', import.meta.url))).pcm
    const sound = visit.slice(0, 20_000 * framesPerMs)
    const events = await hear(engine, sound, { isLate: true })
    const segments = events.flatMap((event) => (event.type === 'segment' ? [event.segment] : []))
    expect(segments.length).toBeGreaterThan(0)
    for (const segment of segments) expect(segment).toMatchObject({ text: 'Sertraline,', final: true })
    await expect(hear(engine, sound)).rejects.toThrow('cannot load the model in SHERPA_MODEL')
    await engine.close()
  })

  it('spreads the words of an utterance over its time if the model tells no times', () => {
    expect(wordsOfUtterance('I take 50 mg.', 16_000)).toEqual([
      { word: 'I', from: 0, to: 10 },
      { word: 'take', from: 10, to: 50 },
      { word: '50', from: 50, to: 70 },
      { word: 'mg.', from: 70, to: 100 },
    ])
  })

  it('compares the words of a text with those that the model for punctuation returns', () => {
    expect(hasSameWords('How are you? I don’t know.', 'how are you i don’t know')).toBe(true)
    expect(hasSameWords('I take 50.', 'i take fifty')).toBe(false)
    expect(hasSameWords('I take.', 'i take none')).toBe(false)
  })

  it('joins the pieces of words and gives each word its time', () => {
    expect(wordsOfTokens({ text: '', tokens: [' HE', 'LL', 'O', ' THERE'], timestamps: [0.2, 0.28, 0.4, 1] })).toEqual([
      { word: 'hello', from: 20, to: 70 },
      { word: 'there', from: 100, to: 130 },
    ])
  })
})

describe('the engine in use', () => {
  const choose = (env: Record<string, string>) => chooseSpeechEngine(readConfig(env))

  it('is the configured one, or a sentence that says what it lacks', () => {
    expect(choose({ SPEECH_ENGINE: 'deepgram' }).message).toBe('The speech engine deepgram needs DEEPGRAM_API_KEY.')
    expect(choose({ DEEPGRAM_API_KEY: 'k' }).engine?.name).toBe('deepgram')
    expect(choose({ SPEECH_ENGINE: 'openai' }).message).toContain('SPEECH_BASE_URL')
    expect(choose({ SPEECH_BASE_URL: 'http://127.0.0.1:1/v1', SPEECH_MODEL: 'm' }).engine?.name).toBe('openai')
    expect(choose({ SPEECH_ENGINE: 'none', DEEPGRAM_API_KEY: 'k' }).engine).toBeNull()
  })

  it('lists its languages by codes of the table, English first', () => {
    expect(languageCodes.length).toBeGreaterThanOrEqual(36)
    for (const env of [
      { DEEPGRAM_API_KEY: 'k' },
      { SPEECH_BASE_URL: 'http://127.0.0.1:1/v1', SPEECH_MODEL: 'm' },
    ] as Record<string, string>[]) {
      const languages = choose(env).engine?.languages ?? []
      expect(languages[0]).toBe('en')
      expect(languages).toEqual(expect.arrayContaining(['en', 'fr', 'de', 'es', 'zh', 'ja', 'multi', 'ar']))
      for (const code of languages) expect(languageCodes).toContain(code)
    }
  })
})
