import { setTimeout as pause } from 'node:timers/promises'
import { type EngineEvent, type EngineOptions, type EngineStream, type SpeechEngine, settledBy } from './engine.ts'
import { createEventQueue } from './event-queue.ts'

/** After this many failures of the first engine within one stream, the second engine continues (product 9.15). */
const failuresMax = 3
const againAfterMs = 500

interface Chunk {
  pcm: Int16Array
  atFrame: number
}

/**
 * Returns the code under which an engine supports a language, for example `de` for `de-CH`. Undefined: the engine does
 * not support the language.
 */
const languageOf = (engine: SpeechEngine, language: string): string | undefined =>
  [language, language.split('-')[0]].find((one) => one !== undefined && engine.languages.includes(one))

/**
 * Creates an engine that uses `first`. If `first` fails three times within one stream, `second` continues each channel
 * after its last final words. Audio without final words is kept and sent again, so no word is lost or repeated. If
 * `second` does not support the language of the take, only `first` is used. Each new stream begins with `first`.
 */
export function createFallbackEngine(first: SpeechEngine, second: SpeechEngine): SpeechEngine {
  return {
    ...first,
    label: `${first.label} If this engine fails three times in a recording, the second engine continues. ${second.label}`,
    takesTerms: first.takesTerms || second.takesTerms,
    channels: first.channels === 1 || second.channels === 1 ? 1 : 2,
    async open(options) {
      const language = languageOf(second, options.language)
      return language === undefined ? first.open(options) : openStream(first, second, language, options)
    },
    async close() {
      await Promise.all([first.close(), second.close()])
    },
  }
}

async function openStream(
  first: SpeechEngine,
  second: SpeechEngine,
  secondLanguage: string,
  options: EngineOptions,
): Promise<EngineStream> {
  const { channels } = options
  const queue = createEventQueue<EngineEvent>()
  const settled = Array.from({ length: channels }, (_, channel) => options.knownFrames?.[channel] ?? 0)
  /** The audio for which no final words have arrived yet. After a failure, the next stream gets this audio again. */
  const chunks: Chunk[] = []
  let failures = 0
  let state: 'open' | 'finishing' | 'closed' = 'open'
  let failure: Error | null = null
  let present: EngineStream | null = null

  const isClosed = () => state === 'closed'
  const usesSecond = () => failures >= failuresMax
  const openEngine = () => {
    const knownFrames = [...settled]
    if (!usesSecond()) return first.open({ ...options, knownFrames, failsSoon: true })
    const diarize = options.diarize && second.diarizes
    return second.open({ ...options, language: secondLanguage, diarize, knownFrames })
  }
  const endOf = ({ pcm, atFrame }: Chunk) => atFrame + pcm.length / channels
  const end = (error: Error | null) => {
    if (state === 'closed') return
    state = 'closed'
    failure = error
    present?.close()
    if (error === null) queue.end()
    else queue.fail(error)
  }
  const asError = (error: unknown) => (error instanceof Error ? error : new Error('The speech engine failed.'))

  const pass = (event: EngineEvent) => {
    const [channel, frame] = settledBy(event)
    settled[channel] = Math.max(settled[channel] ?? 0, frame)
    queue.push(event)
    const settledFrame = Math.min(...settled)
    while (chunks[0] !== undefined && endOf(chunks[0]) <= settledFrame) chunks.shift()
  }
  const listen = async (stream: EngineStream) => {
    try {
      for await (const event of stream.events) if (stream === present) pass(event)
      if (stream === present && state === 'finishing') end(null)
    } catch (error) {
      if (stream === present) fail(error)
    }
  }
  /**
   * Resolves when the last queued task has ended. A task opens a stream or writes to it. Tasks run one after another,
   * so that audio stays in order.
   */
  let working: Promise<void> = Promise.resolve()
  const work = (task: () => Promise<void>) => {
    working = working.then(task).catch((error: unknown) => end(asError(error)))
    return working
  }
  const goOn = async () => {
    while (present === null && !isClosed()) {
      let stream: EngineStream
      try {
        stream = await openEngine()
      } catch (error) {
        if (usesSecond()) throw error
        failures++
        if (!usesSecond()) await pause(againAfterMs)
        continue
      }
      present = stream
      if (isClosed()) return stream.close()
      void listen(stream)
      // The engine may change the samples, so it gets a copy.
      for (const { pcm, atFrame } of [...chunks]) await send(stream, { pcm: pcm.slice(), atFrame })
      if (state === 'finishing') await finish(stream)
    }
  }
  let finishedStream: EngineStream | null = null
  const finish = async (stream: EngineStream) => {
    if (stream !== present || stream === finishedStream) return
    finishedStream = stream
    try {
      await stream.finish()
    } catch (error) {
      if (stream === present) fail(error)
    }
  }
  const send = async (stream: EngineStream, chunk: Chunk) => {
    if (stream !== present) return
    try {
      await stream.write(chunk)
    } catch (error) {
      if (stream === present) fail(error)
    }
  }
  const fail = (error: unknown) => {
    if (state === 'closed') return
    const failedStream = present
    present = null
    failedStream?.close()
    if (usesSecond()) return end(asError(error))
    failures++
    void work(goOn)
  }

  // Waits until a stream is open. Failures of `first` are not reported while another attempt or `second` can still
  // succeed.
  await work(goOn)
  if (failure !== null) throw failure
  return {
    async write(chunk) {
      if (failure !== null) throw failure
      if (state !== 'open') throw new Error('Audio stream closed')
      chunks.push({ pcm: chunk.pcm.slice(), atFrame: chunk.atFrame })
      const stream = present
      // If `stream` is null, a task that calls `goOn` is already running or waiting. `goOn` opens a stream and writes
      // all audio in `chunks` to it, including this chunk. Writing the chunk here too would repeat it.
      await work(async () => {
        if (stream !== null) await send(stream, chunk)
      })
      if (failure !== null) throw failure
    },
    async finish() {
      if (state !== 'open') return
      state = 'finishing'
      const stream = present
      await work(async () => {
        if (stream !== null) await finish(stream)
      })
    },
    events: queue,
    close: () => end(null),
    get engine() {
      return usesSecond() ? { name: second.name, label: second.label } : undefined
    },
  }
}
