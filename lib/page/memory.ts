import { type MemoryHolder, memoryIfAny, type PageMemory } from './ask.ts'

/** Returns the state that the injected scripts share within this document, and creates it if needed. */
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
