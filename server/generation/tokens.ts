/** The tokens that a language model read and wrote. */
export interface TokenCount {
  inputTokens: number
  /** The input tokens that the provider had read before. Absent: none, or not told. */
  cachedInputTokens?: number
  outputTokens: number
}
