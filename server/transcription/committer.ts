import { StaleEpoch, type Takes } from './takes.ts'
import { mergeUpdates, type TurnBuilder, type TurnsUpdate } from './turns.ts'

export interface Committer {
  readonly committedFrame: number
  /**
   * For a take that is not stored: the turns without provisional text at the last commit, from the index `from` on. The
   * client receives them together with the position, because only the client keeps them. It already has the turns
   * before `from` in this form. Null for a stored take.
   */
  readonly settled: Omit<TurnsUpdate, 'unclear'> | null
  /**
   * Commits the words that have become final since the last commit, and the position. Does nothing if neither words nor
   * position have changed. Throws `StaleEpoch` if another connection has opened the take. After any other failure, the
   * next call commits the same words again.
   */
  commit(): Promise<void>
}

/** Creates the committer of a take that is not stored (`skipSave`). Recognised words count as committed. */
export function createForgetfulCommitter(builder: TurnBuilder): Committer {
  let committedFrame = 0
  let settled: Omit<TurnsUpdate, 'unclear'> = { from: 0, transcript: [] }
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
      // New words may be appended to the last turn before this update is sent, so the last turn is always included.
      const last = Math.max(0, settledTurns.length - 1)
      const from = differs < 0 ? last : Math.min(differs, last)
      settled = { from, transcript: settledTurns.slice(from) }
    },
  }
}

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
    const hasMoved = channelFrames.some((frame, channel) => frame !== committedChannels[channel])
    if (pending === null && !hasMoved) return
    const update = pending ?? { from: storedTurns, transcript: [], unclear: [] }
    pending = null
    try {
      const durationFrames = Math.max(committedFrame, Math.min(...channelFrames))
      const { from: fromTurn, transcript: turns, unclear: turnUnclear } = update
      const turnBeginsMs = builder.settledBeginsMs(fromTurn, fromTurn + turns.length)
      const position = { durationFrames, channelFrames }
      await takes.commit({ transactionId, epoch, fromTurn, turns, turnBeginsMs, turnUnclear, ...position })
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
