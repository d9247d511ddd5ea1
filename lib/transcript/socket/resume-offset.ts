/**
 * The position of a take that no server stores (`skipSave`). With it, a new server continues after the committed words.
 * The take keeps this object when it opens a new socket. For other takes the server reports the position, and this
 * object stays unchanged.
 */
export interface ResumeOffset {
  /**
   * The position in the take at which the timeline and the list of turns of the current server begin. A new server that
   * has stored nothing of the take counts both from 0. Add `base` to convert the server's numbers to positions in the
   * take.
   */
  base: { frame: number; turn: number }
  /** The last committed turns: `transcript` replaces the list of turns from index `from`. */
  committed: { from: number; transcript: readonly string[] }
}

export const createResumeOffset = (): ResumeOffset => ({
  base: { frame: 0, turn: 0 },
  committed: { from: 0, transcript: [] },
})
