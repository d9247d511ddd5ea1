import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { pageFrames } from '../lib/browser/messages.ts'
import { createPageFrame, isReadByOuterWindow, type PageFrame } from '../lib/page/frame.ts'

// Use a symbol. With a string, an element of the page that has this string as its id would appear as this property of
// `window`.
const key = Symbol.for('chartside.frame')

function listen(): PageFrame {
  // Only content scripts can open closed shadow roots, through `chrome.dom`.
  const frame = createPageFrame({ shadowRootOf: (element) => chrome.dom?.openOrClosedShadowRoot(element) ?? null })
  pageFrames.onMessage('frame.read', ({ data }) => frame.read(data.siteRules, data.dayOrder))
  pageFrames.onMessage('frame.fill', ({ data }) => frame.fill(data.plan, data.confirmedPatient))
  pageFrames.onMessage('frame.undo', ({ data }) => frame.undo(data.fillId))
  pageFrames.onMessage('frame.undoField', ({ data }) => frame.undoField(data.fieldId))
  pageFrames.onMessage('frame.carry', ({ data }) => frame.carry(data.carried, data.confirmedPatient))
  pageFrames.onMessage('frame.letGo', () => frame.letGo())
  pageFrames.onMessage('frame.compare', ({ data }) => frame.compare(data))
  pageFrames.onMessage('frame.focused', () => frame.focused())
  pageFrames.onMessage('frame.point', ({ data }) => frame.point(data.fieldId))
  return frame
}

// The service worker injects this script each time before it sends messages to the frames of a tab (see `framesIn` in
// `lib/browser/page-scripts.ts`). The script returns data that identifies this document. It returns null in a frame
// that the script of the outer window reads. If the script has already run in this document, it uses the `PageFrame` of
// the first run again, because this object keeps the last scan and the last fill of the document.
export default defineUnlistedScript({
  main() {
    if (isReadByOuterWindow()) return null
    const holder = globalThis as unknown as Record<symbol, PageFrame | undefined>
    const frame = holder[key] ?? listen()
    holder[key] = frame
    return { hostname: location.hostname, nonce: frame.nonce() }
  },
})
