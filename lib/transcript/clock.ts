/** Time as an argument. */
export interface Clock {
  /** Milliseconds that never go back. */
  now(): number
  /** Calls once after `ms`; the returned function calls it off. */
  after(ms: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}
