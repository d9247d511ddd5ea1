import type { ServerCheck } from '../../lib/api/index.ts'
import type { Subscribable } from '../subscribable.ts'

export type ColorScheme = 'auto' | 'light' | 'dark'

export interface Settings {
  /** The server's address without a trailing slash. */
  serverUrl: string
  /** Null: the system's default microphone. */
  microphoneId: string | null
  /** Factor for the microphone's volume, 0 to 2. */
  gain: number
  /** A transcription language code, `en` by default. */
  language: string
  colorScheme: ColorScheme
}

export const defaultSettings: Settings = {
  serverUrl: '',
  microphoneId: null,
  gain: 1,
  language: 'en',
  colorScheme: 'auto',
}

export interface SettingsPort extends Subscribable<Settings> {
  update(change: Partial<Settings>): Promise<void>
  /** Resolves to true if a recording is running or not sent yet, or if typed text was not sent to the server yet. */
  hasUnsentWork(): Promise<boolean>
  /**
   * Asks a server for its name, its version and the providers with which people can sign in there. Rejects if nothing
   * answers, or if the answer does not come from a Chartside server.
   */
  checkServer(url: string, signal?: AbortSignal): Promise<ServerCheck>
  /** Opens the settings page in a full tab. Null in the portal, which always uses the server that delivered it. */
  openOptions: (() => void) | null
}
