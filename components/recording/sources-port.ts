import type { AudioDevice } from '../../lib/contracts/index.ts'
import type { Subscribable } from '../subscribable.ts'

export type MicrophonePermission = 'granted' | 'prompt' | 'denied'

export interface SourcesState {
  permission: MicrophonePermission
  devices: AudioDevice[]
  /** The tab beside the panel whose sound can be recorded, or null. */
  tab: { tabId: number; title: string } | null
  /** The sentence that says why this browser cannot record any tab. Null if the browser can record tabs. */
  tabProblem: string | null
}

export const noSources: SourcesState = { permission: 'granted', devices: [], tab: null, tabProblem: null }

export interface SourcesPort extends Subscribable<SourcesState> {
  /** Opens the page that asks for the microphone. Browsers show this prompt only in a full tab. */
  openWelcome(): void
}
