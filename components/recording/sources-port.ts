import type { AudioDevice } from '../../lib/contracts/index.ts'
import type { Subscribable } from '../ports.tsx'

export type MicrophonePermission = 'granted' | 'prompt' | 'denied'

export interface SourcesState {
  permission: MicrophonePermission
  devices: AudioDevice[]
  /** The tab beside the panel whose sound can be recorded; null where there is none. */
  tab: { tabId: number; title: string } | null
}

export const noSources: SourcesState = { permission: 'granted', devices: [], tab: null }

/** What can be recorded. */
export interface SourcesPort extends Subscribable<SourcesState> {
  /** Opens the page that asks for the microphone; the browser asks only in a full tab. */
  openWelcome(): void
}
