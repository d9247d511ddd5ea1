import { browser } from 'wxt/browser'
import { ownTab } from './current-tab.ts'

/**
 * Names of the text boxes that receive a dictation. All pages must use the same names, because all pages share one
 * recording (product 4.1). If the panel page is closed and opened again, its text box must keep its name. So the name
 * contains the id of the window or, for a panel in a popup window, the id of the tab.
 */
const ofWindow = (windowId: number) => `window-${windowId}`
const ofTab = (tabId: number) => `tab-${tabId}`

/**
 * Returns the name of the panel's text box. The name stays the same when the panel page is closed and opened again.
 * Otherwise the new panel page would not receive a dictation that the old page has started.
 */
export async function panelBox(): Promise<string> {
  const tabId = ownTab()
  if (tabId !== null) return ofTab(tabId)
  const { id } = await browser.windows.getCurrent()
  return id === undefined ? pageBox : ofWindow(id)
}

const panelLock = 'chartside.panel:'
/**
 * Holds a lock for the panel of this text box until this page is closed, so that `openBoxes` finds the panel. The lock
 * is shared, because a new panel page can open before the old one is gone.
 */
export function holdPanel(box: string): void {
  void navigator.locks.request(panelLock + box, { mode: 'shared' }, () => new Promise<never>(() => {}))
}

/**
 * The shared name of all text boxes of this page except the panel's text box. The name is new each time a page is
 * opened, because these text boxes do not exist any more after the page was closed.
 */
export const pageBox = `page-${crypto.randomUUID()}`

let holding: Promise<void> | null = null

/**
 * Takes a lock, which the browser releases when this page is closed. After the promise has resolved, other pages can
 * call `pageGone` to wait until this page is closed.
 */
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

/**
 * Resolves when the page that contains this text box was closed. While the page is open, it holds a lock whose name is
 * the name of the text box (see `holdPage`), so the request below waits.
 */
export async function pageGone(box: string): Promise<void> {
  await navigator.locks.request(box, () => undefined)
}

/**
 * Returns the names of the text boxes of all panels that are open or can be opened again. These are the names of all
 * windows and tabs, and the names for which an open panel holds a lock (see `holdPanel`). The lock is needed for a
 * panel in a popup window, because this panel stays open when the tab of its chart is closed.
 */
export async function openBoxes(): Promise<Set<string>> {
  const [windows, tabs, { held: heldLocks = [] }] = await Promise.all([
    browser.windows.getAll(),
    browser.tabs.query({}),
    navigator.locks.query(),
  ])
  const panels = heldLocks.flatMap(({ name = '' }) =>
    name.startsWith(panelLock) ? [name.slice(panelLock.length)] : [],
  )
  const names = [
    ...windows.flatMap(({ id }) => (id === undefined ? [] : [ofWindow(id)])),
    ...tabs.flatMap(({ id }) => (id === undefined ? [] : [ofTab(id)])),
  ]
  return new Set([...names, ...panels])
}

export function watchPlaces(onGone: (box: string) => void): void {
  browser.windows.onRemoved.addListener((windowId) => onGone(ofWindow(windowId)))
  browser.tabs.onRemoved.addListener((tabId) => onGone(ofTab(tabId)))
}
