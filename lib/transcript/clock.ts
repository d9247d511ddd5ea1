/** The time source, passed as an argument so that tests can control it. */
export interface Clock {
  now(): number
  after(ms: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

/** Resolves with the result of `task`, or with null after `ms`. Rejects when `task` rejects. */
export async function inTime<Answer>(clock: Clock, ms: number, task: Promise<Answer>): Promise<Answer | null> {
  const late = Promise.withResolvers<null>()
  const cancel = clock.after(ms, () => late.resolve(null))
  try {
    return await Promise.race([task, late.promise])
  } finally {
    cancel()
  }
}
