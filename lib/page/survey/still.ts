import { holds } from '../natives.ts'
import { isLook, isWordless } from './record.ts'

/** A stylesheet can hide things without a trace in the document: what was seen is believed this long. */
const believedMs = 1000

/** `still`: as it was read. `dressed`: at most its looks have changed. `moved`: read anew. */
export type Standing = 'still' | 'dressed' | 'moved'

export interface Stillness {
  standing(): Standing
  /** Its looks were looked at again and meant nothing. */
  seen(): void
}

/**
 * Tells whether what was surveyed stands as it did: nothing added or removed that has words or takes an answer, nothing
 * marked or reworded, no frame at another document. Once it does not, it never does again, and nothing is watched any
 * more. Values are not part of it, nor is what stands in editors.
 */
export function stillness(roots: Node[], frames: [HTMLIFrameElement, Document][], editors: Element[] = []): Stillness {
  let since = performance.now()
  let standing: Standing = 'still'
  /** What is written in an editor is its value. */
  const isWritten = ({ type, target }: MutationRecord): boolean =>
    editors.some((editor) => (target === editor ? type === 'childList' : holds(editor, target)))
  const meansNothing = (record: MutationRecord): boolean =>
    isLook(record) || isWordless(record) || (editors.length > 0 && isWritten(record))
  const take = (records: MutationRecord[]): void => {
    if (standing === 'moved' || records.length === 0) return
    standing = records.every(meansNothing) ? 'dressed' : 'moved'
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
