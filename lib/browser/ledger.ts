import { createJournalStore } from '../transcript/journal/index.ts'
import { ledger } from './egress.ts'

/**
 * What was sent from this browser profile, and which recordings were erased in this profile. The settings page shows
 * both.
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
