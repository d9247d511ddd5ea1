import type { ModelPrice, Spent } from '../../../lib/contracts/index.ts'
import type { TokenCount, Writer } from '../../generation/index.ts'

const withCached = (cachedInputTokens: number) => (cachedInputTokens === 0 ? {} : { cachedInputTokens })

/**
 * Returns the cost in US dollars. Tokens that are read from the provider's cache, or written to it, have their own
 * prices if these are known.
 */
function costOf(
  { inputTokens, cachedInputTokens = 0, keptInputTokens = 0, outputTokens }: TokenCount,
  { inputPerMillion, outputPerMillion, cachedPerMillion, keptPerMillion }: ModelPrice,
): number {
  const dollars =
    (inputTokens - cachedInputTokens - keptInputTokens) * inputPerMillion +
    cachedInputTokens * (cachedPerMillion ?? inputPerMillion) +
    keptInputTokens * (keptPerMillion ?? inputPerMillion) +
    outputTokens * outputPerMillion
  return dollars / 1_000_000
}

const sumOf = (one: number | undefined, another: number | undefined): number | undefined =>
  one === undefined || another === undefined ? undefined : one + another

type Used = NonNullable<Spent['review']>

/** Adds up two uses. If one of the two costs is unknown, the sum is unknown: a part would look like the whole cost. */
function together(one: Used, another: Used): Used {
  const costUsd = sumOf(one.costUsd, another.costUsd)
  return {
    inputTokens: one.inputTokens + another.inputTokens,
    ...withCached((one.cachedInputTokens ?? 0) + (another.cachedInputTokens ?? 0)),
    outputTokens: one.outputTokens + another.outputTokens,
    ...(costUsd === undefined ? {} : { costUsd }),
  }
}

function spentTogether(one: Spent, another: Spent): Spent {
  const { slot, model } = another
  const review =
    one.review === undefined || another.review === undefined
      ? (one.review ?? another.review)
      : together(one.review, another.review)
  return { slot, model, ...together(one, another), ...(review === undefined ? {} : { review }) }
}

export function spending(writers: (slot: number) => Writer) {
  const bySlot = new Map<number, Spent>()
  return {
    add(slot: number, tokens: TokenCount, isReview = false): void {
      const { name: model, price } = writers(slot)
      const { inputTokens, cachedInputTokens = 0, outputTokens } = tokens
      const cost = price === undefined ? {} : { costUsd: costOf(tokens, price) }
      const tokenUse = { inputTokens, ...withCached(cachedInputTokens), outputTokens, ...cost }
      const spent: Spent = { slot, model, ...tokenUse, ...(isReview ? { review: tokenUse } : {}) }
      const earlierUse = bySlot.get(slot)
      bySlot.set(slot, earlierUse === undefined ? spent : spentTogether(earlierUse, spent))
    },
    /**
     * Adds the use that this object has counted to `earlierSpent`, slot by slot, and returns the sums. If `now` is given,
     * adds `now` instead of the counted use.
     */
    addedTo(earlierSpent: readonly Spent[], now?: readonly Spent[]): Spent[] {
      const total = new Map(earlierSpent.map((one) => [one.slot, one]))
      for (const one of now ?? this.told().spent ?? []) {
        const earlier = total.get(one.slot)
        total.set(one.slot, earlier === undefined ? one : spentTogether(earlier, one))
      }
      return [...total.values()]
    },
    told(): { spent?: Spent[] } {
      return bySlot.size === 0 ? {} : { spent: [...bySlot.values()] }
    },
  }
}
