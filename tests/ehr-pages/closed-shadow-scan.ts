import { createPageFrame } from '../../lib/page/frame.ts'

// As the packaged scanner does, in a content script: only there may closed shadow roots be looked into.
const frame = createPageFrame({ shadowRootOf: (element) => chrome.dom?.openOrClosedShadowRoot(element) ?? null })
const reading = frame.read(null)
document.documentElement.dataset.reading = JSON.stringify(reading.fields.map(({ label, kind }) => [label, kind]))
