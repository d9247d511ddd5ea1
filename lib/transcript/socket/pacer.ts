import type { Clock } from '../clock.ts'

/** A backlog of more chunks than this is sent with pauses (product 14.2). */
const backlogChunks = 50
const pauseMs = 30

export interface Pacer {
  take(backlog: number): boolean
  readonly waitMs: number
}

/**
 * Allows one chunk every 30 ms while more than 50 chunks wait, and any number otherwise. Computes the rate from the
 * clock, because timers of a hidden page may fire only once a second.
 */
export function createPacer(clock: Pick<Clock, 'now'>): Pacer {
  let dueMs: number | null = null
  return {
    take(backlog) {
      if (backlog <= backlogChunks) {
        dueMs = null
        return true
      }
      const timeMs = clock.now()
      dueMs ??= timeMs
      if (dueMs > timeMs) return false
      // Catch up at most one second. Otherwise a computer that wakes from sleep would send too many chunks at once.
      dueMs = Math.max(dueMs, timeMs - 1000) + pauseMs
      return true
    },
    get waitMs() {
      // Round up. A timer rounds a fraction down, so it would fire too early and be set again and again.
      return Math.max(0, Math.ceil((dueMs ?? 0) - clock.now()))
    },
  }
}
