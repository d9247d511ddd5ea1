import { browser } from 'wxt/browser'

/** Kept with the browser session: the worker may die in between. */
const keyOf = (tabId: number) => `panel-window.${tabId}`

/** Opens the panel of a tab in a window of its own, or brings it to the front: for windows that have no side panel. */
export async function openPanelWindow(tabId: number): Promise<void> {
  const key = keyOf(tabId)
  const known = (await browser.storage.session.get(key))[key]
  // It may have been closed since.
  const shown =
    typeof known === 'number' ? await browser.windows.update(known, { focused: true }).catch(() => null) : null
  if (shown) return
  const url = browser.runtime.getURL(`/sidepanel.html?tab=${tabId}`)
  const made = await browser.windows.create({ url, type: 'popup', width: 420, height: 800 })
  if (made?.id !== undefined) await browser.storage.session.set({ [key]: made.id })
}
