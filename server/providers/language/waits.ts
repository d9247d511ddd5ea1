export interface ModelWaits {
  answerMs: number
  /** Maximum time until the first words of an answer, and between later words. */
  silenceMs: number
  /** Pause before a request is repeated, if the provider asks for none. It doubles with each repetition. */
  retryMs: number
}

export const modelWaitsDefault: ModelWaits = { answerMs: 180_000, silenceMs: 90_000, retryMs: 1_000 }
