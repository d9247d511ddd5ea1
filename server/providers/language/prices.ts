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
 * Adds the prices of cached tokens that the setting does not contain, if they are known for the provider. Otherwise,
 * cached tokens cost the full input price, so that a cost is never shown too low.
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
