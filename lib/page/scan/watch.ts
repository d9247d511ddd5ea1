import { patientMarks } from '../adapters/patient-marks.ts'
import { all, byTag, rootElement, titleOf, urlOf } from '../natives.ts'
import { squash } from '../words.ts'

/**
 * Time from a change of the document to the check, in milliseconds. All changes in this time cause only one check,
 * because some pages change all the time.
 */
const lookAgainMs = 250

const saidAt = (mark: Element): string =>
  squash('value' in mark && typeof mark.value === 'string' ? mark.value : (mark.textContent ?? ''))

/** Returns the texts of all elements that show the patient. The texts are only compared, to detect another patient. */
const whose = (): string => all(document, patientMarks).map(saidAt).join('\n')

const questionMarks =
  'label, legend, th, h1, h2, h3, h4, h5, h6, [role="heading"], td:not(:has(table, input, select, textarea))'

/** Returns what the page asks. Numbers are left out, because clocks and counters change all the time. */
const questions = (): string =>
  all(document, questionMarks)
    .map(({ textContent }) => textContent.replace(/\d+/g, '#'))
    .join('\n')

/**
 * Tells which frames are shown. An EHR with tabs, such as AdvancedMD, opens the chart of another patient by showing
 * another frame.
 */
const shownFrames = (): string =>
  all(document, 'iframe, frame')
    .map((frame) => frame.checkVisibility({ visibilityProperty: true }))
    .join()

/**
 * Calls `moved` when the address, the title, the patient, the number of forms, the visible frames or the questions of
 * this document have changed, or when the document returns from the back/forward cache.
 */
export function watchPage(onMove: () => void, signal: AbortSignal): void {
  const state = (): string =>
    [urlOf(document), titleOf(document), whose(), byTag(document, 'form').length, shownFrames(), questions()].join('\n')
  let lastState = state()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    timer = undefined
    const newState = state()
    if (newState === lastState) return
    lastState = newState
    onMove()
  }
  const soon = (): void => {
    timer ??= setTimeout(look, lookAgainMs)
  }
  const observer = new MutationObserver(soon)
  observer.observe(rootElement(document) ?? document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['value', 'class', 'style', 'hidden'],
  })
  addEventListener('popstate', soon, { signal })
  addEventListener('hashchange', soon, { signal })
  addEventListener('pageshow', (event) => event.persisted && onMove(), { signal })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
}
