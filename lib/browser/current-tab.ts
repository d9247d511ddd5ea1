import { browser } from 'wxt/browser'

/** The tab beside the panel. Its title is known only where the extension may read the page. */
export interface CurrentTab {
  tabId: number
  title: string
}

/** The tab in front in this window, or null where there is none. */
export async function currentTab(): Promise<CurrentTab | null> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true })
  return tab?.id === undefined ? null : { tabId: tab.id, title: tab.title ?? '' }
}

/** Calls when another tab comes to the front or the one in front has loaded; returns the way to stop it. */
export function watchCurrentTab(listener: () => void): () => void {
  const onUpdated = (_: number, change: { status?: string; title?: string }, tab: { active?: boolean }) => {
    if (tab.active && (change.status === 'complete' || change.title !== undefined)) listener()
  }
  browser.tabs.onActivated.addListener(listener)
  browser.tabs.onUpdated.addListener(onUpdated)
  return () => {
    browser.tabs.onActivated.removeListener(listener)
    browser.tabs.onUpdated.removeListener(onUpdated)
  }
}
