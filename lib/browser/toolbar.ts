import { browser } from 'wxt/browser'
import { observable } from './observable.ts'

interface ToolbarApi {
  getUserSettings?(): Promise<{ isOnToolbar?: boolean }>
  onUserSettingsChanged?: {
    addListener(listener: (change: { isOnToolbar?: boolean }) => void): void
    removeListener(listener: (change: { isOnToolbar?: boolean }) => void): void
  }
}

export function createToolbar() {
  const action = browser.action as unknown as ToolbarApi
  const state = observable<boolean | null>(null, () => {
    const readToolbar = async () => state.set((await action.getUserSettings?.())?.isOnToolbar ?? null)
    const onChange = () => void readToolbar()
    void readToolbar()
    action.onUserSettingsChanged?.addListener(onChange)
    // Browsers before Chrome 130 have no change event. Read the state again when the window gets the focus.
    window.addEventListener('focus', onChange)
    return () => {
      action.onUserSettingsChanged?.removeListener(onChange)
      window.removeEventListener('focus', onChange)
    }
  })
  return { subscribe: state.subscribe }
}
