/** Calls each of many once a period, a share of them at a time. */
export interface Rounds {
  /** From now on `call` is called once a period; the function it answers ends that. */
  join(call: () => void): () => void
}

/** Shares are this far apart: often enough that each is short, seldom enough that what it writes goes together. */
const shareMs = 100

/**
 * Rounds of `everyMs`, in as many shares. A timer for each would not do: timers of one length that have fired together
 * once fire together for good, and a thousand recordings commit at the same moment.
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
      // A function of its own, so that one that joins twice is called twice.
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
