import { framesPerMs } from '../contracts/audio.ts'
import { type Clock, inTime } from './clock.ts'
import { createIntake, type Gate } from './intake.ts'
import type { Journal, TakeJournal } from './journal/index.ts'
import {
  type Change,
  type JournalHealth,
  journalWarnShare,
  type MissingAudio,
  type RecordingOptions,
  type RecordingStage,
  type RecordingState,
  withProblem,
} from './recording-state.ts'
import type { SendFile } from './sending/file-backlog.ts'
import { missingAudio } from './sending/missing.ts'
import { createSending, type Sending, type TakeSocket } from './sending/sending.ts'
import { createSilentSource } from './silent-source.ts'
import type { TranscriptionSocket } from './socket/socket.ts'
import { createStallWatch } from './stall-watch.ts'
import type { Chunk } from './timeline.ts'

export interface CaptureHandlers {
  onBatch(chunk: Chunk): void
  onLevel(levels: RecordingState['levels']): void
  onMicrophone(microphone: NonNullable<RecordingState['microphone']>): void
  onProblem(problem: { stage: RecordingStage; message: string }): void
  /** The number of channels that the take must have. Null: as many as the sources need. */
  channels: 1 | 2 | null
  signal: AbortSignal
}

export interface RunningCapture {
  readonly channels: 1 | 2
  pause(): void
  resume(): void
  setGain(gain: number): void
  /** Rejects with an Error for the user. */
  useMicrophone(microphoneId: string | null): Promise<void>
  /** Adds the sound of a tab. Rejects with an Error for the user. Absent: no tab is ever recorded. */
  addTab?: (streamId: string) => Promise<void>
  stop(): Promise<void>
}

export interface TakePorts<Start extends { options: RecordingOptions }> {
  /** Rejects with an Error for the user. */
  capture: (start: Start, handlers: CaptureHandlers) => Promise<RunningCapture>
  socket: (start: Start, take: TakeSocket) => TranscriptionSocket
  gate?: (channels: 1 | 2) => Gate
  journal?: (start: Start) => Journal
  sendFile?: (start: Start, transactionId: string) => SendFile
  /**
   * Asks the server to delete the transcript of a recording and to accept no more sound of it. Rejects when the server
   * does not confirm this. Absent: the server stores nothing of the take.
   */
  forget?: (start: Start, transactionId: string) => Promise<unknown>
}

export interface KeptTake {
  channels: 1 | 2
  journal: TakeJournal
  fromFrame: number
  endFrame: number
  audioMs: number
  /**
   * The server has possibly committed audio up to this frame. It can be greater than `endFrame`, because the server may
   * have received audio that the disk could not store.
   */
  reachedFrame: number
}

export interface Take {
  pause(): void
  resume(): void
  setGain(gain: number): void
  useMicrophone(microphoneId: string | null): Promise<void>
  addTab(streamId: string): Promise<void>
  /**
   * Ends capture. Resolves when every word has arrived, with the parts of the audio that could not be read back from
   * the disk. If there are such parts, the recording stays on the disk, so that the user can try again. May be called
   * again after a failure, because a failed call deletes nothing.
   */
  finish(): Promise<MissingAudio[]>
  reconnect(): void
  /**
   * Stops everything at once and deletes the take from the disk and its transcript from the server. Rejects if the
   * deletion fails or takes too long. Even then, capture and sending have stopped.
   */
  discard(): Promise<void>
  /** True if everything that a recovery needs is on the disk, so that no audio is lost when the memory is released. */
  readonly isKept: boolean
  giveUp(): void
  /**
   * Ends capture. If a recovery can continue from the disk alone, or nothing was recorded, releases everything. Resolves
   * with `stored` or `nothing`. Otherwise resolves with `open`: some audio is only in memory, so the take stays open and
   * can be finished or discarded. `finishedAt`: when the user has finished the take, in milliseconds since 1970; the
   * take is then sent as soon as possible.
   */
  leave(finishedAt?: number): Promise<'stored' | 'nothing' | 'open'>
}

const diskWaitMs = 5000
const forgetWaitMs = 10_000
const batchMs = 128
/** After this time the take counts as started, so that the clinician does not wait for a slow network. */
const startWaitMs = 3000
/**
 * Gap before newly recorded audio in a continued take. It is longer than the audio that a crash or a power failure can
 * remove from the disk, and longer than the audio that the server can still commit after it has reported its position.
 * New audio therefore never overlaps earlier audio, nor audio that only the server has received.
 */
const resumeGapFrames = 60_000 * framesPerMs

const floorDb = -60
/** Converts an RMS level to a meter value: 0 at −60 dB of full scale, 1 at full scale. */
const meterLevel = (rms: number) => Math.max(0, Math.min(1, 1 - (20 * Math.log10(rms)) / floorDb))

