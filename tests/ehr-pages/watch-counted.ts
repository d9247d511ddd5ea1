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

/** How many changes of the page the watch has reported. */
export const told = (): number => globalThis.movesTold ?? 0
