import { browser } from 'wxt/browser'
import { ownTab } from './current-tab.ts'

/**
 * Names of the text boxes that dictate, alike for every page that asks (spec §4: one recording over all places). A box that
 * outlives its panel is known by the panel's place: the window, or the tab that a panel in a window of its own was opened for.
 */
const ofWindow = (windowId: number) => `window-${windowId}`
const ofTab = (tabId: number) => `tab-${tabId}`

/** The lasting box of this page's panel. */
export async function panelBox(): Promise<string> {
  const tabId = ownTab()
  if (tabId !== null) return ofTab(tabId)
  const { id } = await browser.windows.getCurrent()
  return id === undefined ? pageBox : ofWindow(id)
}

/** Every other box of this page, which nothing outlives. */
export const pageBox = `page-${crypto.randomUUID()}`

let holding: Promise<void> | null = null

/** From when it resolves on the others can tell when this page is gone. */
export function holdPage(): Promise<void> {
  holding ??= new Promise((resolve, reject) => {
    const untilTheEnd = () => {
      resolve()
      return new Promise<never>(() => {})
    }
    navigator.locks.request(pageBox, untilTheEnd).catch(reject)
  })
  return holding
}

/** Resolves when the page of this box is gone: its lock dies with it. */
export async function pageGone(box: string): Promise<void> {
  await navigator.locks.request(box, () => undefined)
}

/** Tells whose place is gone for good, with its window or its tab. */
export function watchPlaces(onGone: (box: string) => void): void {
  browser.windows.onRemoved.addListener((windowId) => onGone(ofWindow(windowId)))
  browser.tabs.onRemoved.addListener((tabId) => onGone(ofTab(tabId)))
}
