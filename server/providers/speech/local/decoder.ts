/**
 * A recognised word. `from` and `to` are its times in steps of 10 ms from the start of the utterance. `to` is
 * exclusive.
 */
export interface HeardWord {
  word: string
  from: number
  to: number
}

/** A speech recogniser for one channel, one utterance at a time. It runs in a thread of this server. */
export interface Decoder {
  begin(): void
  /** Adds 16 kHz mono samples of the utterance. */
  take(samples: Int16Array): void
  /** The words recognised so far. Until `end` is called, they may still change. */
  words(): HeardWord[]
  end(): void
  close(): void
}
