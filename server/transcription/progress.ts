import type { Committer } from './committer.ts'
import { StaleEpoch } from './takes.ts'

/** Brings a take's position on, once in a while, and tells it. */
export interface Progress {
  /** Something was heard or said since the last turn. */
  moved(): void
  /** One more turn: commits what has settled and tells the position, where anything has moved. */
  turn(): void
  /** From now on the finish commits; the position is told on, so that the client knows the server lives. */
  finishing(): void
}

/** Between commits that fail when the take is finished. */
const commitAgainMs = 1000
/** Commits that fail in a row then before the client is sent away to come again. */
const lastCommitTries = 10

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Progress of the take of `committer`. `stale` is told when another socket has it, `failed` of any other commit that fails: its words go with the next. */
export function createProgress(options: {
  committer: Committer
  tell: () => void
  stale: (error: StaleEpoch) => void
  failed: (error: unknown) => void
}): Progress {
  const { committer, tell, stale, failed } = options
  let hasMoved = false
  let committing = false
  let isFinishing = false

  const commit = async () => {
    committing = true
    try {
      await committer.commit()
    } catch (error) {
      if (error instanceof StaleEpoch) stale(error)
      else {
        // The words stay here and with the client; the next turn tries again.
        hasMoved = true
        failed(error)
      }
    }
    committing = false
    tell()
  }

  return {
    moved() {
      hasMoved = true
    },
    turn() {
      if (!hasMoved && !isFinishing) return
      // A store that takes long is no reason to say nothing: a client that hears nothing takes the socket for dead.
      if (committing || isFinishing) {
        tell()
        return
      }
      hasMoved = false
      void commit()
    },
    finishing() {
      isFinishing = true
    },
  }
}

/** Commits the last words and, after them, ends the take by `finish`; tried again while `isWanted`. Throws `StaleEpoch`, or the last failure. */
export async function commitLast(
  committer: Committer,
  finish: () => Promise<void>,
  isWanted: () => boolean,
): Promise<void> {
  for (let tries = 1; isWanted(); tries++) {
    try {
      await committer.commit()
      await finish()
      return
    } catch (error) {
      if (error instanceof StaleEpoch || tries === lastCommitTries) throw error
      await pause(commitAgainMs)
    }
  }
}
