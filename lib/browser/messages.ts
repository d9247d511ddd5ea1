import { defineExtensionMessaging } from '@webext-core/messaging'
import type { FillPlan, PageReading, Receipt } from '../page/shapes.ts'
import type { RecordingOptions, RecordingState } from '../transcript/recording-state.ts'

/** What the service worker answers. Nothing of a recording lives there: it may die at any moment. */
export interface BackgroundMessages {
  /** Makes sure the offscreen page is there. */
  'offscreen.open'(): void
  /** A one-use ticket for the transcription socket; throws a plain sentence when there is none to be had. */
  'transcription.ticket'(): { ticket: string }
  /** Reads the page in a tab; null: no script may run there, or it holds no form. */
  'page.read'(data: { tabId: number }): PageReading | null
  'page.fill'(data: { tabId: number; plan: FillPlan; confirmedPatient: string | null }): Receipt[]
  /** Takes the last fill of this tab back. */
  'page.undo'(data: { tabId: number }): Receipt[]
  /** From the content script: another page, form or patient stands in this tab now. */
  'page.moved'(): void
}

export interface RecordingStart {
  options: RecordingOptions
  /** From `tabCapture.getMediaStreamId`; null when no tab is recorded. */
  streamId: string | null
  serverUrl: string
}

/** What the offscreen page answers: it alone owns microphone, tab sound and socket. */
export interface OffscreenMessages {
  'recording.start'(data: RecordingStart): void
  'recording.pause'(): void
  'recording.resume'(): void
  'recording.stop'(): { transactionId: string; turns: string[] }
  'recording.state'(): RecordingState
}

/** A change of the recording; `turns` replaces the list from `from`, absent when no word changed. */
export interface RecordingChange {
  state: Omit<RecordingState, 'turns'>
  turns?: { from: number; turns: string[] }
}

/** Told to whoever listens: panel and service worker. */
export interface Broadcasts {
  'recording.changed'(change: RecordingChange): void
  'page.changed'(data: { tabId: number }): void
}

// No logger anywhere: messages carry clinical text.
export const background = defineExtensionMessaging<BackgroundMessages>()
export const offscreen = defineExtensionMessaging<OffscreenMessages>()
export const broadcasts = defineExtensionMessaging<Broadcasts>()

/** Tells whoever listens; that nobody does is no error. */
export function broadcast<Type extends keyof Broadcasts>(type: Type, data: Parameters<Broadcasts[Type]>[0]): void {
  // biome-ignore lint/suspicious/noExplicitAny: the map's conditional types do not follow a generic key
  void broadcasts.sendMessage(type, data as any).catch(() => undefined)
}
