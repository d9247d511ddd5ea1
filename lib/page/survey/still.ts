import { holds } from '../natives.ts'
import { isLocal, isLook, isWordless } from './record.ts'

/** A stylesheet can hide elements without a change in the document, so a survey is trusted for this time only. */
const believedMs = 1000

/** If more places than this have changed, the page is surveyed again. */
const touchedMost = 50

/** `still`: unchanged. `dressed`: only styles may have changed. `moved`: a new survey is needed. */
export type CacheValidity = 'still' | 'dressed' | 'moved'

export interface Stillness {
  cacheValidity(): CacheValidity
  /** Call this after checking that the changed styles did not matter. */
  seen(): void
  /**
   * Returns the nodes in which children were added or removed, if nothing else has changed; content far from them can
   * be reused. Otherwise null. Stops observing.
   */
  touched(): Node[] | null
}

/**
 * Observes whether a surveyed page is still the same. Changes of text, of controls, of attributes other than styles,
 * and of a frame's document count. Values and editor content do not. After the state is `moved`, it stays so; observing
 * continues only while few places have changed.
 */
export function stillness(roots: Node[], frames: [HTMLIFrameElement, Document][], editors: Element[] = []): Stillness {
  let since = performance.now()
  let cacheValidity: CacheValidity = 'still'
  /** A change inside an editor changes only its value. */
  const isWritten = ({ type, target }: MutationRecord): boolean =>
    editors.some((editor) => (target === editor ? type === 'childList' : holds(editor, target)))
  const meansNothing = (record: MutationRecord): boolean =>
    isLook(record) || isWordless(record) || (editors.length > 0 && isWritten(record))
  /** The nodes in which children were added or removed. Null after any other change. */
  let places: Set<Node> | null = new Set()
  const lose = (): void => {
    places = null
    observer.disconnect()
  }
  const take = (records: MutationRecord[]): void => {
    if (!places || records.length === 0) return
    if (cacheValidity !== 'moved') cacheValidity = 'dressed'
    for (const record of records) {
      if (meansNothing(record)) continue
      cacheValidity = 'moved'
      if (!isLocal(record) || places.size >= touchedMost) {
        lose()
        return
      }
      places.add(record.target)
    }
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
    cacheValidity() {
      take(observer.takeRecords())
      if (cacheValidity !== 'moved' && frames.some(([frame, inner]) => frame.contentDocument !== inner)) {
        cacheValidity = 'moved'
        lose()
      }
      return cacheValidity === 'still' && performance.now() - since > believedMs ? 'dressed' : cacheValidity
    },
    seen() {
      since = performance.now()
      if (cacheValidity === 'dressed') cacheValidity = 'still'
    },
    touched() {
      observer.disconnect()
      return places && [...places]
    },
  }
}
