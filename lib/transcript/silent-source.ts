/**
 * A source with a lower RMS level (−72 dB) counts as silent. An open microphone is louder even in a very quiet room.
 */
const silentBelow = 0.00025
/**
 * After this time a source counts as silent, in milliseconds. The warning must appear within 3 s, and levels arrive
 * every 128 ms.
 */
const silentMs = 2800

/** Detects if the microphone or the recorded tab is silent. */
export interface SilentSource {
  /**
   * Takes the RMS levels of the next `ms` milliseconds. Returns the source that has been silent for 2.8 s, or null. If
   * both sources are silent, returns `microphone`. `tab` is null when no tab is recorded.
   */
  hear(levels: { microphone: number; tab: number | null }, ms: number): 'microphone' | 'tab' | null
  /** Restarts the measurement, after a pause or a change of microphone. */
  reset(): void
}

export function createSilentSource(): SilentSource {
  const silent = { microphone: 0, tab: 0 }
  return {
    hear({ microphone, tab }, ms) {
      silent.microphone = microphone < silentBelow ? silent.microphone + ms : 0
      silent.tab = tab !== null && tab < silentBelow ? silent.tab + ms : 0
      if (silent.microphone >= silentMs) return 'microphone'
      return silent.tab >= silentMs ? 'tab' : null
    },
    reset() {
      silent.microphone = 0
      silent.tab = 0
    },
  }
}
