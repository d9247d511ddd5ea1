/** A stylesheet can hide things without a trace in the document: what was seen is believed this long. */
const believedMs = 1000

/**
 * Tells whether what was surveyed stands as it did: nothing added, removed, marked or reworded, no frame at another
 * document. Once it does not, it never does again, and nothing is watched any more. Values are not part of it.
 */
export function stillness(roots: Node[], frames: [HTMLIFrameElement, Document][]): () => boolean {
  const since = performance.now()
  let moved = false
  const observer = new MutationObserver(() => {
    moved = true
    observer.disconnect()
  })
  for (const root of roots)
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
  return () => {
    moved ||=
      observer.takeRecords().length > 0 ||
      performance.now() - since > believedMs ||
      frames.some(([frame, inner]) => frame.contentDocument !== inner)
    if (moved) observer.disconnect()
    return !moved
  }
}
