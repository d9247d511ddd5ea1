import { background, offscreen, unlessUnheard } from '../../lib/browser/messages.ts'

const askEveryMs = 5000

let asking = false

/**
 * When a new version of the extension is ready, asks the service worker again and again to install it. Does not ask
 * while `isBusy` returns true, because the update closes this page, and data that is only in the page's memory would be
 * lost. The service worker cannot repeat the attempt itself, because the browser stops an idle service worker.
 */
export function askForUpdates(isBusy: () => boolean): void {
  offscreen.onMessage('update.busy', isBusy)
  offscreen.onMessage('update.wait', () => {
    if (asking) return
    asking = true
    setInterval(() => {
      if (!isBusy()) void background.sendMessage('update.install').catch(unlessUnheard)
    }, askEveryMs)
  })
}
