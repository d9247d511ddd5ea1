export interface HeardWord {
  word: string
  from: number
  to: number
}

export interface Decoder {
  begin(): void
  take(samples: Int16Array): void
  /** The words recognised so far. Until `end` is called, they may still change. */
  words(): HeardWord[]
  end(): void
  close(): void
}
