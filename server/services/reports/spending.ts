import type { Spent } from '../../../lib/contracts/index.ts'
import type { TokenCount, Writer } from '../../generation/index.ts'

const withCached = (cachedInputTokens: number) => (cachedInputTokens === 0 ? {} : { cachedInputTokens })

/** Sums up the tokens of one output per model slot, with the cost if the price is known. */
export function spending(writers: (slot: number) => Writer) {
  const bySlot = new Map<number, TokenCount>()
  return {
    add(slot: number, { inputTokens, cachedInputTokens = 0, outputTokens }: TokenCount): void {
      const before = bySlot.get(slot) ?? { inputTokens: 0, outputTokens: 0 }
      bySlot.set(slot, {
        inputTokens: before.inputTokens + inputTokens,
        ...withCached((before.cachedInputTokens ?? 0) + cachedInputTokens),
        outputTokens: before.outputTokens + outputTokens,
      })
    },
    /** Adds these tokens and costs to those of an earlier generation, per slot. */
    addedTo(before: readonly Spent[]): Spent[] {
      const total = new Map(before.map((one) => [one.slot, one]))
      for (const one of this.told().spent ?? []) {
        const earlier = total.get(one.slot)
        const costUsd = (earlier?.costUsd ?? 0) + (one.costUsd ?? 0)
        total.set(one.slot, {
          ...one,
          inputTokens: one.inputTokens + (earlier?.inputTokens ?? 0),
          ...withCached((one.cachedInputTokens ?? 0) + (earlier?.cachedInputTokens ?? 0)),
          outputTokens: one.outputTokens + (earlier?.outputTokens ?? 0),
          ...(costUsd === 0 ? {} : { costUsd }),
        })
      }
      return [...total.values()]
    },
    /** Returns an empty object if no language model was used. */
    told(): { spent?: Spent[] } {
      if (bySlot.size === 0) return {}
      const spent = [...bySlot].map(([slot, tokens]): Spent => {
        const { name, price } = writers(slot)
        const cost = price && tokens.inputTokens * price.inputPerMillion + tokens.outputTokens * price.outputPerMillion
        return { slot, model: name, ...tokens, ...(cost === undefined ? {} : { costUsd: cost / 1_000_000 }) }
      })
      return { spent }
    },
  }
}
