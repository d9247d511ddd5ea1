import { browser } from 'wxt/browser'

/** The tab beside the panel. Its title is known only where the extension may read the page. */
export interface CurrentTab {
  tabId: number
  title: string
}

/** The tab this panel was opened for in a window of its own; null in a side panel, which goes with the tab in front. */
export function ownTab(): number | null {
  const given = new URLSearchParams(location.search).get('tab')
  return given !== null && /^\d+$/.test(given) ? Number(given) : null
}

async function tabBeside() {
  const own = ownTab()
  // A tab that was closed is no failure: there is no page then.
  if (own !== null) return browser.tabs.get(own).catch(() => null)
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true })
  return tab ?? null
}

/** The tab in front in this window, or the one this window was opened for; null where there is none. */
export async function currentTab(): Promise<CurrentTab | null> {
  const tab = await tabBeside()
  return tab?.id === undefined ? null : { tabId: tab.id, title: tab.title ?? '' }
}

/** Calls when another tab comes to the front or the one in front has loaded; returns the way to stop it. */
export function watchCurrentTab(listener: () => void): () => void {
  const own = ownTab()
  const onUpdated = (id: number, change: { status?: string; title?: string }, tab: { active?: boolean }) => {
    if ((own === null ? tab.active : id === own) && (change.status === 'complete' || change.title !== undefined))
      listener()
  }
  browser.tabs.onActivated.addListener(listener)
  browser.tabs.onUpdated.addListener(onUpdated)
  return () => {
    browser.tabs.onActivated.removeListener(listener)
    browser.tabs.onUpdated.removeListener(onUpdated)
  }
}
