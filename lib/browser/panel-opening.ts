import { browser } from 'wxt/browser'

interface Sidebar {
  sidebarAction: { open(): Promise<void> }
}

export function openPanel(tab: { id?: number | undefined; windowId: number }): void {
  if (import.meta.env.FIREFOX) void (browser as unknown as Sidebar).sidebarAction.open()
  else void browser.sidePanel.open(tab.id === undefined ? { windowId: tab.windowId } : { tabId: tab.id })
}

/**
 * Opens the panel at a click on the toolbar button. Call this function in the first task of the service worker: a
 * listener that is added later misses the click that has started the worker.
 */
export function openPanelOnClick(): void {
  // Open the panel synchronously in the click handler. After an `await`, Chrome would not grant activeTab, and Firefox
  // would not open its sidebar.
  browser.action.onClicked.addListener(openPanel)
  if (!import.meta.env.FIREFOX) void browser.sidePanel.setPanelBehavior({ openPanelOnActionClick: false })
}
