import type { ModelPrice } from '../../../lib/contracts/index.ts'
import type { LanguageProviderName } from './provider-names.ts'

/**
 * Prices of cached tokens as shares of the input price, for providers whose shares are the same for all models. `read`:
 * tokens that the provider reads from its cache. `kept`: tokens that it writes to its cache.
 */
const shares: Partial<Record<LanguageProviderName, { read: number; kept: number }>> = {
  anthropic: { read: 0.1, kept: 1.25 },
  bedrock: { read: 0.1, kept: 1.25 },
}

/**
 * Adds the prices of cached tokens that `price` does not contain. Returns `price` unchanged if `shares` does not
 * contain the provider. Cached tokens without a price of their own are counted with the full input price.
 */
export function knownPrice(provider: LanguageProviderName, price: ModelPrice): ModelPrice {
  const share = shares[provider]
  if (share === undefined) return price
  const { inputPerMillion, cachedPerMillion, keptPerMillion } = price
  return {
    ...price,
    cachedPerMillion: cachedPerMillion ?? inputPerMillion * share.read,
    keptPerMillion: keptPerMillion ?? inputPerMillion * share.kept,
  }
}
