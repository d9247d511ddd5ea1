import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { readHere } from '../lib/page/read-here.ts'

// Injected on request; its reading is the injection's result.
export default defineUnlistedScript({
  // Content scripts alone may look into closed shadow roots.
  main: () => readHere({ shadowRootOf: (element) => chrome.dom?.openOrClosedShadowRoot(element) ?? null }),
})
