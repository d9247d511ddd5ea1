import { browser } from 'wxt/browser'

export interface CurrentTab {
  tabId: number
  title: string
}

export function ownTab(): number | null {
  const tabText = new URLSearchParams(location.search).get('tab')
  return tabText !== null && /^\d+$/.test(tabText) ? Number(tabText) : null
}

async function tabBeside() {
  const ownTabId = ownTab()
  if (ownTabId !== null)
    return browser.tabs.get(ownTabId).catch((error: unknown) => {
      if (error instanceof Error && error.message.startsWith('No tab with id')) return null
      throw error
    })
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true })
  return tab ?? null
}

export async function currentTab(): Promise<CurrentTab | null> {
  const tab = await tabBeside()
  return tab?.id === undefined ? null : { tabId: tab.id, title: tab.title ?? '' }
}

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
