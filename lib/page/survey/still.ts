import { holds } from '../natives.ts'
import { isLocal, isLook, isWordless } from './record.ts'

/** A stylesheet can hide things without a trace in the document: what was seen is believed this long. */
const believedMs = 1000

/** A page that changes in more places is read anew. */
const touchedMost = 50

/** `still`: as it was read. `dressed`: at most its looks have changed. `moved`: read anew. */
export type Standing = 'still' | 'dressed' | 'moved'

export interface Stillness {
  standing(): Standing
  /** Its looks were looked at again and meant nothing. */
  seen(): void
  /**
   * Where things were added or taken away, when that is all that has moved: what is far from there may be as it was. Ends
   * the watching.
   */
  touched(): Node[] | null
}

/**
 * Tells whether what was surveyed stands as it did: nothing added or removed that has words or takes an answer, nothing
 * marked or reworded, no frame at another document. Once it does not, it never does again; it is watched on only as long
 * as a few places were touched. Values are not part of it, nor is what stands in editors.
 */
export function stillness(roots: Node[], frames: [HTMLIFrameElement, Document][], editors: Element[] = []): Stillness {
  let since = performance.now()
  let standing: Standing = 'still'
  /** What is written in an editor is its value. */
  const isWritten = ({ type, target }: MutationRecord): boolean =>
    editors.some((editor) => (target === editor ? type === 'childList' : holds(editor, target)))
  const meansNothing = (record: MutationRecord): boolean =>
    isLook(record) || isWordless(record) || (editors.length > 0 && isWritten(record))
  /** Null once more has happened than that something came or went. */
  let places: Set<Node> | null = new Set()
  const lose = (): void => {
    places = null
    observer.disconnect()
  }
  const take = (records: MutationRecord[]): void => {
    if (!places || records.length === 0) return
    if (standing !== 'moved') standing = 'dressed'
    for (const record of records) {
      if (meansNothing(record)) continue
      standing = 'moved'
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
    standing() {
      take(observer.takeRecords())
      if (standing !== 'moved' && frames.some(([frame, inner]) => frame.contentDocument !== inner)) {
        standing = 'moved'
        lose()
      }
      return standing === 'still' && performance.now() - since > believedMs ? 'dressed' : standing
    },
    seen() {
      since = performance.now()
      if (standing === 'dressed') standing = 'still'
    },
    touched() {
      observer.disconnect()
      return places && [...places]
    },
  }
}
