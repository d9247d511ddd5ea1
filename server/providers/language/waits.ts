/** How long a server waits for a language model, in ms. */
export interface ModelWaits {
  /** For a whole answer. */
  answerMs: number
  /** For the next words of an answer, or for the first ones. */
  silenceMs: number
  /** Before a request is repeated, if the provider names no time. Doubled each time. */
  retryMs: number
}

export const modelWaitsDefault: ModelWaits = { answerMs: 180_000, silenceMs: 90_000, retryMs: 1_000 }
