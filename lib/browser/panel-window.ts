import { browser } from 'wxt/browser'

/**
 * The key in session storage for the id of the popup window with the panel of a tab. A variable would be lost when the
 * browser stops the service worker.
 */
const keyOf = (tabId: number) => `panel-window.${tabId}`

export async function openPanelWindow(tabId: number): Promise<void> {
  const key = keyOf(tabId)
  const windowId = (await browser.storage.session.get(key))[key]
  // The popup may have been closed since its id was stored.
  const unlessClosed = (error: unknown) => {
    if (error instanceof Error && error.message.startsWith('No window with id')) return null
    throw error
  }
  const panelWindow =
    typeof windowId === 'number' ? await browser.windows.update(windowId, { focused: true }).catch(unlessClosed) : null
  if (panelWindow) return
  const url = browser.runtime.getURL(`/sidepanel.html?tab=${tabId}`)
  const newWindow = await browser.windows.create({ url, type: 'popup', width: 420, height: 800 })
  if (newWindow?.id !== undefined) await browser.storage.session.set({ [key]: newWindow.id })
}
