import type { EngineEvent, Segment, SpeechEngine } from '../../server/providers/speech/index.ts'

export interface Hearing {
  channels?: 1 | 2
  language?: string
  diarize?: boolean
  atFrame?: number
  knownFrames?: number[]
}

/** Everything an engine tells of this sound, given to it in batches as the extension sends them. */
export async function hear(
  engine: SpeechEngine,
  pcm: Int16Array,
  { channels = 1, language = 'en', diarize = false, atFrame = 0, knownFrames = [] }: Hearing = {},
): Promise<EngineEvent[]> {
  const stream = await engine.open({ channels, language, diarize, knownFrames })
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

/** The words that are settled, in the order they were told. */
export const finalsOf = (events: readonly EngineEvent[]): Segment[] =>
  events.flatMap((event) => (event.type === 'segment' && event.segment.final ? [event.segment] : []))
