import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { fillHere } from '../lib/page/here.ts'

// Injected on request, after `askHere` has stored the request in the page. The receipts are the result of
// `executeScript`.
export default defineUnlistedScript({ main: fillHere })
