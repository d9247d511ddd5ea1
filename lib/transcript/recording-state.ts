/** Where a recording was started from; one runs at a time over all places (spec §4). */
export type RecordingPlace = 'session' | 'dictation'
export type RecordingPhase = 'idle' | 'starting' | 'recording' | 'paused' | 'stopping'

/** The stages a problem can be in, in the order in which a screen shows them. */
export const recordingStages = ['microphone', 'sound', 'tab', 'journal', 'reading', 'network', 'transcription'] as const

/**
 * The stage that failed, so that a message can name it: microphone, the device · sound, none arrives · tab, its sound ·
 * journal, writing to this computer’s disk · reading, reading back from it · network · transcription, the server’s refusal.
 */
export type RecordingStage = (typeof recordingStages)[number]

/**
 * What is wrong now: one plain sentence for each stage that failed. Only the part of the code that watches a stage sets or
 * clears its entry; otherwise the end of one problem would hide another one that still stands.
 */
export type RecordingProblems = Readonly<Partial<Record<RecordingStage, string>>>

/** The problems with the entry of one stage set, or cleared where `message` is null. */
export function withProblem(
  problems: RecordingProblems,
  stage: RecordingStage,
  message: string | null,
): RecordingProblems {
  const { [stage]: _, ...others } = problems
  return message === null ? others : { ...others, [stage]: message }
}

/** All problems that stand now, in the order of `recordingStages`. */
export function problemList(problems: RecordingProblems): { stage: RecordingStage; message: string }[] {
  return recordingStages.flatMap((stage) => {
    const message = problems[stage]
    return message === undefined ? [] : [{ stage, message }]
  })
}

/** How safely the take is kept on this computer while it is not yet sent. */
export interface JournalHealth {
  /** weak: signed out or never online, so the key lies beside the audio · failed: nothing is kept, the take is only sent. */
  state: 'ok' | 'weak' | 'failed'
  /** Of the space this browser grants, 0 to 1; the user is warned from `journalWarnShare` on. */
  usedShare: number
}

/** From this share of the granted space on the user is warned (design §5). */
export const journalWarnShare = 0.8

/** What was dictated into a text box that was not there at the end, such as behind a closed panel. */
export interface UnclaimedWords {
  transactionId: string
  /** The account whose box they wait for. */
  keepFor: string
  box: string | null
  turns: string[]
  patient: { name: string; identifier: string } | null
}

/** Everything a screen shows of the recording. */
export interface RecordingState {
  phase: RecordingPhase
  /** Nothing is captured any more and not every word is there: it can be finished again or given up. The phase is `paused`. */
  ended: boolean
  place: RecordingPlace
  transactionId: string | null
  /** Length of the take's timeline so far, pauses left out. */
  elapsedMs: number
  /** 0 to 1, microphone and tab; the tab's is null when it is not recorded. */
  levels: { microphone: number; tab: number | null }
  /** Of the microphone, 0 to 2. */
  gain: number
  /** What is heard through now; `fallback`: another one was chosen and is gone. null before the first was opened. */
  microphone: { id: string | null; label: string; fallback: boolean } | null
  /** A source that was chosen and has been silent for 3 s, at the start or since. */
  silentSource: 'microphone' | 'tab' | null
  journal: JournalHealth
  connection: 'idle' | 'connecting' | 'live' | 'offline'
  /** 0 to 1: how much of the take the server has committed. */
  saved: number
  /** One entry a turn, `Speaker N: words` where the speaker is known. */
  turns: string[]
  /** Whose chart was open when it began. */
  patient: { name: string; identifier: string } | null
  /** The account that began it: its words and its patient are shown to nobody else. null where nobody was signed in. */
  account: string | null
  /** Of a dictation: the text box that began it; null where there is none, or it is gone for good and any may take it up. */
  box: string | null
  /** It belongs to a box of another panel or page. Only whoever knows their own box can tell. */
  elsewhere: boolean
  /** Words of dictations that have ended and that nobody has taken yet; oldest first. */
  unclaimed: UnclaimedWords[]
  /** What is wrong now; the recording may go on. */
  problems: RecordingProblems
}

/** Changes what screens are shown of a recording. */
export type Change = (part: (state: RecordingState) => Partial<RecordingState>) => void

