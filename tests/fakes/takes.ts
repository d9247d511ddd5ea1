import { StaleEpoch, type Takes, UnknownTake } from '../../server/transcription/takes.ts'

/** The stored data of one take. */
export interface KeptTake {
  owner: string
  epoch: number
  durationFrames: number
  channelFrames: readonly number[]
  turns: string[]
  finished: boolean
}

/**
 * An in-memory store of takes with the same guarantees as the real one. Two servers with the same store share their
 * takes.
 */
export function createMemoryTakes(): Takes<string> & {
  readonly kept: Map<string, KeptTake>
  /** Makes the next `count` commits fail, as when the database is unreachable. */
  failCommits(count: number): void
} {
  const kept = new Map<string, KeptTake>()
  let failures = 0
  const current = (transactionId: string, epoch: number) => {
    const take = kept.get(transactionId)
    if (take === undefined || take.epoch !== epoch) throw new StaleEpoch()
    return take
  }

  return {
    kept,
    failCommits(count) {
      failures = count
    },
    async open({ transactionId, owner }) {
      const fresh = { owner, epoch: 0, durationFrames: 0, channelFrames: [], turns: [], finished: false }
      const take = kept.get(transactionId) ?? fresh
      if (take.owner !== owner) throw new UnknownTake()
      take.epoch++
      take.finished = false
      kept.set(transactionId, take)
      const { epoch, durationFrames, channelFrames, turns } = take
      return { epoch, durationFrames, ...(channelFrames.length === 0 ? {} : { channelFrames }), turns: [...turns] }
    },
    async commit({ transactionId, epoch, fromTurn, turns, durationFrames, channelFrames }) {
      if (failures > 0) {
        failures--
        throw new Error('The store is away.')
      }
      const take = current(transactionId, epoch)
      take.turns.splice(fromTurn, take.turns.length, ...turns)
      take.durationFrames = durationFrames
      take.channelFrames = [...channelFrames]
    },
    async finish({ transactionId, epoch }) {
      current(transactionId, epoch).finished = true
    },
  }
}
