import type { ConfirmedConsent } from '../contracts/index.ts'

/**
 * The part of the product in which a recording was started. Only one recording runs at a time: a session or a dictation
 * (product 4.1).
 */
export type RecordingPlace = 'session' | 'dictation'
export type RecordingPhase = 'idle' | 'starting' | 'recording' | 'paused' | 'stopping'

/**
 * The stages on the way from the microphone to the transcript. Each stage can have a problem. A screen shows the
 * problems in this order.
 */
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

/**
 * Returns a copy of `problems` in which the entry of this stage is `message`. If `message` is null, the entry is
 * removed.
 */
export function withProblem(
  problems: RecordingProblems,
  stage: RecordingStage,
  message: string | null,
): RecordingProblems {
  const { [stage]: _, ...others } = problems
  return message === null ? others : { ...others, [stage]: message }
}

/** Returns all present problems, in the order of `recordingStages`. */
export function problemList(problems: RecordingProblems): { stage: RecordingStage; message: string }[] {
  return recordingStages.flatMap((stage) => {
    const message = problems[stage]
    return message === undefined ? [] : [{ stage, message }]
  })
}

/** How safely unsent audio is stored on this computer. */
export interface JournalHealth {
  /**
   * - ok: the audio is stored, and only the server can unwrap its key.
   * - weak: the key is stored next to the audio, because the user is signed out or was never online.
   * - failed: nothing is stored, the audio is only sent.
   */
  state: 'ok' | 'weak' | 'failed'
  /** Used share of the browser's storage quota, 0 to 1. The user is warned from `journalWarnShare` on. */
  usedShare: number
}

/** Warn the user from this share of the storage quota on (product 9.9). */
export const journalWarnShare = 0.8

/** The patient of a recording, with everything on the chart page that distinguishes patients of the same name. */
export interface RecordedPatient {
  name: string
  /** The chart number, or '' if the page has not shown it. */
  identifier: string
  /** ISO date. */
  birthDate?: string | undefined
  /** The number with which the URLs of the EHR name the chart. It is not the chart number in `identifier`. */
  chartKey?: string | undefined
}

/** The words of a dictation that ended while its text box did not exist, for example after the panel was closed. */
export interface UnclaimedWords {
  transactionId: string
  /** The account that may claim these words. */
  keepFor: string
  box: string | null
  turns: string[]
  patient: RecordedPatient | null
}

/** Everything that a screen shows of the recording. */
export interface RecordingState {
  phase: RecordingPhase
  /**
   * True if capture has ended, but the take could not be sent or stored. `phase` is then `paused`, or `stopping` while
   * the user finishes the take again. The user can also discard the take.
   */
  ended: boolean
  place: RecordingPlace
  transactionId: string | null
  /** When the first sound was recorded, in milliseconds since 1970. Null: not known, as in a recovered recording. */
  startedAtMs: number | null
  /** Milliseconds of recorded audio so far, without pauses. */
  elapsedMs: number
  /** Levels from 0 to 1. `tab` is null when no tab is recorded. */
  levels: { microphone: number; tab: number | null }
  /** Gain of the microphone, 0 to 2. */
  gain: number
  /**
   * The microphone in use. `fallback`: the chosen microphone is gone and another is used. Null until the first
   * microphone was opened.
   */
  microphone: { id: string | null; label: string; fallback: boolean } | null
  /** A source that is silent although nobody else is heard (see `createSilentSource`). */
  silentSource: 'microphone' | 'tab' | null
  journal: JournalHealth
  connection: 'idle' | 'connecting' | 'live' | 'offline'
  /** Share of the take whose words the server has confirmed, 0 to 1. */
  saved: number
  /** One entry per turn, as `Speaker N: words` if the speaker is known. */
  turns: string[]
  /**
   * For each turn: the indexes of the words that the engine did not hear clearly. The list may be shorter than `turns`.
   * A turn without an entry has no unclear words.
   */
  unclear: number[][]
  /**
   * A sentence for the user about the second speech engine, while this engine continues the recording. Otherwise null.
   */
  secondEngine: string | null
  /** The patient whose chart was open at the start. */
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
  /** True if the recording belongs to a text box of another page. `seenFrom` sets this value for each page. */
  elsewhere: boolean
  /** Words of ended dictations that no text box has claimed yet, oldest first. */
  unclaimed: UnclaimedWords[]
  /** The present problems. The recording may continue although there are problems. */
  problems: RecordingProblems
}

