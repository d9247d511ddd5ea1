/** A piece of recognised speech. */
export interface Segment {
  /** 0: microphone, 1: tab. Always 0 with one channel. */
  channel: 0 | 1
  /** Number of the voice within its channel, from 0. Absent if the engine does not distinguish voices. */
  voice?: number
  text: string
  /**
   * The words that the engine is not sure of: their indexes in `text`, split at white space. Absent: none, or the
   * engine gives no confidence.
   */
  unclear?: readonly number[]
  /** Frames of the take's timeline: `fromFrame` inclusive, `toFrame` exclusive. */
  fromFrame: number
  toFrame: number
  /** If false, the segment is an interim result, and a later segment of the same channel replaces it. */
  final: boolean
}

/** An event of an engine. `segment`: words. `processed`: no more words will follow for audio before this frame. */
export type EngineEvent = { type: 'segment'; segment: Segment } | { type: 'processed'; channel: 0 | 1; toFrame: number }

/**
 * Returns the channel of an event, and the frame up to which the event settles the words of this channel. An interim
 * result settles nothing: frame 0.
 */
export function settledBy(event: EngineEvent): [channel: 0 | 1, frame: number] {
  if (event.type === 'processed') return [event.channel, event.toFrame]
  return [event.segment.channel, event.segment.final ? event.segment.toFrame : 0]
}

/**
 * The recognition of one take. Frames are 16 kHz samples of the timeline. `atFrame` never decreases; a jump means a gap
 * of silence.
 */
export interface EngineStream {
  /**
   * Adds interleaved 16-bit PCM whose first frame is at `atFrame`. Resolves when the engine can take more. Empty PCM
   * only advances the timeline.
   */
  write(chunk: { pcm: Int16Array; atFrame: number }): Promise<void>
  /** Ends the audio. The rest is recognised, then `events` ends. */
  finish(): Promise<void>
  /**
   * Ends when the take is finished; throws if the engine failed. Final segments of a channel are in order and do not
   * overlap.
   */
  events: AsyncIterable<EngineEvent>
  /** The engine that recognises the take now, if it is not the engine that opened the stream. */
  readonly engine?: Pick<SpeechEngine, 'name' | 'label'> | undefined
  /** Aborts the recognition and releases all resources. */
  close(): void
}

export interface EngineOptions {
  channels: 1 | 2
  language: string
  diarize: boolean
  /** For each channel, the frame before which the words are already known. They are not reported again. Default: 0. */
  knownFrames?: readonly number[]
  /** Names and medicines that will probably be said. Engines that take no terms ignore them. */
  terms?: readonly string[]
  /**
   * True: after a failure, the caller opens another stream. The engine then fails at once instead of trying again.
   */
  failsSoon?: boolean
}

/** A speech engine (product 9.12). */
export interface SpeechEngine {
  name: string
  /** One sentence for the settings screen: what the engine can do, and where the audio goes. */
  label: string
  languages: readonly string[]
  diarizes: boolean
  /** True if the engine uses the terms of `EngineOptions`. */
  takesTerms: boolean
  /** The most channels of a take. */
  channels: 1 | 2
  open(options: EngineOptions): Promise<EngineStream>
  close(): Promise<void>
}
