/** A piece of recognised speech. */
export interface Segment {
  /** 0 the microphone, 1 the tab; always 0 with one channel. */
  channel: 0 | 1
  /** A voice the engine told apart within its channel, counted from 0; absent where it cannot. */
  voice?: number
  text: string
  /** Frames of the take's own timeline, [fromFrame, toFrame). */
  fromFrame: number
  toFrame: number
  /** false: a guess that a later segment of the same channel replaces. */
  final: boolean
}

/** What an engine tells of its progress: words, or that audio up to a frame carried none still to come. */
export type EngineEvent = { type: 'segment'; segment: Segment } | { type: 'processed'; channel: 0 | 1; toFrame: number }

/** One take being recognised. Frames are 16 kHz sample times; `atFrame` never goes back, and a jump is a gap of silence. */
export interface EngineStream {
  /**
   * Interleaved 16-bit PCM whose first frame stands at `atFrame`. Resolves when the engine can take more.
   * Without samples it tells only that the timeline has come so far.
   */
  write(chunk: { pcm: Int16Array; atFrame: number }): Promise<void>
  /** No more audio comes: what is left is recognised, then `events` ends. */
  finish(): Promise<void>
  /** Ends when the take is finished; throws when the engine failed. Final segments never overlap within a channel and come in order. */
  events: AsyncIterable<EngineEvent>
  /** Ends at once and releases everything. */
  close(): void
}

export interface EngineOptions {
  channels: 1 | 2
  language: string
  diarize: boolean
  /** For each channel, the frame before which its words are known already and must not be told again; absent: 0. */
  knownFrames?: readonly number[]
}

/** A speech engine (product 9.12). */
export interface SpeechEngine {
  name: string
  /** One honest sentence for the settings screen. */
  label: string
  languages: readonly string[]
  diarizes: boolean
  open(options: EngineOptions): Promise<EngineStream>
  close(): Promise<void>
}
