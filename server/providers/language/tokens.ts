import type { LanguageModelUsage } from 'ai'
import type { TokenCount } from '../../generation/index.ts'

export function tokensOf({ inputTokens = 0, inputTokenDetails, outputTokens = 0 }: LanguageModelUsage): TokenCount {
  const { cacheReadTokens: cached = 0, cacheWriteTokens: writtenTokens = 0 } = inputTokenDetails
  return {
    inputTokens,
    ...(cached === 0 ? {} : { cachedInputTokens: cached }),
    ...(writtenTokens === 0 ? {} : { keptInputTokens: writtenTokens }),
    outputTokens,
  }
}
