/**
 * The committed position of a take of which the server stores nothing (`skipSave`). For such a take, the server begins
 * each connection at 0, and the client continues after the committed words. The take keeps this object when it opens a
 * new socket. For other takes, the server reports the position, and `base` stays 0.
 */
export interface ResumeOffset {
  /**
   * The position in the take at which the timeline and the list of turns of the current server begin. A new server that
   * has stored nothing of the take counts both from 0. Add `base` to convert the server's numbers to positions in the
   * take.
   */
  base: { frame: number; turn: number }
  committed: { from: number; transcript: readonly string[] }
}

export const createResumeOffset = (): ResumeOffset => ({
  base: { frame: 0, turn: 0 },
  committed: { from: 0, transcript: [] },
})