const notKept =
  'This computer cannot store the recording, but the recording continues. Keep the browser open: if it closes, everything that was not sent yet is lost.'
const littleSpace =
  'This computer is running out of space for recordings. Finish this recording, or free some space. The recording continues.'

const notErased =
  'The recording could not be deleted from this computer. It will appear in the list of waiting recordings. Erase it there.'
const notForgotten =
  'The server did not confirm that the transcript is deleted. It may still be on the server. Delete it under Reports, Transcripts.'
const stalled =
  'No sound reaches the recording any more. Change the microphone. If that does not help, finish and record again.'

/** Waits for `task`. Throws an Error with `message` if the task rejects, or is not done after `ms`. */
async function mustEnd(clock: Clock, ms: number, task: Promise<unknown>, message: string): Promise<void> {
  const completion = task.then(() => true)
  // After the time limit, the task may still reject. Without this handler, that would be an unhandled rejection.
  completion.catch(() => {})
  const isDone = await inTime(clock, ms, completion).catch((cause: unknown) => {
    throw new Error(message, { cause })
  })
  if (isDone === null) throw new Error(message)
}

function healthTeller(change: Change) {
  return (journal: JournalHealth) =>
    change(({ problems }) => {
      const message = journal.state === 'failed' ? notKept : journal.usedShare >= journalWarnShare ? littleSpace : null
      return { journal, problems: withProblem(problems, 'journal', message) }
    })
}

/**
 * Starts capture, then the journal, then the socket. Audio is kept from the first frame on. Rejects and releases
 * everything when capture fails or the server refuses. An unreachable server does not prevent the start.
 */
