/** What the store holds of a take when a socket opens it. */
interface OpenedTake {
  /** Raised at every open; each commit names it. */
  epoch: number
  /** Frames of the timeline (16 kHz) whose words are committed: the least over channels. */
  durationFrames: number
  /** The same for each channel; absent: `durationFrames` for all. Keeping it avoids hearing words twice after a resume. */
  channelFrames?: readonly number[]
  /** `Speaker N: words`, or the words alone. */
  turns: readonly string[]
}

/** Replaces the turns from index `fromTurn` and moves the position. */
export interface TakeCommit {
  transactionId: string
  epoch: number
  fromTurn: number
  turns: readonly string[]
  durationFrames: number
  channelFrames: readonly number[]
}

/**
 * Where takes are kept: the transcription room's port on the store. `Owner` is whoever the door found out is asking.
 * Words and position are written together, or neither: a position without its words would lose them.
 */
export interface Takes<Owner> {
  /**
   * Begins a take, or continues the one of that id (a finished one too), and raises its epoch.
   * Throws `UnknownTake` when the id is somebody else's.
   */
  open(take: { transactionId: string; owner: Owner; language: string; channels: 1 | 2 }): Promise<OpenedTake>
  /** Throws `StaleEpoch` when a newer socket has the take. */
  commit(commit: TakeCommit): Promise<void>
  /** Every word is committed and no more will come. Throws `StaleEpoch` likewise. */
  finish(take: { transactionId: string; epoch: number }): Promise<void>
}

/** A newer socket has opened this take. */
export class StaleEpoch extends Error {
  override name = 'StaleEpoch'
  constructor() {
    super('This recording continues on another connection.')
  }
}

/** The take is not the caller's. */
export class UnknownTake extends Error {
  override name = 'UnknownTake'
  constructor() {
    super('There is no such recording, or it is not yours.')
  }
}
