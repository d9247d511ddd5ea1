export interface HeardWord {
  word: string
  from: number
  to: number
}

export interface Decoder {
  begin(): void
  take(samples: Int16Array): void
  /**
   * The words recognised so far. Until `end` is called, they may still change. A decoder of whole utterances has none before.
   */
  words(): HeardWord[]
  end(): void
  /** Writes the words of an utterance with punctuation and capital letters. Absent: the decoder knows none. */
  write?(words: readonly string[]): string
  close(): void
}
