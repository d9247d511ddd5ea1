import { createJournalStore } from '../transcript/journal/index.ts'
import { ledger } from './egress.ts'

export function createLedgerPort() {
  const journal = createJournalStore()
  return {
    async read() {
      const [egress, erasures] = await Promise.all([ledger.read(), journal.records()])
      return { ...egress, erasures }
    },
  }
}
