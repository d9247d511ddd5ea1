/**
 * Returns the time (ms since 1970) at which the first frame with these words was painted. Runs in a page, as a string
 * or through `evaluate`. Only the source of this function reaches the page, so it must not refer to anything outside.
 */
export function paintedAt(words: string): Promise<number> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.body.textContent.includes(words)) return
      observer.disconnect()
      // A message that is posted in an animation frame callback is delivered only after that frame was painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.timeOrigin + performance.now())
        port2.postMessage(null)
      })
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}
