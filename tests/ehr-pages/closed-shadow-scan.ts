import { readHere } from '../../lib/page/read-here.ts'

// Reads as the packaged scanner does. It must run in a content script, because only content scripts may read closed
// shadow roots.
const reading = readHere({ shadowRootOf: (element) => chrome.dom?.openOrClosedShadowRoot(element) ?? null })
document.documentElement.dataset.reading = JSON.stringify(reading?.fields.map(({ label, kind }) => [label, kind]))
