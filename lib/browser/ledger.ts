import { createJournalStore } from '../transcript/journal/index.ts'
import { ledger } from './egress.ts'

/**
 * Reads what this browser profile has sent, and which recordings were erased in it. The settings page shows these two
 * lists.
 */
export function createLedgerPort() {
  const journal = createJournalStore()
  return {
    async read() {
      const [sent, erasures] = await Promise.all([ledger.read(), journal.records()])
      return { ...sent, erasures }
    },
  }
}
