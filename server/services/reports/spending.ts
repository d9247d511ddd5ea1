import type { Spent } from '../../../lib/contracts/index.ts'
import type { TokenCount, Writer } from '../../generation/index.ts'

/** Adds up what language models read and wrote for one output, by slot, with the cost where the price is known. */
export function spending(writers: (slot: number) => Writer) {
  const bySlot = new Map<number, TokenCount>()
  return {
    add(slot: number, { inputTokens, outputTokens }: TokenCount): void {
      const before = bySlot.get(slot) ?? { inputTokens: 0, outputTokens: 0 }
      bySlot.set(slot, {
        inputTokens: before.inputTokens + inputTokens,
        outputTokens: before.outputTokens + outputTokens,
      })
    },
    /** The same added to what the output cost before: by slot, in tokens and money. */
    addedTo(before: readonly Spent[]): Spent[] {
      const total = new Map(before.map((one) => [one.slot, one]))
      for (const one of this.told().spent ?? []) {
        const earlier = total.get(one.slot)
        const costUsd = (earlier?.costUsd ?? 0) + (one.costUsd ?? 0)
        total.set(one.slot, {
          ...one,
          inputTokens: one.inputTokens + (earlier?.inputTokens ?? 0),
          outputTokens: one.outputTokens + (earlier?.outputTokens ?? 0),
          ...(costUsd === 0 ? {} : { costUsd }),
        })
      }
      return [...total.values()]
    },
    /** Nothing where no model was asked. */
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
