import { browser } from 'wxt/browser'
import { storedDrafts } from './drafts.ts'
import { background, offscreen } from './messages.ts'
import { openOffscreen } from './offscreen-page.ts'
import { openPages } from './views.ts'

const recordingPage = '/offscreen.html'

async function isPageOpen(): Promise<boolean> {
  if (import.meta.env.FIREFOX) {
    const servicePages = ['/offscreen.html', '/_generated_background_page.html']
    return openPages().some(({ path }) => !servicePages.includes(path))
  }
  const contexts = await browser.runtime.getContexts({ contextTypes: ['SIDE_PANEL', 'TAB', 'POPUP'] })
  return contexts.some(({ documentUrl }) => documentUrl !== browser.runtime.getURL(recordingPage))
}

/**
 * Restarts the extension, which installs its new version, unless a page is open or a draft exists. A restart would lose
 * the draft, which is only in memory. The caller has checked that nothing is recorded, and that no words of a dictation
 * wait for their text box.
 */
async function installIfIdle(): Promise<void> {
  if ((await isPageOpen()) || (await storedDrafts.hasText())) return
  browser.runtime.reload()
}

/**
 * Asks the browser for a newer version of the extension and installs it, which closes every page of the extension. Does
 * nothing while the offscreen page is busy (see `askForUpdates`), or while a draft exists that is only in memory.
 */
export async function installUpdate(): Promise<'installing' | 'none' | 'busy'> {
  // Firefox has no such function: it looks for updates by itself.
  const check = await browser.runtime.requestUpdateCheck?.()
  if (check?.status !== 'update_available') return 'none'
  // Asked last, because the check may take seconds.
  await background.sendMessage('offscreen.open')
  const [isBusy, hasDraft] = await Promise.all([offscreen.sendMessage('update.busy'), storedDrafts.hasText()])
  if (isBusy || hasDraft) return 'busy'
  browser.runtime.reload()
  return 'installing'
}

/**
 * Installs a new version of the extension as soon as nothing is recorded, no page is open and no draft exists (product
 * 13.14). Without this function, a running browser might install the version only weeks later, at its next restart.
 * Call this function in the first task of the service worker: a listener that is added later misses the event that has
 * started the worker.
 */
export function installUpdatesWhenIdle(): void {
  browser.runtime.onUpdateAvailable.addListener(async () => {
    await openOffscreen()
    await offscreen.sendMessage('update.wait')
  })
  background.onMessage('update.install', installIfIdle)
}
