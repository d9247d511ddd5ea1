import { defineExtensionMessaging } from '@webext-core/messaging'
import { browser } from 'wxt/browser'
import type { Credential } from '../api/index.ts'
import type { Carried } from '../page/ask.ts'
import type { FillPlan, PageReading, Receipt } from '../page/shapes.ts'
import type { KeyHolder } from '../transcript/journal/index.ts'
import type {
  FinishedTake,
  RecordingOptions,
  RecordingState,
  ResumeOptions,
  UnfinishedRecording,
} from '../transcript/recording-state.ts'

/** The server a recording began at; without a trailing slash. */
interface RecordingServerUrl {
  serverUrl: string
}

/** What the service worker answers. Nothing of a recording lives there: it may die at any moment. */
export interface BackgroundMessages {
  /** Makes sure the offscreen page is there. */
  'offscreen.open'(): void
  /** A one-use ticket for the transcription socket; throws a plain sentence when there is none to be had, or another server is set now. */
  'transcription.ticket'(data: RecordingServerUrl): { ticket: string }
  /** The account that is signed in at this server; null: nobody, or another server is set now. */
  'session.account'(data: RecordingServerUrl): string | null
  /** The server's key for recordings and whose it is, from the last time it could be asked; null: nobody is signed in, never was online, or another server is set now. */
  'recording.key'(data: RecordingServerUrl): KeyHolder | null
  /** What proves who asks, for pages that cannot reach the session; throws when it cannot be renewed now, or another server is set now. */
  'session.credential'(data: RecordingServerUrl): Credential
  /** Reads the page in a tab; null: no script may run there, or it holds no form. */
  'page.read'(data: { tabId: number }): PageReading | null
  'page.fill'(data: { tabId: number; plan: FillPlan; confirmedPatient: string | null }): Receipt[]
  /** Takes the last fill of this tab back. */
  'page.undo'(data: { tabId: number }): Receipt[]
  /** Shows where a field of a scan stands; false: it is not there any more. */
  /** Waits for a value that is dragged out of the panel; its receipt, or null where it was dropped on no field. */
  'page.carry'(data: { tabId: number; carried: Carried; confirmedPatient: string | null }): Receipt | null
  /** The drag ended outside the page. */
  'page.letGo'(data: { tabId: number; nonce: string }): void
  'page.point'(data: { tabId: number; nonce: string; fieldId: string }): boolean
  /** From the content script: another page, form or patient stands in this tab now. */
  'page.moved'(): void
  /** From the content script of a window without a side panel: its panel shall open in a window of its own. */
  'panel.open'(): void
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
  'recording.stop'(): FinishedTake
  'recording.claim'(data: { transactionId: string }): string[] | null
  'recording.discard'(): void
  'recording.leave'(): void
  'recording.microphone'(data: { microphoneId: string | null }): void
  'recording.gain'(data: { gain: number }): void
  /** The server may be had again: somebody has signed in. */
  'recording.reconnect'(): void
  /** A panel's place is gone for good, with its window or its tab. */
  'recording.release'(data: { box: string }): void
  'recording.state'(): RecordingState
  'recovery.list'(data: RecordingServerUrl): UnfinishedRecording[]
  'recovery.transcribe'(data: RecordingServerUrl & { id: string }): FinishedTake
  'recovery.resume'(data: RecoveryResume): void
  'recovery.erase'(data: RecordingServerUrl & { id: string }): void
}

export interface RecoveryResume extends RecordingServerUrl {
  id: string
  options: ResumeOptions
  streamId: string | null
}

/** A change of the recording; `turns` replaces the list from `from`, absent when no word changed. */
export interface RecordingChange {
  state: Omit<RecordingState, 'turns'>
  turns?: { from: number; turns: string[] }
}

/** Told to whoever listens: panel and service worker. */
export interface Broadcasts {
  'recording.changed'(change: RecordingChange): void
  /** 0 to 1, of a kept recording that is being sent. */
  'recovery.progress'(data: { id: string; share: number }): void
  'page.changed'(data: { tabId: number }): void
}

/** Who sent a message, as the browser says it. */
interface Sender {
  id?: string | undefined
  url?: string | undefined
}

/** Whether a page of this extension sent a message. A content script runs in a page of somebody else. */
const isOwnPage = ({ id, url }: Sender): boolean =>
  id === browser.runtime.id && url !== undefined && url.startsWith(browser.runtime.getURL('/'))

/**
 * Answers only pages of this extension, and content scripts where the type is named in `fromPages`. A content script
 * shares its process with the page; if it is taken over, it must not be given the session, or the words of a recording.
 */
// biome-ignore lint/suspicious/noExplicitAny: the library's own constraint on its map of messages
function guarded<Map extends Record<string, any>>(fromPages: readonly (keyof Map)[] = []) {
  const { onMessage, ...messaging } = defineExtensionMessaging<Map>()
  const guard: typeof onMessage = (type, listener) =>
    onMessage(type, (message) => {
      const sender: Sender = message.sender ?? {}
      const isAllowed = isOwnPage(sender) || (sender.id === browser.runtime.id && fromPages.includes(type))
      if (!isAllowed) throw new Error('This message is not for pages to send.')
      return listener(message)
    })
  return { ...messaging, onMessage: guard }
}

// No logger anywhere: messages carry clinical text.
export const background = guarded<BackgroundMessages>(['page.moved', 'panel.open'])
export const offscreen = guarded<OffscreenMessages>()
export const broadcasts = guarded<Broadcasts>()

/** Tells whoever listens; that nobody does is no error. */
export function broadcast<Type extends keyof Broadcasts>(type: Type, data: Parameters<Broadcasts[Type]>[0]): void {
  // biome-ignore lint/suspicious/noExplicitAny: the map's conditional types do not follow a generic key
  void broadcasts.sendMessage(type, data as any).catch(() => undefined)
}
