import type { SiteRules } from '../contracts/index.ts'
import type { Journal } from './fill/journal.ts'
import type { FillPlan, PagePorts } from './shapes.ts'

/**
 * The type of a drag from the panel. Its data is only the drag's name, so that no page can read the value. Only the
 * filler writes the value, and never into another tab.
 */
export const carriedType = 'application/x-chartside'

/** A value that is being dragged from the panel into a page, and the page and patient it is meant for. */
export interface Carried extends Pick<FillPlan, 'nonce' | 'url' | 'patient'> {
  /** Identifies this drag. */
  name: string
  value: string[]
}

export type FillRequest =
  | { type: 'fill'; plan: FillPlan; confirmedPatient: string | null }
  | { type: 'undo' }
  /** Waits for a value to be dropped on a field and writes it there. */
  | { type: 'catch'; carried: Carried; confirmedPatient: string | null }
  /** The drag ended outside the page. */
  | { type: 'let-go' }
  /** Shows where a field is, so that it can be written by hand. */
  | { type: 'point'; fieldId: string }

/**
 * State that the injected scripts share within one document. It ends with the document. The page's own scripts cannot
 * see it.
 */
export interface PageMemory {
  /** Identifies the last scan. It stays the same while page, patient and form are the same. */
  nonce: string
  stands?: string
  journal: Journal
  confirmedPatient: string | null
  busy: boolean
  /** Cancels waiting for a drop. */
  carrying?: AbortController
  request?: FillRequest
  ports?: PagePorts
}

/** The global object of a document, typed for the extension's state. */
export type MemoryHolder = Record<symbol, PageMemory | undefined>

/**
 * Returns the state of this document, or undefined if nothing was read yet. The key is a symbol because an element
 * whose id is the name of a global variable would replace that variable. A page could then replace the state and read
 * the nonce.
 */
export const memoryIfAny = (): PageMemory | undefined =>
  (globalThis as unknown as MemoryHolder)[Symbol.for('chartside.page')]

/**
 * Runs in the page before the filler. It is sent as text, so it must not use anything outside its body. The request is
 * JSON because browsers drop null values from script arguments, and `confirmedPatient: null` would be lost. A document
 * that was never scanned has no nonce, so the filler will refuse.
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

/**
 * Runs in the page before the scanner, with the site's rules as its argument. Like `askHere`, it must not use anything
 * outside its body.
 */
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

/**
 * Runs in the page and returns the nonce of the last scan. Like `askHere`, it must not use anything outside its body.
 */
export function nonceHere(): string | undefined {
  return (globalThis as unknown as MemoryHolder)[Symbol.for('chartside.page')]?.nonce
}
