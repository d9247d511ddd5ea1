import type { SiteRules } from '../contracts/index.ts'
import type { Journal } from './fill/journal.ts'
import type { PagePorts } from './ports.ts'
import type { FillPlan } from './shapes.ts'

/**
 * What a drag out of the panel carries: its own name and nothing that a page could take by itself. So a value lands only
 * where the filler writes it, and never in another tab over which it is let go.
 */
export const carriedType = 'application/x-chartside'

/** One value on its way from the panel into a page, and what the page must still be when it gets there. */
export interface Carried extends Pick<FillPlan, 'nonce' | 'url' | 'patient'> {
  /** Of this drag alone. */
  name: string
  value: string[]
}

/** What is asked of the filler. */
export type FillRequest =
  | { type: 'fill'; plan: FillPlan; confirmedPatient: string | null }
  | { type: 'undo' }
  /** Waits for a value to be dropped on a field, and writes it there. */
  | { type: 'catch'; carried: Carried; confirmedPatient: string | null }
  /** The drag ended elsewhere. */
  | { type: 'let-go' }
  /** Shows where a field stands, to be written by hand. */
  | { type: 'point'; fieldId: string }

/** What the injected files share within one document; gone with it, and never seen by the page's own scripts. */
export interface PageMemory {
  /** Names what was read last; the same page, patient and form read again keep it. */
  nonce: string
  stands?: string
  journal: Journal
  confirmedPatient: string | null
  busy: boolean
  /** Ends the waiting for a drop. */
  carrying?: AbortController
  request?: FillRequest
  ports?: PagePorts
}

/** A document's global object, as far as the extension keeps its memory there. */
export type MemoryHolder = Record<symbol, PageMemory | undefined>

/**
 * The memory of this document, or undefined where nothing has been read yet. The key is a symbol: an element whose id is
 * the name of a variable would take the variable's place, so a page could replace the memory and read the scan's nonce.
 */
export const memoryIfAny = (): PageMemory | undefined =>
  (globalThis as unknown as MemoryHolder)[Symbol.for('chartside.page')]

/**
 * Runs in the page with the request as its argument, ahead of the filler; must stand alone, for it is sent as text. The
 * request is JSON: on its way into a page the browser leaves out whatever is null, and with it that nobody is named.
 * A document that was never scanned has no memory and will refuse.
 */
export function askHere(request: string): void {
  const holder = globalThis as unknown as MemoryHolder
  const key = Symbol.for('chartside.page')
  const memory: PageMemory = holder[key] ?? {
    nonce: '',
    journal: { url: '', patient: null, entries: [] },
    confirmedPatient: null,
    busy: false,
  }
  holder[key] = memory
  memory.request = JSON.parse(request) as FillRequest
}

/** Runs in the page with a site's rules as its argument, ahead of the scanner; stands alone as `askHere` does. */
export function rememberRules(siteRules: SiteRules | null): void {
  const holder = globalThis as unknown as MemoryHolder
  const key = Symbol.for('chartside.page')
  const memory: PageMemory = holder[key] ?? {
    nonce: '',
    journal: { url: '', patient: null, entries: [] },
    confirmedPatient: null,
    busy: false,
  }
  holder[key] = memory
  memory.ports = { ...memory.ports, siteRules }
}

/** Runs in the page: names what was read last; stands alone as `askHere` does. */
export function nonceHere(): string | undefined {
  return (globalThis as unknown as MemoryHolder)[Symbol.for('chartside.page')]?.nonce
}
