import { StaleEpoch, type Takes } from './takes.ts'
import { mergeUpdates, type TurnBuilder, type TurnsUpdate } from './turns.ts'

/** Brings settled words and their position to the store, one commit at a time. */
export interface Committer {
  /** Frames of the timeline whose words are committed: the least over channels. */
  readonly committedFrame: number
  /** The turns at that position, from the first that may show more by now; null where the store has them. */
  readonly settled: TurnsUpdate | null
  /**
   * Commits what has settled since the last time, if anything has. Throws `StaleEpoch` when another socket has the
   * take; any other failure leaves everything to the next call.
   */
  commit(): Promise<void>
}

/** For a take that is not kept (`skipSave`): what is recognised counts as committed. */
export function createForgetfulCommitter(builder: TurnBuilder): Committer {
  let committedFrame = 0
  let settled: TurnsUpdate = { from: 0, transcript: [] }
  return {
    get committedFrame() {
      return committedFrame
    },
    get settled() {
      return settled
    },
    async commit() {
      committedFrame = Math.min(...builder.channelFrames)
      const { settledTurns, turns } = builder
      const differs = settledTurns.findIndex((turn, index) => turn !== turns[index])
      // The last one may grow before this is told.
      const last = Math.max(0, settledTurns.length - 1)
      const from = differs < 0 ? last : Math.min(differs, last)
      settled = { from, transcript: settledTurns.slice(from) }
    },
  }
}

/** For a take that `takes` keeps, opened under `epoch`. */
export function createCommitter<Owner>(
  takes: Takes<Owner>,
  take: { transactionId: string; epoch: number; turnCount: number; durationFrames: number },
  builder: TurnBuilder,
): Committer {
  const { transactionId, epoch } = take
  let storedTurns = take.turnCount
  let committedFrame = take.durationFrames
  let committedChannels = [...builder.channelFrames]
  let pending: TurnsUpdate | null = null
  let running: Promise<void> = Promise.resolve()

  const commitNow = async () => {
    pending = mergeUpdates(pending, builder.settled())
    const channelFrames = [...builder.channelFrames]
    const moved = channelFrames.some((frame, channel) => frame !== committedChannels[channel])
    if (pending === null && !moved) return
    const update = pending ?? { from: storedTurns, transcript: [] }
    pending = null
    try {
      const durationFrames = Math.max(committedFrame, Math.min(...channelFrames))
      const { from: fromTurn, transcript: turns } = update
      await takes.commit({ transactionId, epoch, fromTurn, turns, durationFrames, channelFrames })
      storedTurns = fromTurn + turns.length
      committedFrame = durationFrames
      committedChannels = channelFrames
    } catch (error) {
      pending = mergeUpdates(update, pending)
      throw error
    }
  }

  return {
    get committedFrame() {
      return committedFrame
    },
    settled: null,
    commit() {
      running = running.catch((error: unknown) => {
        if (error instanceof StaleEpoch) throw error
      })
      running = running.then(commitNow)
      return running
    },
  }
}