/** Updates the state that the screens show. */
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
  /** True: the server stores nothing of this recording. */
  skipSave: boolean
  microphoneId: string | null
  gain: number
  /** The tab to record together with the microphone. Null: microphone only, for a visit in the room. */
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
  /**
   * The chart number that the server stores with the transcript. Absent: the server accepts no chart number, or the
   * number is not known.
   */
  patientId?: string
  /** The consent that the clinician has confirmed for this recording. Absent: no consent was asked for. */
  consent?: ConfirmedConsent | null
  /** The account that starts the recording. Set by the panel's recorder. */
  account?: string | null
  /**
   * Dictation only: the account that may claim the words if the text box does not exist at the end, for example after
   * the panel was closed.
   */
  keepFor?: string | null
  /** Dictation only: true if the dictation continues when the React component of the text box unmounts. */
  survivesUnmount?: boolean
  /** Dictation only: the name of the text box that starts the dictation. Set by the panel's recorder. */
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
  /** Ends the wait of a `stop` with `later` that is running: what was not sent by now is sent later. */
  sendLater(): Promise<void>
  /** Takes the unclaimed words of a dictation. Resolves with null if another caller has taken them. */
  claim(transactionId: string): Promise<string[] | null>
  /** Ends the take and deletes it here and on the server. */
  discard(): Promise<void>
  /**
   * Ends the take and keeps it encrypted until its owner signs in. Rejects with an Error for the user when the take
   * cannot be kept.
   */
  leave(): Promise<void>
  /**
   * Switches to another microphone during the take. Null: the browser's default microphone. Rejects with an Error for
   * the user if this is not possible.
   */
  useMicrophone(microphoneId: string | null): Promise<void>
  /** Sets the gain of the microphone, 0 to 2, with immediate effect. */
  setGain(gain: number): Promise<void>
  /** Calls `listener` with the present state at once and at every change. Returns a function that ends the calls. */
  subscribe(listener: (state: RecordingState) => void): () => void
}

/**
 * A take that was not sent completely: the browser or the computer stopped, sending failed, or the disk did not return
 * all of the audio.
 */
export interface UnfinishedRecording {
  id: string
  place: RecordingPlace
  /** When the recording started, in ISO 8601. */
  startedAt: string
  /** Duration of the kept audio, in milliseconds. */
  durationMs: number
  /** Null: no chart was open, or the name cannot be decrypted now (see `access`). */
  patient: RecordingState['patient']
  /**
   * - open: can be opened now
   * - sign-in: its owner must sign in
   * - other-server: it was made on another server than the one in the settings
   * - offline: the server cannot be reached
   * - erased: can never be opened again
   */
  access: 'open' | 'sign-in' | 'other-server' | 'offline' | 'erased'
  /** True if the patient's consent was confirmed for this recording. */
  consented?: boolean
  /** Everything except these parts was sent and transcribed. Absent: the take was not sent to its end. */
  sentWithout?: MissingAudio[]
  /** When the user has finished the recording, in ISO 8601. It is sent by itself. Absent: it was interrupted. */
  finishedAt?: string
  /** True if the encryption key of the recording is stored beside the recording (see `JournalHealth`). */
  weak?: boolean
  /** The share that was sent, 0 to 1. Absent: it is not being sent now. */
  sentShare?: number
  /** Why the last attempt to send it by itself has failed, as a sentence for the user. */
  problem?: string
}

/** The options of a resumed recording. The other options come from the stored take. */
export type ResumeOptions = Pick<
  RecordingOptions,
  'language' | 'microphoneId' | 'gain' | 'tab' | 'keepFor' | 'box' | 'account' | 'consent'
>

/**
 * Gives access to recordings that were left unfinished. Screens receive this object as a property, so that they do not
 * depend on the browser. If a function fails, it rejects with an Error for the user.
 */
export interface RecoveryPort {
  /** Returns the unfinished recordings, oldest first, without the running recording. */
  list(): Promise<UnfinishedRecording[]>
  /**
   * Sends the kept audio and resolves with the transcript when every word has arrived. A partly sent recording is sent
   * again completely, as another transcript. `onProgress` receives the completed share, 0 to 1. `consent`: the
   * patient's consent that was confirmed now, for a recording that has no stored consent.
   */
  transcribe(id: string, onProgress?: (share: number) => void, consent?: ConfirmedConsent | null): Promise<FinishedTake>
  /** Continues to record in the same take. */
  resume(id: string, options: ResumeOptions): Promise<void>
  /** Deletes the recording here and on the server. Remaining bytes on the disk can never be decrypted again. */
  erase(id: string): Promise<void>
  /** Calls `listener` when the list may have changed. Returns a function that ends the calls. */
  subscribe(listener: () => void): () => void
}
