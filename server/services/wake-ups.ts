import type { Context } from './index.ts'

/**
 * Listens for notifications about the row `id`. `next` resolves at a notification (at once if one has come since the
 * last call of `next`), after `withinMs`, or when the signal aborts. Call `close` to stop listening.
 */
export function wakeUps({ store }: Pick<Context, 'store'>, id: string, signal: AbortSignal) {
  let word = false
  let wake: (() => void) | null = null
  const stop = store.notifications.listen(id, () => {
    word = true
    wake?.()
  })
  return {
    next: (withinMs: number) =>
      new Promise<void>((resolve) => {
        const finish = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', finish)
          wake = null
          word = false
          resolve()
        }
        const timer = setTimeout(finish, word || signal.aborted ? 0 : withinMs)
        wake = finish
        signal.addEventListener('abort', finish)
      }),
    close: stop,
  }
}
