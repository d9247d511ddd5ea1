/** Quieter than any open microphone in the quietest room (−72 dB): nothing arrives. */
const silentBelow = 0.00025
/** The warning must stand within 3 s, and levels come every 128 ms. */
const silentMs = 2800

/** Says which chosen source is silent. */
export interface SilentSource {
  /** Takes the loudness of the next `ms`, root mean square; the tab's is null when it is not recorded. */
  hear(levels: { microphone: number; tab: number | null }, ms: number): 'microphone' | 'tab' | null
  /** Counts anew: after a pause, or with another microphone. */
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
