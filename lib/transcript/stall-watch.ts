import type { Clock } from './clock.ts'

/** Sound comes every 128 ms; the warning must stand within 3 s. */
const stalledMs = 2800

/** Watches that sound comes at all: a machine whose audio stands still tells no level either, and nobody would know. */
export interface StallWatch {
  /** Sound came, or is expected from now on. */
  heard(): void
  /** None is expected: a pause, or the end. */
  rest(): void
}

/** `onChange` is told when sound stops coming, and when it comes again. */
export function createStallWatch(clock: Pick<Clock, 'after'>, onChange: (stalled: boolean) => void): StallWatch {
  let stalled = false
  let cancel = () => {}
  const set = (next: boolean) => {
    if (next === stalled) return
    stalled = next
    onChange(next)
  }
  return {
    heard() {
      cancel()
      cancel = clock.after(stalledMs, () => set(true))
      set(false)
    },
    rest() {
      cancel()
      set(false)
    },
  }
}
