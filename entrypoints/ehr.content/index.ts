import { browser } from 'wxt/browser'
import { defineContentScript } from 'wxt/utils/define-content-script'
import { background, unlessUnheard } from '../../lib/browser/messages.ts'
import { watchPage } from '../../lib/page/scan/watch.ts'
import { followPermission, isAdvancedmdPopup, showPopupButton } from './popup-button.ts'

function watchPolicy(listener: () => void): () => void {
  const onChange = (_changes: unknown, area: string) => {
    if (area === 'managed') listener()
  }
  browser.storage.onChanged.addListener(onChange)
  return () => browser.storage.onChanged.removeListener(onChange)
}

/**
 * The EHR pages in which the content script runs. It only reports that the page has changed. Other scripts read and
 * fill the page; they are injected when they are needed.
 */
const ehrHosts = ['https://*.kipuworks.com/*', 'https://*.crediblebh.com/*', 'https://*.advancedmd.com/*']

export default defineContentScript({
  matches: import.meta.env.MODE === 'demo' ? [...ehrHosts, 'http://demo.kipuworks.com/*'] : ehrHosts,
  allFrames: true,
  matchAboutBlank: true,
  runAt: 'document_idle',
  main(context) {
    // Sending fails if the extension is being updated. Ignore the error, because the panel reads the page again when it
    // opens.
    const ring = () => void background.sendMessage('page.moved').catch(unlessUnheard)
    watchPage(ring, context.signal)
    ring()
    if (isAdvancedmdPopup(window)) {
      const openPanel = () => void background.sendMessage('panel.open').catch(unlessUnheard)
      const isAllowed = () => background.sendMessage('panel.button').catch(() => false)
      followPermission(isAllowed, watchPolicy, (signal) => showPopupButton(document, openPanel, signal), context.signal)
    }
  },
})
