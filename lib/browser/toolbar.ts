import { browser } from 'wxt/browser'
import { observable } from './observable.ts'

/** What `chrome.action` has and the shared types of browsers lack. */
interface ToolbarApi {
  getUserSettings?(): Promise<{ isOnToolbar?: boolean }>
  /** From Chrome 130 on. */
  onUserSettingsChanged?: {
    addListener(listener: (change: { isOnToolbar?: boolean }) => void): void
    removeListener(listener: (change: { isOnToolbar?: boolean }) => void): void
  }
}

/** Whether the toolbar shows Chartside's button. Null where the browser does not say. */
export function createToolbar() {
  const action = browser.action as unknown as ToolbarApi
  const state = observable<boolean | null>(null, () => {
    const read = async () => state.set((await action.getUserSettings?.())?.isOnToolbar ?? null)
    const onChange = () => void read()
    void read()
    action.onUserSettingsChanged?.addListener(onChange)
    // Browsers before Chrome 130 do not tell of a change: the page asks again when the user comes back to it.
    window.addEventListener('focus', onChange)
    return () => {
      action.onUserSettingsChanged?.removeListener(onChange)
      window.removeEventListener('focus', onChange)
    }
  })
  return { subscribe: state.subscribe }
}
