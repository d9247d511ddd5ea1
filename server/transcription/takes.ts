interface OpenedTake {
  /** Increased by every `open`. Each commit contains the epoch, so that commits of older connections are rejected. */
  epoch: number
  durationFrames: number
  /**
   * The committed position of each channel. Default: `durationFrames` for all channels. Without this value, the words
   * of a channel that is ahead of the other channel would appear twice after a resume.
   */
  channelFrames?: readonly number[]
  turns: readonly string[]
  turnBeginsMs?: readonly (number | null)[]
  turnUnclear?: readonly (readonly number[])[]
  terms?: readonly string[]
}

export interface TakeCommit {
  transactionId: string
  epoch: number
  fromTurn: number
  turns: readonly string[]
  turnBeginsMs?: readonly (number | null)[]
  turnUnclear?: readonly (readonly number[])[]
  durationFrames: number
  channelFrames: readonly number[]
}

/**
 * Interface to the store of takes. `Owner` identifies the user. Turns and position must be written in one transaction.
 * If only the position were written, the client would delete the sound before it, and the words of this sound would be
 * lost.
 */
export interface Takes<Owner> {
  /**
   * Creates a take, or continues the take with this id, even if it was finished. Increments the epoch of the take.
   * Throws `UnknownTake` if the take belongs to another user. `terms` replaces the stored terms of the take. If `terms`
   * is absent, the take keeps its terms. `patientId` and `patientName` are stored only if the take has none yet, because a take
   * belongs to the patient whose chart was open when the take began.
   */
  open(take: {
    transactionId: string
    owner: Owner
    language: string
    channels: 1 | 2
    terms?: readonly string[] | undefined
    patientId?: string | undefined
    patientName?: string | undefined
  }): Promise<OpenedTake>
  /** Throws `StaleEpoch` if a newer connection has opened the take. */
  commit(commit: TakeCommit): Promise<void>
  /**
   * Marks the take as complete, after the last commit. Throws `StaleEpoch` if a newer connection has opened the take.
   */
  finish(take: { transactionId: string; epoch: number }): Promise<void>
}

/** Thrown if a newer connection has opened this take. The older connection must not write to it. */
export class StaleEpoch extends Error {
  override name = 'StaleEpoch'
  constructor() {
    super('This recording continues on a newer connection, so this connection was closed.')
  }
}

/** Thrown if the take does not belong to the caller. */
export class UnknownTake extends Error {
  override name = 'UnknownTake'
  constructor() {
    super('This recording does not exist, or it belongs to another person.')
  }
}
