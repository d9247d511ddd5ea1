export type { KeyHolder } from './cipher.ts'
export { createJournal, type Journal, JournalLocked, type JournalPorts, type OpenedTake } from './journal.ts'
export { createJournalStore, type ErasureRecord, type JournalStore } from './store.ts'
export type { TakeJournal } from './take-journal.ts'
