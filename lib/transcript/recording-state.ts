import type { ConfirmedConsent } from '../contracts/index.ts'

/**
 * The part of the product in which a recording was started. Only one recording runs at a time: a session or a dictation
 * (product 4.1).
 */
export type RecordingPlace = 'session' | 'dictation'
export type RecordingPhase = 'idle' | 'starting' | 'recording' | 'paused' | 'stopping'

export const recordingStages = ['microphone', 'sound', 'tab', 'journal', 'reading', 'network', 'transcription'] as const

/**
 * The stage that failed:
 * - microphone: the device
 * - sound: no audio arrives
 * - tab: the audio of the tab
 * - journal: writing to this computer’s disk
 * - reading: reading stored audio back from this computer’s disk
 * - network: the connection
 * - transcription: the server refused the recording
 */
export type RecordingStage = (typeof recordingStages)[number]

/**
 * The present problems: one message for the user per failed stage. Only the code that watches a stage may set or clear
 * the entry of that stage. Otherwise the end of one problem would hide another that is still present.
 */
export type RecordingProblems = Readonly<Partial<Record<RecordingStage, string>>>

export function withProblem(
  problems: RecordingProblems,
  stage: RecordingStage,
  message: string | null,
): RecordingProblems {
  const { [stage]: _, ...others } = problems
  return message === null ? others : { ...others, [stage]: message }
}

/** True while the server cannot be reached. */
export const isAway = ({ connection }: Pick<RecordingState, 'connection'>): boolean =>
  connection === 'offline' || connection === 'disconnected'

export function problemList(problems: RecordingProblems): { stage: RecordingStage; message: string }[] {
  return recordingStages.flatMap((stage) => {
    const message = problems[stage]
    return message === undefined ? [] : [{ stage, message }]
  })
}

export interface JournalHealth {
  /**
   * - ok: the audio is stored, and only the server can unwrap its key.
   * - weak: the key is stored next to the audio, because the user is signed out or was never online.
   * - failed: nothing is stored, the audio is only sent.
   */
  state: 'ok' | 'weak' | 'failed'
  usedShare: number
}

/** Warn the user from this share of the storage quota on (product 9.9). */
export const journalWarnShare = 0.8

export interface RecordedPatient {
  name: string
  identifier: string
  birthDate?: string | undefined
  /** The number with which the URLs of the EHR name the chart. It is not the chart number in `identifier`. */
  chartKey?: string | undefined
}

export interface UnclaimedWords {
  transactionId: string
  keepFor: string
  box: string | null
  turns: string[]
  patient: RecordedPatient | null
}

export interface RecordingState {
  phase: RecordingPhase
  /**
   * True if capture has ended, but the take could not be sent or stored. `phase` is then `paused`, or `stopping` while
   * the user finishes the take again. The user can also discard the take.
   */
  ended: boolean
  place: RecordingPlace
  transactionId: string | null
  startedAtMs: number | null
  elapsedMs: number
  /** Levels from 0 to 1. `tab` is null when no tab is recorded. */
  levels: { microphone: number; tab: number | null }
  gain: number
  /**
   * The microphone in use. `fallback`: the chosen microphone is gone and another is used. Null until the first
   * microphone was opened.
   */
  microphone: { id: string | null; label: string; fallback: boolean } | null
  silentSource: 'microphone' | 'tab' | null
  journal: JournalHealth
  /** `disconnected`: 30 reconnects have failed. Later tries go on, at longer intervals (product 14.2). */
  connection: 'idle' | 'connecting' | 'live' | 'offline' | 'disconnected'
  saved: number
  turns: string[]
  unclear: number[][]
  secondEngine: string | null
  patient: RecordedPatient | null
  /**
   * The account that started the recording. The words and the patient of the recording are shown to no other account.
   * Null: no user was signed in.
   */
  account: string | null
  /**
   * Dictation only: the name of the text box that started the dictation. Null: no text box started the dictation, or
   * that text box does not exist any more and every other text box may continue the dictation.
   */
  box: string | null
  elsewhere: boolean
  unclaimed: UnclaimedWords[]
  problems: RecordingProblems
}

export type Change = (part: (state: RecordingState) => Partial<RecordingState>) => void

export const idleRecording: RecordingState = {
  phase: 'idle',
  ended: false,
  place: 'session',
  transactionId: null,
  startedAtMs: null,
  elapsedMs: 0,
  levels: { microphone: 0, tab: null },
  gain: 1,
  microphone: null,
  silentSource: null,
  journal: { state: 'ok', usedShare: 0 },
  connection: 'idle',
  saved: 1,
  turns: [],
  unclear: [],
  secondEngine: null,
  patient: null,
  account: null,
  box: null,
  elsewhere: false,
  unclaimed: [],
  problems: {},
}

