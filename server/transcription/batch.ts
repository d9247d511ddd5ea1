import { StaleEpoch, type TakeCommit } from './takes.ts'

/**
 * Writes the commits of many takes in one statement. Returns one boolean per commit, in the same order: false if the
 * epoch of the commit was outdated and nothing was written.
 */
export type CommitAll = (commits: readonly TakeCommit[]) => Promise<readonly boolean[]>

const batchMax = 500

interface Waiting {
  commit: TakeCommit
  resolve: () => void
  reject: (error: unknown) => void
}

export function batchCommits(commitAll: CommitAll): (commit: TakeCommit) => Promise<void> {
  const waiting: Waiting[] = []
  let busy = false

  const writeAll = async () => {
    // All recordings commit at about the same time. By waiting for one turn of the event loop, their commits are
    // collected into one statement.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchMax)
      try {
        const results = await commitAll(batch.map(({ commit }) => commit))
        for (const [index, { resolve, reject }] of batch.entries()) {
          if (results[index]) resolve()
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
