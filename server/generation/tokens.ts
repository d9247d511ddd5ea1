export interface TokenCount {
  inputTokens: number
  cachedInputTokens?: number
  /** The input tokens written to the provider's cache, if they have a separate price. */
  keptInputTokens?: number
  outputTokens: number
}
