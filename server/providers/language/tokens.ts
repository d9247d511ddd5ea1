import type { LanguageModelUsage } from 'ai'
import type { TokenCount } from '../../generation/index.ts'

/** The token counts of an answer, with the tokens that the provider has read from its cache and written to it. */
export function tokensOf({ inputTokens = 0, inputTokenDetails, outputTokens = 0 }: LanguageModelUsage): TokenCount {
  const { cacheReadTokens: cached = 0, cacheWriteTokens: written = 0 } = inputTokenDetails
  return {
    inputTokens,
    ...(cached === 0 ? {} : { cachedInputTokens: cached }),
    ...(written === 0 ? {} : { keptInputTokens: written }),
    outputTokens,
  }
}
