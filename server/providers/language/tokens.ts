import type { LanguageModelUsage } from 'ai'
import type { TokenCount } from '../../generation/index.ts'

/** The tokens of an answer, with those that the provider had read before. */
export function tokensOf({ inputTokens = 0, inputTokenDetails, outputTokens = 0 }: LanguageModelUsage): TokenCount {
  const cached = inputTokenDetails.cacheReadTokens ?? 0
  return { inputTokens, ...(cached === 0 ? {} : { cachedInputTokens: cached }), outputTokens }
}
