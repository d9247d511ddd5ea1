/** Maximum number of reader processes that run at the same time on one server. Each may use up to 1 GB. */
const placesMax = 2

let free = placesMax
const waiting: (() => void)[] = []

/**
 * Waits until fewer than `placesMax` reader processes run. Returns a function to call when the process of the caller
 * has ended. Throws the reason of `signal` if `signal` aborts during the wait.
 */
export async function takePlace(signal: AbortSignal): Promise<() => void> {
  signal.throwIfAborted()
  if (free > 0) free--
  else {
    const turn = Promise.withResolvers<void>()
    const leave = () => {
      const at = waiting.indexOf(turn.resolve)
      // The caller may just have been given a place. Then it is not in the list any more.
      if (at < 0) return
      waiting.splice(at, 1)
      turn.reject(signal.reason)
    }
    waiting.push(turn.resolve)
    signal.addEventListener('abort', leave, { once: true })
    await turn.promise
    signal.removeEventListener('abort', leave)
  }
  let mine = true
  return () => {
    if (!mine) return
    mine = false
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
  }
}
