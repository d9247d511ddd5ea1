import { browser } from 'wxt/browser'

/** The tab beside the panel. `title` is empty if the extension may not read the page of the tab. */
export interface CurrentTab {
  tabId: number
  title: string
}

/**
 * Returns the tab for which this popup panel was opened. Returns null in a side panel, which follows the active tab.
 */
export function ownTab(): number | null {
  const given = new URLSearchParams(location.search).get('tab')
  return given !== null && /^\d+$/.test(given) ? Number(given) : null
}

async function tabBeside() {
  const ownTabId = ownTab()
  if (ownTabId !== null)
    return browser.tabs.get(ownTabId).catch((error: unknown) => {
      // Return null if the tab was closed. This case is not an error.
      if (error instanceof Error && error.message.startsWith('No tab with id')) return null
      throw error
    })
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true })
  return tab ?? null
}

/**
 * Returns the active tab of this window, or the tab for which this popup panel was opened. Returns null if there is no
 * such tab.
 */
export async function currentTab(): Promise<CurrentTab | null> {
  const tab = await tabBeside()
  return tab?.id === undefined ? null : { tabId: tab.id, title: tab.title ?? '' }
}

/**
 * Calls `listener` when the tab that `currentTab` returns has loaded or changed its title, or when another tab has
 * become active. Returns a function that ends the calls.
 */
export function watchCurrentTab(listener: () => void): () => void {
  const ownTabId = ownTab()
  const onUpdated = (id: number, change: { status?: string; title?: string }, tab: { active?: boolean }) => {
    if (
      (ownTabId === null ? tab.active : id === ownTabId) &&
      (change.status === 'complete' || change.title !== undefined)
    )
      listener()
  }
  browser.tabs.onActivated.addListener(listener)
  browser.tabs.onUpdated.addListener(onUpdated)
  return () => {
    browser.tabs.onActivated.removeListener(listener)
    browser.tabs.onUpdated.removeListener(onUpdated)
  }
}
