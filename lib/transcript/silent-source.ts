/**
 * A source with a lower RMS level (−72 dB) counts as silent. An open microphone is louder even in a very quiet room.
 */
const silentBelow = 0.00025
/** A source with at least this RMS level carries a voice. It is the silence threshold of product 14.1. */
const voiceFrom = 0.01
/**
 * After this time a source counts as silent, in milliseconds. Time in which the other source carries a voice does not
 * count: whoever listens is silent.
 */
const silentMs = 15_000

export interface SilentSource {
  /**
   * Takes the RMS levels of the next `ms` milliseconds. Returns the source that has been silent for 15 s, or null. If
   * both sources are silent, returns `microphone`. `tab` is null when no tab is recorded.
   */
  hear(levels: { microphone: number; tab: number | null }, ms: number): 'microphone' | 'tab' | null
  reset(): void
}

export function createSilentSource(): SilentSource {
  const silent = { microphone: 0, tab: 0 }
  const silenceAfter = (silentFor: number, ownLevel: number, otherLevel: number, ms: number) =>
    ownLevel >= silentBelow ? 0 : otherLevel >= voiceFrom ? silentFor : silentFor + ms
  return {
    hear({ microphone, tab }, ms) {
      silent.microphone = silenceAfter(silent.microphone, microphone, tab ?? 0, ms)
      silent.tab = tab === null ? 0 : silenceAfter(silent.tab, tab, microphone, ms)
      if (silent.microphone >= silentMs) return 'microphone'
      return silent.tab >= silentMs ? 'tab' : null
    },
    reset() {
      silent.microphone = 0
      silent.tab = 0
    },
  }
}
