export interface Rounds {
  join(call: () => void): () => void
}

/**
 * Interval in ms between two groups of callbacks. With a shorter interval, the combined database writes would be too
 * small; with a longer interval, each group would be too large.
 */
const shareMs = 100

/**
 * Calls each member once per `everyMs`, in groups that are called at different times. One timer per member does not
 * work. If Node.js once calls several timers of the same duration together, it calls them together from then on. A
 * thousand recordings would then commit at the same moment.
 */
export function createRounds(everyMs: number): Rounds {
  const shares = Array.from({ length: Math.max(1, Math.round(everyMs / shareMs)) }, () => new Set<() => void>())
  let next = 0
  let members = 0
  let timer: NodeJS.Timeout | null = null

  const turn = () => {
    const share = shares[next % shares.length]
    next++
    for (const call of share ?? []) call()
  }

  return {
    join(member) {
      // A new function for each call of `join`, because a Set would merge two registrations of the same function.
      const call = () => member()
      const share = shares.reduce((least, one) => (one.size < least.size ? one : least))
      share.add(call)
      members++
      timer ??= setInterval(turn, everyMs / shares.length)
      return () => {
        if (!share.delete(call)) return
        members--
        if (members > 0 || timer === null) return
        clearInterval(timer)
        timer = null
      }
    },
  }
}
