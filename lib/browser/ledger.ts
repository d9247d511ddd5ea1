import { createJournalStore } from '../transcript/journal/index.ts'
import { ledger } from './egress.ts'

/** What was sent from this browser profile, and what was erased in it, as the settings page shows it. */
export function createLedgerPort() {
  const journal = createJournalStore()
  return {
    async read() {
      const [sent, erasures] = await Promise.all([ledger.read(), journal.records()])
      return { ...sent, erasures }
    },
  }
}
