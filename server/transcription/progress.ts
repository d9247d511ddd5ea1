import { setTimeout as pause } from 'node:timers/promises'
import type { Committer } from './committer.ts'
import { StaleEpoch } from './takes.ts'

export interface Progress {
  moved(): void
  /**
   * Call this once per period. Does nothing if no audio arrived and no words were recognised since the last successful
   * commit. Otherwise, commits the position and reports it to the client. While a commit is running, only reports.
   */
  turn(): void
  /**
   * Call it before `commitLast`, which makes the last commit. From then on, `turn` makes no commits, but reports the
   * position at every call. Without these reports, the client would treat the connection as broken.
   */
  finishing(): void
}

/** In ms: the delay before the last commit is tried again. */
const commitAgainMs = 1000
const lastCommitTries = 10

/**
 * Creates the progress of one take. `tell` reports the position to the client. Calls `stale` if another connection has
 * opened the take, and `failed` after any other failed commit. The next commit then includes the words of the failed
 * commit.
 */
export function createProgress(options: {
  committer: Committer
  tell: () => void
  /** Called after each commit that succeeded. */
  done?: () => void
  stale: (error: StaleEpoch) => void
  failed: (error: unknown) => void
}): Progress {
  const { committer, tell, done = () => {}, stale, failed } = options
  let hasMoved = false
  let committing = false
  let isFinishing = false

  const commit = async () => {
    committing = true
    try {
      await committer.commit()
      done()
    } catch (error) {
      if (error instanceof StaleEpoch) stale(error)
      else {
        // The server and the client still have the words, so nothing is lost. The next period tries again.
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
      // The position is reported even if a commit is slow or the take is being finished. A client that receives nothing
      // would treat the connection as broken.
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

/**
 * Commits the last words, then calls `finish`. Retries while `isWanted` returns true. Throws `StaleEpoch`, or the last
 * error after 10 attempts.
 */
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
