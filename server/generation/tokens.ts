/** The tokens that a language model read and wrote. */
export interface TokenCount {
  inputTokens: number
  /** The input tokens that the provider read from its cache. Absent: none, or not reported. */
  cachedInputTokens?: number
  /**
   * The input tokens that the provider wrote to its cache for later calls, if it charges a separate price for these.
   */
  keptInputTokens?: number
  outputTokens: number
}
