import { type MemoryHolder, memoryIfAny, type PageMemory } from './ask.ts'

/** What the injected files share within this document. */
export function memory(): PageMemory {
  const here: PageMemory = memoryIfAny() ?? {
    nonce: '',
    journal: { url: '', patient: null, entries: [] },
    confirmedPatient: null,
    busy: false,
  }
  ;(globalThis as unknown as MemoryHolder)[Symbol.for('chartside.page')] = here
  return here
}
