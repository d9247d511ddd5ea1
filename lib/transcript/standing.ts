/**
 * Where a take's words stand that no server stores (`skipSave`): a server that begins anew goes on after them. Of one take,
 * not of one socket; the other takes are told by their server where they stand, and leave this as it is.
 */
export interface Standing {
  /** Where this server's timeline and turns begin on ours. */
  base: { frame: number; turn: number }
  /** The turns that are committed, from the first that may show more than that. */
  committed: { from: number; transcript: readonly string[] }
}

export const createStanding = (): Standing => ({
  base: { frame: 0, turn: 0 },
  committed: { from: 0, transcript: [] },
})
