import type { PageMemory } from './ask.ts'
import { pageClock } from './fill/clock.ts'
import { fill } from './fill.ts'
import type { PagePorts } from './ports.ts'
import { read } from './read.ts'
import type { PageReading, Receipt } from './shapes.ts'
import { undo } from './undo.ts'

const memory = (): PageMemory => {
  globalThis.chartsidePage ??= {
    nonce: '',
    journal: { url: '', patient: null, entries: [] },
    confirmedPatient: null,
    busy: false,
  }
  return globalThis.chartsidePage
}

/** A frame inside a page of the same origin: its outermost window reads and writes it. */
const readElsewhere = (): boolean => {
  try {
    return window.parent !== window && window.parent.document !== null
  } catch {
    return false
  }
}

/**
 * Reads this document and remembers what stood there; null in a frame that an outer window already reads. The ports are
 * kept for the fill; rules for the site are put there by `rememberRules`.
 */
export function readHere(ports: Pick<PagePorts, 'shadowRootOf'> = {}): PageReading | null {
  if (readElsewhere()) return null
  const here = memory()
  here.ports = { ...here.ports, ...ports }
  const reading = read(document, document.URL)
  const stands = JSON.stringify([reading.url, reading.patient, reading.form])
  // Looking twice at the same thing does not spoil a plan made from the first look.
  if (here.nonce === '' || here.stands !== stands) here.nonce = reading.nonce
  here.stands = stands
  return { ...reading, nonce: here.nonce }
}

/** Does what was asked of this document; null where nothing was. Throws when a fill is still at work. */
export async function fillHere(): Promise<Receipt[] | null> {
  const here = memory()
  const { request } = here
  delete here.request
  if (!request) return null
  if (here.busy) throw new Error('A fill is still at work in this page.')
  here.busy = true
  try {
    if (request.type === 'undo')
      return await undo(document, here.journal, { clock: pageClock, confirmedPatient: here.confirmedPatient })
    here.confirmedPatient = request.confirmedPatient
    return await fill(document, request.plan, {
      nonce: here.nonce,
      clock: pageClock,
      confirmedPatient: request.confirmedPatient,
      journal: here.journal,
    })
  } finally {
    here.busy = false
  }
}
