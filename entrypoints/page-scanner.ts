import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { readHere } from '../lib/page/read-here.ts'

// Injected on request. The return value of `main` is the result of `executeScript`.
export default defineUnlistedScript({
  // Only content scripts can open closed shadow roots, through `chrome.dom`.
  main: () => readHere({ shadowRootOf: (element) => chrome.dom?.openOrClosedShadowRoot(element) ?? null }),
})