export async function beginTake<Start extends { options: RecordingOptions }>(
  start: Start,
  transactionId: string,
  ports: TakePorts<Start>,
  clock: Clock,
  change: Change,
  keptTake?: KeptTake,
): Promise<Take> {
  const { options } = start
  const life = new AbortController()
  const silentSource = createSilentSource()
  const tellHealth = healthTeller(change)
  const base = keptTake === undefined ? 0 : Math.max(keptTake.endFrame, keptTake.reachedFrame) + resumeGapFrames
  let audioFrames = (keptTake?.audioMs ?? 0) * framesPerMs
  let isPaused = false
  const early: Chunk[] = []
  let putChunk = (chunk: Chunk) => void early.push(chunk)

  const stall = createStallWatch(clock, (isStalled) =>
    change(({ problems, levels }) => ({
      problems: withProblem(problems, 'sound', isStalled ? stalled : null),
      levels: isStalled ? { microphone: 0, tab: levels.tab && 0 } : levels,
    })),
  )
  life.signal.addEventListener('abort', stall.rest)

  const handlers: CaptureHandlers = {
    signal: life.signal,
    channels: keptTake?.channels ?? null,
    onBatch(chunk) {
      if (!isPaused) stall.soundArrived()
      putChunk({ ...chunk, atFrame: base + chunk.atFrame })
    },
    onLevel: (levels) =>
      change(({ phase }) => {
        // The last batch before a pause arrives after the phase has changed. A paused take must show no level.
        if (phase === 'paused') return {}
        const { microphone, tab } = levels
        return {
          levels: { microphone: meterLevel(microphone), tab: tab && meterLevel(tab) },
          silentSource: silentSource.hear(levels, batchMs),
        }
      }),
    onMicrophone(microphone) {
      silentSource.reset()
      // The old problem belonged to the previous microphone. Capture reports problems of the new one afterwards.
      change(({ problems }) => ({ microphone, problems: withProblem(problems, 'microphone', null) }))
    },
    onProblem: ({ stage, message }) => change(({ problems }) => ({ problems: withProblem(problems, stage, message) })),
  }
  const openCapture = async () => {
    try {
      return await ports.capture(start, handlers)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      handlers.onProblem({ stage: 'microphone', message })
      throw error
    }
  }
  let capture: RunningCapture | null = await openCapture()
  const { channels } = capture
  stall.soundArrived()
  if (keptTake === undefined) change(() => ({ startedAtMs: Date.now() }))

  let journal = keptTake?.journal ?? null
  const openJournal = async () => {
    if (ports.journal === undefined || journal !== null) return
    const { place, language, skipSave, patient } = options
    try {
      const owner = options.account ?? null
      const take = {
        id: transactionId,
        place,
        language,
        skipSave,
        patient,
        channels,
        owner,
        consent: options.consent ?? null,
      }
      const journalBeginning = ports.journal(start).begin(take)
      journal = await inTime(clock, diskWaitMs, journalBeginning)
      if (journal !== null) return
      tellHealth({ state: 'failed', usedShare: 0 })
      // Creating the journal took too long, so the take continues without a journal. If the journal is created later,
      // delete it. Otherwise an empty recording would stay on the disk.
      journalBeginning.then((late) => late.erase({ words: false })).catch(() => {})
    } catch {
      tellHealth({ state: 'failed', usedShare: 0 })
    }
  }
  await openJournal()
  journal?.watch(tellHealth)

  const sending: Sending = createSending({
    transactionId,
    channels,
    journal,
    openSocket: (take) => ports.socket(start, take),
    sendFile: options.skipSave || ports.sendFile === undefined ? null : ports.sendFile(start, transactionId),
    clock,
    change,
    ...(keptTake === undefined
      ? {}
      : { kept: { fromFrame: keptTake.fromFrame, endFrame: keptTake.endFrame, goesOnAt: base } }),
  })
  const intake = createIntake({
    channels,
    gate: ports.gate?.(channels) ?? null,
    journal,
    audio(chunk, isKept) {
      sending.buffer.add(chunk, isKept)
      sending.pump()
    },
    silence(frame) {
      sending.buffer.advance(frame)
      sending.pump()
    },
  })
  putChunk = (chunk) => {
    audioFrames += chunk.pcm.length / channels
    intake.push(chunk)
    change(({ saved: share }) => {
      const { endFrame, acknowledgedFrame } = sending.buffer
      return { elapsedMs: audioFrames / framesPerMs, saved: endFrame === 0 ? share : acknowledgedFrame / endFrame }
    })
  }
  for (const chunk of early) putChunk(chunk)

  const stopAll = () => {
    life.abort()
    sending.close()
  }
  const cancelWait = clock.after(startWaitMs, () => beginning.resolve())
  const beginning = Promise.withResolvers<void>()
  sending.begun.then(beginning.resolve, beginning.reject)
  try {
    await beginning.promise
  } catch (error) {
    stopAll()
    const cleanup = keptTake === undefined ? journal?.erase({ words: true }).catch(() => {}) : journal?.close()
    await inTime(clock, diskWaitMs, cleanup ?? Promise.resolve())
    throw error
  } finally {
    cancelWait()
  }

  const running = () => {
    if (capture === null) throw new Error('This recording has ended. Press Finish to send the rest of the recording.')
    return capture
  }
  const end = async () => {
    await capture?.stop()
    capture = null
    stall.rest()
    await intake.finish()
  }
  // The server stores nothing of a take with `skipSave`, so its recovery needs all audio from the start. Otherwise, the
  // recovery needs only what the server has not committed.
  const isKept = () =>
    journal !== null && (options.skipSave ? sending.buffer.unkeptFrame === 0 : sending.buffer.allKept)
  return {
    pause() {
      capture?.pause()
      isPaused = true
      stall.rest()
      silentSource.reset()
      change(({ levels }) => ({ levels: { microphone: 0, tab: levels.tab && 0 }, silentSource: null }))
    },
    resume() {
      running().resume()
      isPaused = false
      stall.soundArrived()
    },
    setGain: (gain) => running().setGain(gain),
    async useMicrophone(microphoneId) {
      await running().useMicrophone(microphoneId)
    },
    addTab: async (streamId) => running().addTab?.(streamId),
    async finish() {
      await end()
      await sending.finish()
      const { missing: missingParts } = sending
      // Every word has arrived. If parts of the audio could not be read from the disk, keep the recording there.
      // Otherwise delete the recording and ask the server to never unwrap its key again. In both cases, the server
      // keeps the transcript (`words: false`).
      const cleanup = missingParts.length > 0 ? journal?.keepRest(missingParts) : journal?.erase({ words: false })
      await inTime(clock, diskWaitMs, cleanup?.catch(() => {}) ?? Promise.resolve())
      sending.close()
      return missingAudio(missingParts)
    },
    reconnect: () => sending.reconnect(),
    async discard() {
      stopAll()
      if (journal !== null) return mustEnd(clock, diskWaitMs, journal.erase({ words: true }), notErased)
      // Without a journal, no erasure is stored that could be sent later. Wait for the answer of the server, so that
      // the user learns about a failure.
      const forgotten = options.skipSave ? undefined : ports.forget?.(start, transactionId)
      if (forgotten !== undefined) await mustEnd(clock, forgetWaitMs, forgotten, notForgotten)
    },
    get isKept() {
      return isKept()
    },
    giveUp: () => sending.giveUp(),
    async leave(finishedAt) {
      await end()
      await journal?.settled()
      const isEmpty = sending.buffer.audioFrames === 0
      if (!isEmpty) {
        if (journal === null || !isKept()) return 'open'
        const { chunks } = await journal.extent().catch(() => ({ chunks: 0 }))
        if (chunks === 0) return 'open'
      }
      stopAll()
      // Without the time of the end, the take counts as interrupted. It is then offered to the user instead of being sent
      // by itself.
      await journal?.close(finishedAt).catch(() => undefined)
      return isEmpty ? 'nothing' : 'stored'
    },
  }
}
