import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { answerForEditors } from '../lib/page/models/answer.ts'

// This script is injected into the page's main world, before the script that fills the page. The JavaScript objects of
// rich-text editors and frameworks are not visible from the isolated world.
export default defineUnlistedScript({ main: answerForEditors })
