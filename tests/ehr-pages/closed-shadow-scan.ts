import { createPageFrame } from '../../lib/page/frame.ts'

// Reads the page as the extension's scanner does. It must run in a content script, because only content scripts may
// read closed shadow roots.
const frame = createPageFrame({ shadowRootOf: (element) => chrome.dom?.openOrClosedShadowRoot(element) ?? null })
const reading = frame.read(null)
document.documentElement.dataset.reading = JSON.stringify(reading.fields.map(({ label, kind }) => [label, kind]))
