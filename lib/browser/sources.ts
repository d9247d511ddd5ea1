import { browser } from 'wxt/browser'
import { listAudioDevices, watchAudioDevices } from '../audio/devices.ts'
import type { AudioDevice } from '../contracts/index.ts'
import { type CurrentTab, currentTab, watchCurrentTab } from './current-tab.ts'
import { observable } from './observable.ts'

interface SourcesState {
  permission: 'granted' | 'prompt' | 'denied'
  devices: AudioDevice[]
  tab: CurrentTab | null
  tabProblem: string | null
}

/** Why the sound of a tab cannot be recorded in this browser, as a sentence for the user. Null: it can be recorded. */
const tabProblem = import.meta.env.FIREFOX
  ? 'Firefox cannot record the sound of a tab. Only the microphone is recorded. For a video visit, play the call through the loudspeaker, or use Chrome or Edge.'
  : null

/**
 * The audio sources: microphones, and the tab beside the panel. The state is updated live. Errors while listing devices
 * go to `onError` (product 8.8).
 */
export function createSources(onError: (message: string) => void) {
  const state = observable<SourcesState>({ permission: 'granted', devices: [], tab: null, tabProblem }, () => {
    const ending = new AbortController()
    const change = (part: Partial<SourcesState>) => state.set({ ...state.get(), ...part })
    const readTab = async () => change({ tab: tabProblem === null ? await currentTab() : null })
    const readDevices = async () => change({ devices: await listAudioDevices() })

    void navigator.permissions.query({ name: 'microphone' as PermissionName }).then((permission) => {
      const tell = () => change({ permission: permission.state })
      tell()
      permission.addEventListener('change', () => void readDevices().then(tell), { signal: ending.signal })
    })
    void readTab()
    watchAudioDevices((devices) => change({ devices }), { signal: ending.signal, onError })
    const endTab = watchCurrentTab(() => void readTab())
    return () => {
      ending.abort()
      endTab()
    }
  })
  return {
    subscribe: state.subscribe,
    openWelcome: () => void browser.tabs.create({ url: browser.runtime.getURL('/welcome.html') }),
  }
}
