/** A word with its place, in decoder frames of 10 ms from the start of the utterance; `to` is exclusive. */
export interface HeardWord {
  word: string
  from: number
  to: number
}

/** A recogniser that runs in a thread of this server: one voice stream, an utterance at a time. */
export interface Decoder {
  begin(): void
  /** 16 kHz mono samples of the utterance. */
  take(samples: Int16Array): void
  /** What it believes so far. */
  words(): HeardWord[]
  end(): void
  close(): void
}
