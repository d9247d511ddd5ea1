import type { Clock } from './clock.ts'

/**
 * After this time without audio a warning is shown, in milliseconds. The warning must appear within 3 s, and audio
 * arrives every 128 ms.
 */
const stalledMs = 2800

/**
 * Detects that no audio arrives at all. If the audio system stops, no levels arrive either, so the silence detection
 * would report nothing.
 */
export interface StallWatch {
  soundArrived(): void
  /** Call this function when no audio is expected, because the take is paused or has ended. */
  rest(): void
}

export function createStallWatch(clock: Pick<Clock, 'after'>, onChange: (stalled: boolean) => void): StallWatch {
  let stalled = false
  let cancel = () => {}
  const setStalled = (isStalled: boolean) => {
    if (isStalled === stalled) return
    stalled = isStalled
    onChange(isStalled)
  }
  return {
    soundArrived() {
      cancel()
      cancel = clock.after(stalledMs, () => setStalled(true))
      setStalled(false)
    },
    rest() {
      cancel()
      setStalled(false)
    },
  }
}