export const idleRecording: RecordingState = {
  phase: 'idle',
  ended: false,
  place: 'session',
  transactionId: null,
  elapsedMs: 0,
  levels: { microphone: 0, tab: null },
  gain: 1,
  microphone: null,
  silentSource: null,
  journal: { state: 'ok', usedShare: 0 },
  connection: 'idle',
  saved: 1,
  turns: [],
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
  /** Nothing of it is stored on the server. */
  skipSave: boolean
  microphoneId: string | null
  gain: number
  /** The tab to be recorded beside the microphone, or null in the room. */
  tab: { tabId: number } | null
  patient: RecordingState['patient']
  /** The account that begins it; filled in by the recorder of the panel. */
  account?: string | null
  /** Of a dictation: the account whose text box takes up its words when nobody is there at its end, such as behind a closed panel. */
  keepFor?: string | null
  /** Of a dictation: its text box outlives its screen and its panel. */
  lasting?: boolean
  /** Of a dictation: the text box it belongs to; filled in by the recorder of the panel. */
  box?: string | null
}

/** A part of a recording that could not be read back from this computer, in milliseconds of its timeline, pauses included. */
export interface MissingAudio {
  fromMs: number
  toMs: number
}

export interface FinishedTake {
  transactionId: string
  turns: string[]
  /** Parts that were not sent, in order: the recording is kept for them. Left out: every part was sent. */
  missing?: MissingAudio[]
}

/** Drives the one recording, wherever it runs. Screens take it as a port. */
export interface Recorder {
  /** Rejects with a plain sentence when it cannot start, 'Recording is already in progress elsewhere' among them. */
  start(options: RecordingOptions): Promise<void>
  pause(): Promise<void>
  resume(): Promise<void>
  /** Ends the take and answers its transcript once every word is there. */
  stop(): Promise<FinishedTake>
  /** The unclaimed words of a dictation, to the first who asks; null where they were taken. */
  claim(transactionId: string): Promise<string[] | null>
  /** Ends the take and gives it up: nothing of it can be read again, here or on the server. */
  discard(): Promise<void>
  /** Ends the take and keeps it, unread, until its owner signs in. Rejects with a plain sentence where it cannot be kept. */
  leave(): Promise<void>
  /** Puts another microphone in the place of the present one; the take goes on. Rejects with a plain sentence. */
  useMicrophone(microphoneId: string | null): Promise<void>
  /** Of the microphone, 0 to 2; live. */
  setGain(gain: number): Promise<void>
  /** Calls with the present state at once and at every change; returns the way to stop it. */
  subscribe(listener: (state: RecordingState) => void): () => void
}

/** A take that did not come to its end, or of which a part was not sent: the browser or the computer went away, its words could not be sent, or the disk did not give all of it back. */
export interface UnfinishedRecording {
  id: string
  place: RecordingPlace
  /** ISO 8601. */
  startedAt: string
  /** Of the audio that is kept. */
  durationMs: number
  /** null: none was open, or it cannot be read now (see `access`). */
  patient: RecordingState['patient']
  /** Whether it can be opened now: open · sign-in: its owner must sign in · offline: the server is not reached · erased: never again. */
  access: 'open' | 'sign-in' | 'offline' | 'erased'
  /** Everything but these parts was sent and transcribed. Left out: it did not come to its end. */
  sentWithout?: MissingAudio[]
}

/** What a recording goes on with when it is resumed. */
export type ResumeOptions = Pick<
  RecordingOptions,
  'language' | 'microphoneId' | 'gain' | 'tab' | 'keepFor' | 'box' | 'account'
>

/** Recordings found after a death. Screens take it as a port; every call rejects with a plain sentence. */
export interface RecoveryPort {
  /** Oldest first; never the one that runs. */
  list(): Promise<UnfinishedRecording[]>
  /** Sends what is kept and answers the words once every one is there; a recording that was sent in part is sent anew, as another transcript. `onProgress`: 0 to 1. */
  transcribe(id: string, onProgress?: (share: number) => void): Promise<FinishedTake>
  /** Goes on recording in the same take. */
  resume(id: string, options: ResumeOptions): Promise<void>
  /** Deletes what is kept, here and on the server; what a disk still holds can never be read again. */
  erase(id: string): Promise<void>
}
