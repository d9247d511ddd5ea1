import { memory } from './memory.ts'
import { read } from './scan/scan.ts'
import type { PagePorts, PageReading } from './shapes.ts'

/** Returns true in a same-origin frame. The outermost window reads and writes such a frame. */
const readElsewhere = (): boolean => {
  try {
    return window.parent !== window && window.parent.document !== null
  } catch {
    return false
  }
}

/**
 * Reads this document and remembers the result for the fill. Returns null in a same-origin frame, because the outer
 * window reads it. Site rules are stored separately by `rememberRules`.
 */
export function readHere(ports: Pick<PagePorts, 'shadowRootOf'> | null = null): PageReading | null {
  if (readElsewhere()) return null
  const here = memory()
  here.ports = { ...here.ports, ...ports }
  const reading = read(document, document.URL)
  const stands = JSON.stringify([reading.url, reading.patient, reading.form])
  // If nothing has changed since the last reading, keep its nonce, so that a plan made from it stays valid.
  if (here.nonce === '' || here.stands !== stands) here.nonce = reading.nonce
  here.stands = stands
  return { ...reading, nonce: here.nonce }
}
