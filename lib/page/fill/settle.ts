import type { Clock } from './clock.ts'

/** However restless a page is, a fill does not wait longer for it. */
const longestMs = 3000

/** Waits until nothing under `root` has changed for `quietMs`, at most 3 s; at least one task always passes. */
export async function settle(root: Element, quietMs: number, clock: Clock): Promise<void> {
  const startMs = clock.nowMs()
  let changedMs = startMs
  const observer = new MutationObserver(() => {
    changedMs = clock.nowMs()
  })
  observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
  try {
    do {
      await clock.wait(Math.max(0, changedMs + quietMs - clock.nowMs()))
    } while (clock.nowMs() - changedMs < quietMs && clock.nowMs() - startMs < longestMs)
  } finally {
    observer.disconnect()
  }
}
