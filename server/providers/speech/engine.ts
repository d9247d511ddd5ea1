/**
 * Thrown if an engine refuses its work, and would refuse it again, because a key or a setting is wrong. The message
 * can be shown to the user.
 */
export class EngineRefused extends Error {
  override name = 'EngineRefused'
}

/** Stands in a transcript where somebody spoke, and the engine gave no words, or words that were not said. */
export const inaudible = '[inaudible]'

export interface Segment {
  channel: 0 | 1
  /** Number of the voice within its channel, from 0. Absent if the engine does not distinguish voices. */
  voice?: number
  text: string
  /**
   * Indexes of the uncertain words in `text`, split at white space. Absent: the engine is sure of all words, or it
   * reports no confidence.
   */
  unclear?: readonly number[]
  /** Frames of the take's timeline: `fromFrame` inclusive, `toFrame` exclusive. */
  fromFrame: number
  toFrame: number
  /** If false, the segment is an interim result, and a later segment of the same channel replaces it. */
  final: boolean
}

/**
 * An event of an engine. `segment`: recognised words. `processed`: no more words will follow for audio before
 * `toFrame`.
 */
export type EngineEvent = { type: 'segment'; segment: Segment } | { type: 'processed'; channel: 0 | 1; toFrame: number }

/**
 * Returns the channel of an event, and the frame before which the words of this channel are final. For an interim
 * result, this frame is 0, because the words of the interim result can still change.
 */
export function settledBy(event: EngineEvent): [channel: 0 | 1, frame: number] {
  if (event.type === 'processed') return [event.channel, event.toFrame]
  return [event.segment.channel, event.segment.final ? event.segment.toFrame : 0]
}

/**
 * The recognition of one take. Frames are 16 kHz samples, counted from the start of the take. `atFrame` never
 * decreases. If it jumps forward, the skipped time counts as silence.
 */
export interface EngineStream {
  /**
   * Adds interleaved 16-bit PCM whose first frame is at `atFrame`. Resolves when the engine can accept more audio. An
   * empty `pcm` only reports that the take has reached `atFrame`.
   */
  write(chunk: { pcm: Int16Array; atFrame: number }): Promise<void>
  finish(): Promise<void>
  /**
   * The results of the recognition. The iteration ends after the last result, and throws if the engine fails. Final
   * segments of a channel are in order and do not overlap.
   */
  events: AsyncIterable<EngineEvent>
  /** The second engine, if it has continued the take after failures of the first one. Otherwise absent. */
  readonly engine?: Pick<SpeechEngine, 'name' | 'label'> | undefined
  close(): void
}

export interface EngineOptions {
  channels: 1 | 2
  language: string
  diarize: boolean
  /**
   * For each channel, the frame before which the words were already recognised, for example by an earlier stream. The
   * engine does not report words before this frame. Default: 0.
   */
  knownFrames?: readonly number[]
  /** Names and medicines that will probably be said. Engines that take no terms ignore them. */
  terms?: readonly string[]
  /**
   * True if the caller opens another stream after a failure. The engine then reports a failure early, without many
   * retries.
   */
  failsSoon?: boolean
  /**
   * Present for a file or a late part of a recording. An engine of this machine then waits for free channels, and lets
   * live recordings go first. The signal ends the wait.
   */
  late?: { signal?: AbortSignal | undefined }
}

/** A speech engine (product 9.12). */
export interface SpeechEngine {
  name: string
  /** One sentence for the settings screen: what the engine can do, and where the audio goes. */
  label: string
  languages: readonly string[]
  /** The model of the engine. `wordErrorRate`: percent of the words that were wrong in the bundled clips. */
  model?: { name: string; wordErrorRate: number | null }
  /** The model for files, if it is another one. */
  fileModel?: { name: string; wordErrorRate: number | null }
  diarizes: boolean
  takesTerms: boolean
  channels: 1 | 2
  open(options: EngineOptions): Promise<EngineStream>
  close(): Promise<void>
}
