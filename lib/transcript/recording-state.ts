/** Where a recording was started from; one runs at a time over all places (spec §4). */
export type RecordingPlace = 'session' | 'dictation'
export type RecordingPhase = 'idle' | 'starting' | 'recording' | 'paused' | 'stopping'

/** The stage that failed, so that a message can name it. */
export type RecordingStage = 'microphone' | 'tab' | 'network' | 'transcription' | 'journal'

/** Everything a screen shows of the recording. */
export interface RecordingState {
  phase: RecordingPhase
  place: RecordingPlace
  transactionId: string | null
  /** Length of the take's timeline so far, pauses left out. */
  elapsedMs: number
  /** 0 to 1, microphone and tab; the tab's is null when it is not recorded. */
  levels: { microphone: number; tab: number | null }
  connection: 'idle' | 'connecting' | 'live' | 'offline'
  /** 0 to 1: how much of the take the server has committed. */
  saved: number
  /** One entry a turn, `Speaker N: words` where the speaker is known. */
  turns: string[]
  /** Whose chart was open when it began. */
  patient: { name: string; identifier: string } | null
  /** The last thing that went wrong, in plain words; the recording may go on. */
  problem: { stage: RecordingStage; message: string } | null
}

export const idleRecording: RecordingState = {
  phase: 'idle',
  place: 'session',
  transactionId: null,
  elapsedMs: 0,
  levels: { microphone: 0, tab: null },
  connection: 'idle',
  saved: 1,
  turns: [],
  patient: null,
  problem: null,
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
}

/** Drives the one recording, wherever it runs. Screens take it as a port. */
export interface Recorder {
  /** Rejects with a plain sentence when it cannot start, 'Recording is already in progress elsewhere' among them. */
  start(options: RecordingOptions): Promise<void>
  pause(): Promise<void>
  resume(): Promise<void>
  /** Ends the take and answers its transcript once every word is there. */
  stop(): Promise<{ transactionId: string; turns: string[] }>
  /** Calls with the present state at once and at every change; returns the way to stop it. */
  subscribe(listener: (state: RecordingState) => void): () => void
}
