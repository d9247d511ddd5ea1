import { defineExtensionMessaging } from '@webext-core/messaging'
import { browser } from 'wxt/browser'
import type { Credential } from '../api/index.ts'
import type { ConfirmedConsent, SiteRules } from '../contracts/index.ts'
import type { Person } from '../contracts/person.ts'
import type { DayOrder } from '../page/dates.ts'
import type {
  Carried,
  FilledRecord,
  FillPlan,
  FillResult,
  FocusedField,
  FocusRefusal,
  PageReading,
  Receipt,
  RecordAgain,
  WrittenField,
  WrittenFill,
} from '../page/shapes.ts'
import type { PolicyReading } from '../policy/index.ts'
import type { KeyHolder } from '../transcript/journal/index.ts'
import type {
  FinishedTake,
  RecordingOptions,
  RecordingState,
  ResumeOptions,
  UnfinishedRecording,
} from '../transcript/recording-state.ts'
import type { RecordingOwner } from './own-server.ts'

interface RecordingServerUrl {
  serverUrl: string
}

/**
 * Messages to the service worker. The service worker keeps no state of a recording in memory, because the browser may
 * stop it at any time.
 */
export interface BackgroundMessages {
  'offscreen.open'(): void
  /**
   * Returns a one-use ticket for the transcription socket. Throws an error with a message for the user when no ticket
   * is available, when the settings now name another server, or when another account is signed in now.
   */
  'transcription.ticket'(data: RecordingOwner & { consent: ConfirmedConsent | null }): { ticket: string }
  'session.account'(data: RecordingServerUrl): Person | null
  /**
   * Returns the server's public key for recordings, and the id of the signed-in user, to whom the key of a recording is
   * bound. The answer may be a stored copy. Null: no user is signed in, the settings now name another server, or there
   * is no stored copy and the server does not give the key.
   */
  'recording.key'(data: RecordingServerUrl): KeyHolder | null
  /**
   * Returns the credential for API calls of pages that cannot read the session. Throws when the credential cannot be
   * renewed now, when the settings now name another server, or when another account is signed in now.
   */
  'session.credential'(data: RecordingOwner): Credential
  'page.read'(data: { tabId: number }): PageReading | null
  'page.fill'(data: { tabId: number; plan: FillPlan; confirmedPatient: string | null }): FillResult
  /**
   * Undoes a fill of this tab. Throws an error with a message for the user if it is not the last fill of the tab's
   * page.
   */
  'page.undo'(data: WrittenFill & { tabId: number }): Receipt[]
  'page.undoField'(data: WrittenField & { tabId: number }): Receipt[]
  'page.carry'(data: { tabId: number; carried: Carried; confirmedPatient: string | null }): FillResult | null
  'page.letGo'(data: { tabId: number; nonce: string }): void
  'page.point'(data: { tabId: number; nonce: string; fieldId: string }): boolean
  'page.compare'(data: { tabId: number; nonce: string; record: FilledRecord }): RecordAgain | null
  'page.focused'(data: { tabId: number; nonce: string }): FocusedField | FocusRefusal
  'page.moved'(): void
  'panel.open'(): void
  'panel.button'(): boolean
  'policy.read'(): PolicyReading
  'egress.refusal'(data: { url: string }): string | null
  'update.install'(): void
}

export interface RecordingStart {
  options: RecordingOptions
  streamId: string | null
  serverUrl: string
}

export interface OffscreenMessages {
  'recording.start'(data: RecordingStart): void
  'recording.pause'(): void
  'recording.resume'(): void
  'recording.stop'(data: { later: boolean }): FinishedTake
  'recording.later'(): void
  'recording.claim'(data: { transactionId: string }): string[] | null
  'recording.discard'(): void
  'recording.leave'(): void
  'recording.microphone'(data: { microphoneId: string | null }): void
  'recording.tab'(data: { streamId: string }): void
  'recording.gain'(data: { gain: number }): void
  'recording.reconnect'(): void
  'recording.release'(data: { box: string }): void
  'recording.state'(): RecordingState
  'policy.changed'(data: PolicyReading): void
  /**
   * A new version of the extension waits to be installed. The offscreen page sends `update.install` as soon as it
   * records nothing, sends no old recording, and has no words of a dictation only in its memory.
   */
  'update.wait'(): void
  /** True while an update would end a recording or the sending of one, or lose words that only this page holds. */
  'update.busy'(): boolean
  'recovery.list'(data: RecordingServerUrl): UnfinishedRecording[]
  /**
   * `box`: the name of the text box that receives the words of a dictation. The words are kept until this text box
   * takes them, even if its panel is closed in the meantime.
   */
  'recovery.transcribe'(
    data: RecordingServerUrl & { id: string; consent?: ConfirmedConsent | null; box?: string | null },
  ): FinishedTake
  'recovery.resume'(data: RecoveryResume): void
  'recovery.erase'(data: RecordingServerUrl & { id: string }): void
}

