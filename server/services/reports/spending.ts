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

const sumOf = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? undefined : one + other

type Used = NonNullable<Spent['review']>

/** Adds up two uses. If one of the two costs is unknown, the sum is unknown: a part would look like the whole cost. */
function together(one: Used, other: Used): Used {
  const costUsd = sumOf(one.costUsd, other.costUsd)
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    ...withCached((one.cachedInputTokens ?? 0) + (other.cachedInputTokens ?? 0)),
    outputTokens: one.outputTokens + other.outputTokens,
    ...(costUsd === undefined ? {} : { costUsd }),
  }
}

function spentTogether(one: Spent, other: Spent): Spent {
  const { slot, model } = other
  const review =
    one.review === undefined || other.review === undefined
      ? (one.review ?? other.review)
      : together(one.review, other.review)
  return { slot, model, ...together(one, other), ...(review === undefined ? {} : { review }) }
}

export function spending(writers: (slot: number) => Writer) {
  const bySlot = new Map<number, Spent>()
  return {
    add(slot: number, tokens: TokenCount, isReview = false): void {
      const { name: model, price } = writers(slot)
      const { inputTokens, cachedInputTokens = 0, outputTokens } = tokens
      const cost = price === undefined ? {} : { costUsd: costOf(tokens, price) }
      const used = { inputTokens, ...withCached(cachedInputTokens), outputTokens, ...cost }
      const spent: Spent = { slot, model, ...used, ...(isReview ? { review: used } : {}) }
      const before = bySlot.get(slot)
      bySlot.set(slot, before === undefined ? spent : spentTogether(before, spent))
    },
    /**
     * Adds the use that this object has counted to `before`, slot by slot, and returns the sums. If `now` is given,
     * adds `now` instead of the counted use.
     */
    addedTo(before: readonly Spent[], now?: readonly Spent[]): Spent[] {
      const total = new Map(before.map((one) => [one.slot, one]))
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
