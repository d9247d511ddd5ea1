import { readHere } from '../../lib/page/read-here.ts'

// As the packaged scanner does, in a content script: only there may closed shadow roots be looked into.
const reading = readHere({ shadowRootOf: (element) => chrome.dom?.openOrClosedShadowRoot(element) ?? null })
document.documentElement.dataset.reading = JSON.stringify(reading?.fields.map(({ label, kind }) => [label, kind]))
