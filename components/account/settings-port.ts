import type { Subscribable } from '../ports.tsx'

export type ColorScheme = 'auto' | 'light' | 'dark'

export interface Settings {
  /** The server's address without a trailing slash. */
  serverUrl: string
  /** null: the system's default microphone. */
  microphoneId: string | null
  /** 0 to 2. */
  gain: number
  /** A transcription language code, `en` by default. */
  language: string
  colorScheme: ColorScheme
}

export const defaultSettings: Settings = {
  serverUrl: 'http://127.0.0.1:8787',
  microphoneId: null,
  gain: 1,
  language: 'en',
  colorScheme: 'auto',
}

export interface SettingsPort extends Subscribable<Settings> {
  update(change: Partial<Settings>): Promise<void>
  /** Whether changing the server would leave work behind that has not reached it. */
  hasUnsentWork(): Promise<boolean>
  /** Asks a server who it is. Rejects when nothing answers there, or something that is not Chartside. */
  checkServer(url: string, signal?: AbortSignal): Promise<{ name: string; version: string }>
  /** Opens the settings page in a full tab. */
  openOptions(): void
}
