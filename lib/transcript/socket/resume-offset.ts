/**
 * The position of a take that no server stores (`skipSave`), so that a new server continues after the committed words.
 * It belongs to the take, not to one socket. For other takes the server reports the position, and this object stays
 * unchanged.
 */
export interface ResumeOffset {
  /**
   * Where the timeline and the turns of the present server begin, as positions in the timeline and the turns of the
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
