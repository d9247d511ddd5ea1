import type { Clock } from './clock.ts'

/** A longer backlog is sent with pauses (spec §9). */
const backlogChunks = 50
const pauseMs = 30

/** Says how much of a backlog may be sent now. */
export interface Pacer {
  /** True, and counted, when one more chunk may go with so many waiting. */
  take(backlog: number): boolean
  /** How long until `take` says yes again. */
  readonly waitMs: number
}

/**
 * Lets one chunk through every 30 ms while more than 50 wait, any number otherwise.
 * Counts by the clock, not by timers: a hidden page's timers may fire once a second, and the rate must hold all the same.
 */
export function createPacer(clock: Pick<Clock, 'now'>): Pacer {
  /** When the next chunk may go; null: no backlog is being worked off. */
  let dueMs: number | null = null
  return {
    take(backlog) {
      if (backlog <= backlogChunks) {
        dueMs = null
        return true
      }
      const now = clock.now()
      dueMs ??= now
      if (dueMs > now) return false
      // At most a second is caught up, so that a long sleep does not end in a flood.
      dueMs = Math.max(dueMs, now - 1000) + pauseMs
      return true
    },
    get waitMs() {
      return Math.max(0, (dueMs ?? 0) - clock.now())
    },
  }
}
