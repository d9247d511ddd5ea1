import { watchPage } from '../../lib/page/scan/watch.ts'

declare global {
  var movesTold: number | undefined
}

/** Starts watching this document. */
export function start(): void {
  globalThis.movesTold = 0
  watchPage(() => {
    globalThis.movesTold = (globalThis.movesTold ?? 0) + 1
  }, new AbortController().signal)
}

/** Returns how often `watchPage` has reported a change of this page. */
export const told = (): number => globalThis.movesTold ?? 0
