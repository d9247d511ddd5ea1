import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { answerForEditors } from '../lib/page/fill/editors/answer.ts'

// Injected into the page's own world ahead of the filler: only there can an editor's own objects be asked.
export default defineUnlistedScript({ main: answerForEditors })
