import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { answerForEditors } from '../lib/page/models/answer.ts'

// This script is injected into the main world of the page, before the script that fills the page. A script in the
// isolated world cannot see the JavaScript objects of rich-text editors and frameworks.
export default defineUnlistedScript({ main: answerForEditors })