export interface RecoveryResume extends RecordingServerUrl {
  id: string
  options: ResumeOptions
  streamId: string | null
}

export interface HowToRead {
  siteRules: SiteRules | null
  dayOrder: DayOrder | null
}

export interface FrameMessages {
  'frame.read'(data: HowToRead): PageReading
  'frame.fill'(data: { plan: FillPlan; confirmedPatient: string | null }): FillResult
  'frame.undo'(data: { fillId: string }): Receipt[]
  'frame.undoField'(data: { fieldId: string }): Receipt[]
  'frame.carry'(data: { carried: Carried; confirmedPatient: string | null }): FillResult | null
  'frame.letGo'(): void
  'frame.compare'(data: FilledRecord): RecordAgain | null
  'frame.focused'(): FocusedField | FocusRefusal
  'frame.point'(data: { fieldId: string }): boolean
}

export interface RecordingChange {
  state: Omit<RecordingState, 'turns' | 'unclear'>
  unclear?: number[][]
  turns?: { from: number; turns: string[] }
}

export interface Broadcasts {
  'recording.changed'(change: RecordingChange): void
  'recovery.progress'(data: { id: string; share: number }): void
  'recovery.changed'(): void
  'page.changed'(data: { tabId: number }): void
}

interface Sender {
  id?: string | undefined
  url?: string | undefined
}

const isOwnPage = ({ id, url }: Sender): boolean =>
  id === browser.runtime.id && url !== undefined && url.startsWith(browser.runtime.getURL('/'))

/**
 * Handles messages only from pages of this extension. Content scripts may send only the message types in `fromPages`,
 * because a content script shares its process with a web page. If the web page takes over this process, it must not be
 * able to ask for the session or the text of a recording.
 */
// biome-ignore lint/suspicious/noExplicitAny: the library's own constraint on its map of messages
function guarded<Map extends Record<string, any>>(fromPages: readonly (keyof Map)[] = []) {
  const { onMessage, ...messaging } = defineExtensionMessaging<Map>()
  const guard: typeof onMessage = (type, listener) =>
    onMessage(type, (message) => {
      const sender: Sender = message.sender ?? {}
      const isAllowed = isOwnPage(sender) || (sender.id === browser.runtime.id && fromPages.includes(type))
      if (!isAllowed) throw new Error('Web pages are not allowed to send this message to Chartside.')
      return listener(message)
    })
  return { ...messaging, onMessage: guard }
}

// Do not give these messengers a `logger`: it would write the messages, which contain clinical text, to the console.
export const background = guarded<BackgroundMessages>(['page.moved', 'panel.open', 'panel.button'])
export const pageFrames = guarded<FrameMessages>()
export const offscreen = guarded<OffscreenMessages>()
export const broadcasts = guarded<Broadcasts>()

/** Matches the browser's errors for a message that nobody receives: no page listens, or the extension was updated. */
const unheard = /Receiving end does not exist|message (?:port|channel) closed|context invalidated|^No response$/

/**
 * Returns true for the error of a message without a receiver. Also true if a frame was loaded again before it answered.
 */
export const isUnheard = (error: unknown): boolean => error instanceof Error && unheard.test(error.message)

/**
 * Use as the handler of `catch` for a message that does not need a receiver. Ignores the error of a missing receiver
 * and throws every other error.
 */
export function unlessUnheard(error: unknown): void {
  if (!isUnheard(error)) throw error
}

export function broadcast<Type extends keyof Broadcasts>(type: Type, data: Parameters<Broadcasts[Type]>[0]): void {
  // biome-ignore lint/suspicious/noExplicitAny: the map's conditional types do not follow a generic key
  void broadcasts.sendMessage(type, data as any).catch(unlessUnheard)
}
