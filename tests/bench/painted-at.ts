/**
 * Runs in a page, as a string or through `evaluate`: the milliseconds since 1970 at which the frame was drawn in which the words first
 * stand. What is bundled with it does not go along, so it names nothing from outside.
 */
export function paintedAt(words: string): Promise<number> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.body.textContent.includes(words)) return
      observer.disconnect()
      // A message comes after the frame was drawn.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.timeOrigin + performance.now())
        port2.postMessage(null)
      })
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}
