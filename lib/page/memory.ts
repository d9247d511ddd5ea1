import type { PageMemory } from './ask.ts'

/** What the injected files share within this document. */
export const memory = (): PageMemory => {
  globalThis.chartsidePage ??= {
    nonce: '',
    journal: { url: '', patient: null, entries: [] },
    confirmedPatient: null,
    busy: false,
  }
  return globalThis.chartsidePage
}
