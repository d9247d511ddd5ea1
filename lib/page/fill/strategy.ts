import type { TargetField } from './guard.ts'
import type { State } from './state.ts'

/** The data that a strategy gets in addition to the field. */
export interface Wanted {
  to: string[]
  /** Selector of controls that must never be pressed. */
  forbidden: string
  /** The state of the first control before the fill. */
  before?: State | undefined
}

/** One strategy to write a value. The editor tests show which strategy works in which editor. */
export interface FillStrategy {
  name: string
  /**
   * Prepares the write, for example selects the text or opens a list. `ready` returns true when the page is ready for
   * the write. Before `write`, the caller checks page and patient again (see `PageGuard`).
   */
  prepare?(found: TargetField, wanted: Wanted): { ready: () => boolean; limitMs: number }
  /** Writes everything in one task. Returns false if the page offers no such option. */
  write(found: TargetField, wanted: Wanted): boolean | undefined
  /** How long the page needs, in milliseconds, before the result of the write can be read. */
  restMs?: number
}
