import { background, offscreen, unlessUnheard } from '../../lib/browser/messages.ts'

/** Time between two questions whether the new version may be installed now, in milliseconds. */
const askEveryMs = 5000

let asking = false

/**
 * From the moment at which a new version waits, asks the service worker again and again to install it, except during a
 * recording. The service worker itself cannot wait, because the browser ends it.
 */
export function askForUpdates(isRecording: () => boolean): void {
  offscreen.onMessage('update.wait', () => {
    if (asking) return
    asking = true
    setInterval(() => {
      if (!isRecording()) void background.sendMessage('update.install').catch(unlessUnheard)
    }, askEveryMs)
  })
}
