import { browser } from 'wxt/browser'
import { type PanelCommand, panelCommands } from '../contracts/panel-command.ts'
import { currentTab } from './current-tab.ts'
import { openPanel } from './panel-opening.ts'
import { storedKeyPress } from './stored.ts'

/** A panel that opens later than this, in milliseconds, was not opened by the keys. */
const freshMs = 10_000

/** Service worker only. At the keys of a command, opens the panel and tells it. */
export function answerCommands(): void {
  browser.commands?.onCommand.addListener((name, tab) => {
    const command = panelCommands.find((one) => one === name)
    if (command === undefined || tab?.id === undefined) return
    // Open the panel before any `await`: the browser allows it only in the task of the key press.
    openPanel(tab)
    void storedKeyPress.write({ command, tabId: tab.id, at: Date.now() })
  })
}

/**
 * Calls `listener` when the user presses the keys of a command beside this panel, also if these keys have opened the
 * panel. Returns a function that ends the calls.
 */
export function onKeys(command: PanelCommand, listener: () => void): () => void {
  const hear = async (press: Awaited<ReturnType<typeof storedKeyPress.read>>) => {
    if (press?.command !== command || Date.now() - press.at > freshMs) return
    if ((await currentTab())?.tabId !== press.tabId) return
    await storedKeyPress.remove()
    listener()
  }
  void storedKeyPress.read().then(hear)
  return storedKeyPress.watch((press) => void hear(press))
}

/** Returns the commands with their keys, as the user has set them in the browser. `keys` is '' if there are none. */
export const commandKeys = async (): Promise<{ name: string; keys: string }[]> =>
  (await browser.commands.getAll()).map(({ name, description, shortcut }) => ({
    name: description || (name === '_execute_action' ? 'Open the panel' : (name ?? '')),
    keys: shortcut ?? '',
  }))

/** Opens the page of the browser where the keys are changed. Firefox lets no extension open it. */
export const changeKeys = import.meta.env.FIREFOX
  ? null
  : async (): Promise<void> => void (await browser.tabs.create({ url: 'chrome://extensions/shortcuts' }))
