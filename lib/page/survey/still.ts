/** A stylesheet can hide things without a trace in the document: what was seen is believed this long. */
const believedMs = 1000

/** `still`: as it was read. `dressed`: at most its looks have changed. `moved`: read anew. */
export type Standing = 'still' | 'dressed' | 'moved'

export interface Stillness {
  standing(): Standing
  /** Its looks were looked at again and meant nothing. */
  seen(): void
}

/** What pages change all the time while one types, and what says nothing but how things look. */
const looks = /^(?:class|style|hidden|data-(?!date-format$).*|aria-(?:busy|current|expanded|invalid|live))$/
/** Classes that say what a control is. */
const telling = /date|time|signature/i

const isLook = ({ type, attributeName, oldValue, target }: MutationRecord): boolean => {
  if (type !== 'attributes' || !attributeName || !looks.test(attributeName)) return false
  if (attributeName !== 'class') return true
  return !telling.test(`${oldValue ?? ''} ${(target as Element).getAttribute('class') ?? ''}`)
}

/**
 * Tells whether what was surveyed stands as it did: nothing added, removed, marked or reworded, no frame at another
 * document. Once it does not, it never does again, and nothing is watched any more. Values are not part of it.
 */
export function stillness(roots: Node[], frames: [HTMLIFrameElement, Document][]): Stillness {
  let since = performance.now()
  let standing: Standing = 'still'
  const take = (records: MutationRecord[]): void => {
    if (standing === 'moved' || records.length === 0) return
    standing = records.every(isLook) ? 'dressed' : 'moved'
    if (standing === 'moved') observer.disconnect()
  }
  const observer = new MutationObserver(take)
  for (const root of roots)
    observer.observe(root, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeOldValue: true,
      characterData: true,
    })
  return {
    standing() {
      take(observer.takeRecords())
      if (standing !== 'moved' && frames.some(([frame, inner]) => frame.contentDocument !== inner)) {
        standing = 'moved'
        observer.disconnect()
      }
      return standing === 'still' && performance.now() - since > believedMs ? 'dressed' : standing
    },
    seen() {
      since = performance.now()
      if (standing === 'dressed') standing = 'still'
    },
  }
}
