/** The tokens that a language model read and wrote. */
export interface TokenCount {
  inputTokens: number
  /** The input tokens that the provider had read before. Absent: none, or not told. */
  cachedInputTokens?: number
  /** The input tokens that the provider has kept in its cache for later calls, if it has a price of its own for them. */
  keptInputTokens?: number
  outputTokens: number
}
