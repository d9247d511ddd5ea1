import type { Logger } from 'pino'
import type { Writer } from '../generation/index.ts'
import { spending } from './reports/spending.ts'

/**
 * Counts the tokens of a call that stores no note: an example, proposed fields or a proposed layout. `told` writes one
 * log line for each slot and returns the counts. A line has the cost if the price is known, and no clinical text.
 */
export function usageOf(
  writers: (slot: number) => Writer,
  log: Logger,
  purpose: 'example' | 'fields' | 'layout' | 'names',
) {
  const spent = spending(writers)
  return {
    add: spent.add,
    told() {
      const spentBySlot = spent.told().spent ?? []
      for (const one of spentBySlot) log.info({ purpose, ...one }, 'a language model was used')
      return spentBySlot
    },
  }
}
