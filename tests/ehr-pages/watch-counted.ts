import { watchPage } from '../../lib/page/scan/watch.ts'

declare global {
  var movesTold: number | undefined
}

/** Watches this document from now on. */
export function start(): void {
  globalThis.movesTold = 0
  watchPage(() => {
    globalThis.movesTold = (globalThis.movesTold ?? 0) + 1
  }, new AbortController().signal)
}

/** How often the watch has told of a move. */
export const told = (): number => globalThis.movesTold ?? 0
