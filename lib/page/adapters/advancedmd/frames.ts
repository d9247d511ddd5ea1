import { one } from '../../natives.ts'
import { documentsOf, isShown } from '../../scan/controls.ts'
import { advancedmd } from './selectors.ts'

/** The frame a document of this origin stands in; null at the top, and where the outer page is another's. */
export function frameOf(document: Document): Element | null {
  try {
    return document.defaultView?.frameElement ?? null
  } catch {
    return null
  }
}

/** What a reader sees of a document, in square pixels: nothing when any frame around it is hidden. */
function seenArea(document: Document): number {
  let area = Number.POSITIVE_INFINITY
  for (let frame = frameOf(document); frame; frame = frameOf(frame.ownerDocument)) {
    const { width, height } = frame.getBoundingClientRect()
    area = isShown(frame) ? Math.min(area, width * height) : 0
  }
  return area
}

/**
 * H: the note stands three frames down: `amds-tab-view:not(.amds-hidden-view)` holds `/apps/amds-patient-chart/`, that
 * `/WebClinical/ChartViewerDetail.aspx`, that `chart/chartnotes.aspx`. The open note: several may be, each in a tab; the one that is
 * seen, and the largest of those.
 */
export function noteDocument(document: Document): Document | null {
  const notes = documentsOf(document)
    .filter((each) => one(each, advancedmd.note))
    .map((each) => ({ each, area: seenArea(each) }))
    .filter(({ area }) => area > 0)
  return notes.sort((one, other) => other.area - one.area)[0]?.each ?? null
}

export const isSeen = (document: Document): boolean => seenArea(document) > 0
