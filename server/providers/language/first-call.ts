import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Number of characters from which providers cache the beginning of a prompt. They cache from 1,024 tokens on, with about
 * four characters each.
 */
const cachedFrom = 4_096
const patienceMs = 5_000
const keptMs = 4 * 60_000

/**
 * Lets the first call with a beginning go ahead of the others. A provider can reuse the beginning of a prompt only after
 * it has begun to answer a call with this beginning. If all calls of a note began at once, it would read and charge the
 * whole session for each of them.
 */
export function firstCalls() {
  /** By the hash of a beginning, so that no words of a session are kept. */
  const beginnings = new Map<string, Promise<void>>()
  return {
    /**
     * Waits until another call with this beginning is being answered, or has failed. Returns the function to call when
     * this call is being answered or has failed. It may be called several times.
     */
    async follow(beginning: string, signal: AbortSignal): Promise<() => void> {
      if (beginning.length < cachedFrom) return () => {}
      const key = createHash('sha256').update(beginning).digest('base64')
      const first = beginnings.get(key)
      if (first !== undefined) {
        await Promise.race([first, pause(patienceMs, undefined, { signal, ref: false })])
        return () => {}
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      beginnings.set(key, promise)
      setTimeout(() => beginnings.delete(key), keptMs).unref()
      return resolve
    },
  }
}
