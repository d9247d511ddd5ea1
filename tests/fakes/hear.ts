import type { EngineEvent, Segment, SpeechEngine } from '../../server/providers/speech/index.ts'

export interface Hearing {
  channels?: 1 | 2
  language?: string
  diarize?: boolean
  atFrame?: number
  knownFrames?: number[]
  terms?: string[]
  /** As a file, or a late part of a recording. */
  isLate?: boolean
}

/** Feeds this audio to an engine, in batches like those of the extension. Returns all of the engine's events. */
export async function hear(
  engine: SpeechEngine,
  pcm: Int16Array,
  {
    channels = 1,
    language = 'en',
    diarize = false,
    atFrame = 0,
    knownFrames = [],
    terms = [],
    isLate = false,
  }: Hearing = {},
): Promise<EngineEvent[]> {
  const stream = await engine.open({
    channels,
    language,
    diarize,
    knownFrames,
    terms,
    ...(isLate && { late: {} }),
  })
  const events: EngineEvent[] = []
  const listened = (async () => {
    for await (const event of stream.events) events.push(event)
  })()
  listened.catch(() => {})
  for (let at = 0; at < pcm.length; at += 2048 * channels) {
    await stream.write({ pcm: pcm.slice(at, at + 2048 * channels), atFrame: atFrame + at / channels })
  }
  await stream.finish()
  await listened
  return events
}

/** The final segments, in the order of their events. */
export const finalsOf = (events: readonly EngineEvent[]): Segment[] =>
  events.flatMap((event) => (event.type === 'segment' && event.segment.final ? [event.segment] : []))
