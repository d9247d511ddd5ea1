import { browser } from 'wxt/browser'
import { currentTab } from './current-tab.ts'
import { openPanel } from './panel-opening.ts'
import { storedDictationWish } from './stored.ts'

const command = 'dictate-into-page'
/** A panel that opens later than this, in milliseconds, was not opened by the keys. */
const freshMs = 10_000

export function answerDictateCommand(): void {
  browser.commands?.onCommand.addListener((name, tab) => {
    if (name !== command || tab?.id === undefined) return
    // Open the panel before any `await`: the browser allows it only in the task of the key press.
    openPanel(tab)
    void storedDictationWish.write({ tabId: tab.id, at: Date.now() })
  })
}

export function wantedDictation(listener: () => void): () => void {
  const hear = async (wish: { tabId: number; at: number } | null) => {
    if (!wish || Date.now() - wish.at > freshMs || (await currentTab())?.tabId !== wish.tabId) return
    await storedDictationWish.remove()
    listener()
  }
  void storedDictationWish.read().then(hear)
  return storedDictationWish.watch((wish) => void hear(wish))
}
