/**
 * Maximum number of reader processes that run at the same time on one server. `limited-process.ts` limits the memory of
 * each process.
 */
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
      // If the caller has just got a place, it is not in the list any more. The wait ends normally in this case.
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
