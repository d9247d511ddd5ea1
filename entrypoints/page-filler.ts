import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { fillHere } from '../lib/page/here.ts'

// Injected on request, after `askHere` has left the request; its receipts are the injection's result.
export default defineUnlistedScript({ main: fillHere })
