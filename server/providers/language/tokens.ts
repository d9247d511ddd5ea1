import type { LanguageModelUsage } from 'ai'
import type { TokenCount } from '../../generation/index.ts'

export function tokensOf({ inputTokens = 0, inputTokenDetails, outputTokens = 0 }: LanguageModelUsage): TokenCount {
  const { cacheReadTokens: cached = 0, cacheWriteTokens: written = 0 } = inputTokenDetails
  return {
    inputTokens,
    ...(cached === 0 ? {} : { cachedInputTokens: cached }),
    ...(written === 0 ? {} : { keptInputTokens: written }),
    outputTokens,
  }
}