export interface RecordingOptions {
  place: RecordingPlace
  language: string
  skipSave: boolean
  microphoneId: string | null
  gain: number
  tab: { tabId: number } | null
  /**
   * 1: microphone and tab are mixed, because the speech engine takes one channel. 2 or absent: the tab, if it is
   * recorded, has its own channel.
   */
  channels?: 1 | 2
  /**
   * Names and medicines that the speech engine should know. Absent: the engine accepts no terms, or no terms are known.
   */
  terms?: string[]
  patient: RecordingState['patient']
  /** The number and the name of `patient`, as far as the server accepts them. */
  patientId?: string
  patientName?: string
  consent?: ConfirmedConsent | null
  account?: string | null
  keepFor?: string | null
  survivesUnmount?: boolean
  box?: string | null
}

/**
 * A part of a recording that could not be read back from the disk, in milliseconds of its timeline (pauses included).
 */
export interface MissingAudio {
  fromMs: number
  toMs: number
}

export interface FinishedTake {
  transactionId: string
  turns: string[]
  /** Parts that were not sent, in order. Because of these parts, the recording is kept. Absent: everything was sent. */
  missing?: MissingAudio[]
  /**
   * Why a part was not sent yet, as a sentence for the user. The recording is stored on this computer and is sent as
   * soon as possible. Absent: nothing waits to be sent.
   */
  unsent?: string
}

/** Controls the recording. Screens receive this object as a property, so that they do not depend on the browser. */
export interface Recorder {
  /**
   * Starts a recording. If it cannot start, rejects with an Error whose message can be shown to the user, for example
   * 'Recording is already in progress elsewhere'.
   */
  start(options: RecordingOptions): Promise<void>
  pause(): Promise<void>
  resume(): Promise<void>
  /**
   * Ends the take. Resolves with the transcript when every word has arrived. `later`: if the take cannot be sent now and
   * everything is stored on this computer, the take is sent later, and the promise resolves with `unsent`. Without
   * `later`, the promise rejects with an Error for the user, and the take can be finished again.
   */
  stop(how?: { later: boolean }): Promise<FinishedTake>
  sendLater(): Promise<void>
  claim(transactionId: string): Promise<string[] | null>
  discard(): Promise<void>
  leave(): Promise<void>
  /**
   * Switches to another microphone during the take. Null: the browser's default microphone. Rejects with an Error for
   * the user if this is not possible.
   */
  useMicrophone(microphoneId: string | null): Promise<void>
  /** Adds the sound of a tab to the running take. Rejects with an Error for the user. Absent: no tab is ever recorded. */
  addTab?(tabId: number): Promise<void>
  setGain(gain: number): Promise<void>
  subscribe(listener: (state: RecordingState) => void): () => void
}

/**
 * A take that was not sent completely: the browser or the computer stopped, sending failed, or the disk did not return
 * all of the audio.
 */
export interface UnfinishedRecording {
  id: string
  place: RecordingPlace
  startedAt: string
  durationMs: number
  patient: RecordingState['patient']
  /**
   * - open: can be opened now
   * - sign-in: its owner must sign in
   * - other-server: it was made on another server than the one in the settings
   * - offline: the server cannot be reached
   * - erased: can never be opened again
   */
  access: 'open' | 'sign-in' | 'other-server' | 'offline' | 'erased'
  consented?: boolean
  sentWithout?: MissingAudio[]
  finishedAt?: string
  weak?: boolean
  sentShare?: number
  problem?: string
  /** When a copy was saved outside of the browser, in ISO 8601. */
  copiedAt?: string
}

/** True for a session that its user has finished, and that is sent without the user (product 9.24). */
export const isSentByItself = ({ place, finishedAt, sentWithout }: UnfinishedRecording): boolean =>
  place === 'session' && finishedAt !== undefined && sentWithout === undefined

export type ResumeOptions = Pick<
  RecordingOptions,
  'language' | 'microphoneId' | 'gain' | 'tab' | 'keepFor' | 'box' | 'account' | 'consent'
>

/**
 * Gives access to recordings that were left unfinished. Screens receive this object as a property, so that they do not
 * depend on the browser. If a function fails, it rejects with an Error for the user.
 */
export interface RecoveryPort {
  list(): Promise<UnfinishedRecording[]>
  /**
   * Sends the kept audio and resolves with the transcript when every word has arrived. A partly sent recording is sent
   * again completely, as another transcript. `onProgress` receives the completed share, 0 to 1. `consent`: the
   * patient's consent that was confirmed now, for a recording that has no stored consent.
   */
  transcribe(id: string, onProgress?: (share: number) => void, consent?: ConfirmedConsent | null): Promise<FinishedTake>
  resume(id: string, options: ResumeOptions): Promise<void>
  erase(id: string): Promise<void>
  /** Returns an encrypted copy of a waiting recording. */
  copy(id: string): Promise<Blob>
  /** Adds the recording of a copy to the list. Resolves with the share of its parts that the copy holds, 0 to 1. */
  bringBack(copy: Blob): Promise<number>
  subscribe(listener: () => void): () => void
}
