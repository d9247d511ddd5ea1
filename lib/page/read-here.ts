import { memory } from './memory.ts'
import type { PagePorts } from './ports.ts'
import { read } from './scan/read.ts'
import type { PageReading } from './shapes.ts'

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
export function readHere(ports: Pick<PagePorts, 'shadowRootOf'> | null = null): PageReading | null {
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
