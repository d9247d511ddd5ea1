import { defineContentScript } from 'wxt/utils/define-content-script'
import { background } from '../../lib/browser/messages.ts'
import { watchPage } from '../../lib/page/scan/watch.ts'
import { isAdvancedmdPopup, showPopupButton } from './popup-button.ts'

/** The doorbell of an EHR page: it says that something else stands there now; reading and writing are injected when asked for. */
const ehrHosts = ['https://*.kipuworks.com/*', 'https://*.crediblebh.com/*', 'https://*.advancedmd.com/*']

export default defineContentScript({
  // The demo build adds the address at which the demonstration chart stands for a Kipu host.
  matches: import.meta.env.MODE === 'demo' ? [...ehrHosts, 'http://demo.kipuworks.com/*'] : ehrHosts,
  allFrames: true,
  matchAboutBlank: true,
  runAt: 'document_idle',
  main(context) {
    // Nobody hears it while the panel is closed or the extension is being replaced; the next opening reads anyway.
    const ring = () => void background.sendMessage('page.moved').catch(() => undefined)
    watchPage(ring, context.signal)
    ring()
    if (isAdvancedmdPopup(window)) {
      const open = () => void background.sendMessage('panel.open').catch(() => undefined)
      showPopupButton(document, open, context.signal)
    }
  },
})
