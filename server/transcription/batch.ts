import { StaleEpoch, type TakeCommit } from './takes.ts'

/** Writes many takes' commits in one statement and answers, in their order, which were written: one under an older epoch was not. */
export type CommitAll = (commits: readonly TakeCommit[]) => Promise<readonly boolean[]>

/** In one statement; the rest goes with the next. */
const batchMax = 500

interface Waiting {
  commit: TakeCommit
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * One take's commit out of a statement for many (design §5). A commit under an older epoch fails with `StaleEpoch` and
 * alone; a statement that fails fails all in it, and each take tries again.
 */
export function batchCommits(commitAll: CommitAll): (commit: TakeCommit) => Promise<void> {
  const waiting: Waiting[] = []
  let busy = false

  const writeAll = async () => {
    // Recordings commit in rounds: all of one round are here before the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchMax)
      try {
        const written = await commitAll(batch.map(({ commit }) => commit))
        for (const [index, { resolve, reject }] of batch.entries()) {
          if (written[index]) resolve()
          else reject(new StaleEpoch())
        }
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    busy = false
  }

  return (commit) =>
    new Promise((resolve, reject) => {
      waiting.push({ commit, resolve, reject })
      if (busy) return
      busy = true
      void writeAll()
    })
}
