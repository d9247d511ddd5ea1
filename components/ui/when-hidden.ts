/**
 * Calls `act` each time the page is hidden. This is the last event that a page certainly gets before it is closed:
 * Chromium sends no `pagehide` when a side panel is closed. Returns a function that ends the calls. `act` should not
 * wait before it writes, because the code of a closed page does not go on after an `await`.
 */
export function whenHidden(act: () => void): () => void {
  const listen = () => {
    if (document.visibilityState === 'hidden') act()
  }
  document.addEventListener('visibilitychange', listen)
  return () => document.removeEventListener('visibilitychange', listen)
}
