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

/** Sums up the tokens of one output per model slot, with the cost if the price is known. */
export function spending(writers: (slot: number) => Writer) {
  const bySlot = new Map<number, TokenCount>()
  return {
    add(slot: number, { inputTokens, cachedInputTokens = 0, keptInputTokens = 0, outputTokens }: TokenCount): void {
      const before = bySlot.get(slot) ?? { inputTokens: 0, outputTokens: 0 }
      bySlot.set(slot, {
        inputTokens: before.inputTokens + inputTokens,
        ...withCached((before.cachedInputTokens ?? 0) + cachedInputTokens),
        keptInputTokens: (before.keptInputTokens ?? 0) + keptInputTokens,
        outputTokens: before.outputTokens + outputTokens,
      })
    },
    /**
     * Adds the use that this object has counted to `before`, slot by slot, and returns the sums. If `now` is given,
     * adds `now` instead of the counted use.
     */
    addedTo(before: readonly Spent[], now?: readonly Spent[]): Spent[] {
      const total = new Map(before.map((one) => [one.slot, one]))
      for (const one of now ?? this.told().spent ?? []) {
        const earlier = total.get(one.slot)
        // If one of the two costs is unknown, the sum is unknown too. Otherwise, a part of the cost would look like the
        // whole cost.
        const costUsd = earlier === undefined ? one.costUsd : sumOf(earlier.costUsd, one.costUsd)
        const { costUsd: _, ...rest } = one
        total.set(one.slot, {
          ...rest,
          inputTokens: one.inputTokens + (earlier?.inputTokens ?? 0),
          ...withCached((one.cachedInputTokens ?? 0) + (earlier?.cachedInputTokens ?? 0)),
          outputTokens: one.outputTokens + (earlier?.outputTokens ?? 0),
          ...(costUsd === undefined ? {} : { costUsd }),
        })
      }
      return [...total.values()]
    },
    /** Returns tokens and cost of each slot. Returns an empty object if no language model was used. */
    told(): { spent?: Spent[] } {
      if (bySlot.size === 0) return {}
      const spent = [...bySlot].map(([slot, counted]): Spent => {
        const { name, price } = writers(slot)
        const { keptInputTokens: _, ...tokens } = counted
        return { slot, model: name, ...tokens, ...(price === undefined ? {} : { costUsd: costOf(counted, price) }) }
      })
      return { spent }
    },
  }
}
