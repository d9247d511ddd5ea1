import { wireFormat } from '../contracts/audio.ts'
import type { SendFile } from './backlog.ts'
import type { Clock } from './clock.ts'
import { createIntake, type Gate } from './intake.ts'
import type { Journal, TakeJournal } from './journal/index.ts'
import { missingAudio } from './missing.ts'
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
import type { Chunk } from './send-buffer.ts'
import { createSending, type Sending, type TakeSocket } from './sending.ts'
import { createSilentSource } from './silent-source.ts'
import type { TranscriptionSocket } from './socket.ts'
import { createStallWatch } from './stall-watch.ts'

/** What capturing tells while it runs. */
export interface CaptureHandlers {
  onBatch(chunk: Chunk): void
  /** Root mean square, 0 to 1; the tab's is null when it is not recorded. */
  onLevel(levels: RecordingState['levels']): void
  /** What is heard through now: at the start and after every change. */
  onMicrophone(microphone: NonNullable<RecordingState['microphone']>): void
  onProblem(problem: { stage: RecordingStage; message: string }): void
  /** As many channels the take must have; null: as many as its sources ask for. */
  channels: 1 | 2 | null
  signal: AbortSignal
}

/** Sound being captured, as much of it as a take needs. */
export interface RunningCapture {
  readonly channels: 1 | 2
  pause(): void
  resume(): void
  setGain(gain: number): void
  /** Rejects with a sentence that can be shown. */
  useMicrophone(microphoneId: string | null): Promise<void>
  /** Tells the rest, then releases everything. */
  stop(): Promise<void>
}

/** Where sound comes from and where it goes to; `start` is whatever a recording is started with. */
export interface TakePorts<Start extends { options: RecordingOptions }> {
  /** Rejects with a sentence that can be shown. */
  capture: (start: Start, handlers: CaptureHandlers) => Promise<RunningCapture>
  socket: (start: Start, take: TakeSocket) => TranscriptionSocket
  /** Left out: everything is sent. */
  gate?: (channels: 1 | 2) => Gate
  /** Left out: nothing is kept on this computer. */
  journal?: (start: Start) => Journal
  /** For a backlog too long for the socket; never asked where nothing is stored on the server. */
  sendFile?: (start: Start, transactionId: string) => SendFile
}

/** A take that goes on after a death. */
export interface KeptTake {
  channels: 1 | 2
  journal: TakeJournal
  /** What is kept and not surely committed. */
  fromFrame: number
  endFrame: number
  audioMs: number
}

/** One recording from its first frame to its last word. Its audio outlives any socket. */
export interface Take {
  pause(): void
  resume(): void
  setGain(gain: number): void
  useMicrophone(microphoneId: string | null): Promise<void>
  /** Ends capture; resolves when every word is there, with the parts that could not be read back: the take is kept for them. May be called again when it failed: nothing is dropped. */
  finish(): Promise<MissingAudio[]>
  /** The network may be back: tries at once instead of at the next rest. */
  reconnect(): void
  /** Lets go of everything at once and gives the take up: nothing of it can be read again. Rejects, with everything else let go of, when the disk does not delete it. */
  discard(): Promise<void>
  /** Ends capture and lets go of everything; true when what is not sent is kept and will be offered for recovery. */
  leave(): Promise<boolean>
}

/** A disk that does not answer for so long holds up nobody. */
const diskWaitMs = 5000
/** Levels come once a batch of 2,048 frames. */
const batchMs = 128
/** A slow network must not keep the clinician waiting: after this the take counts as started. */
const startWaitMs = 3000
const framesPerMs = wireFormat.sampleRate / 1000
/**
 * More than a death may have cost the disk, a power cut too: a take that goes on never meets its own past, nor what the
 * server heard of it.
 */
const resumeGapFrames = 60_000 * framesPerMs

/** The quietest level a meter shows. */
const floorDb = -60
/** Loudness as a meter shows it: 0 at −60 dB of full scale, 1 at full scale. */
const meterLevel = (rms: number) => (rms <= 0 ? 0 : Math.max(0, Math.min(1, 1 - (20 * Math.log10(rms)) / floorDb)))

const notKept =
  'This computer does not keep the recording: what is not sent when the browser closes is lost. The recording goes on.'
const littleSpace =
  'This computer is running out of space for recordings. Finish this one, or free some space; the recording goes on.'

const notErased = 'The recording could not be deleted from this computer. Where it is offered again, erase it there.'
const stalled =
  'No sound reaches the recording any more. Change the microphone; if that does not help, finish and record again.'

/** Resolves with it when it is over, or after so long without: null. Rejects as it does. */
async function inTime<Answer>(clock: Clock, ms: number, task: Promise<Answer>): Promise<Answer | null> {
  const late = Promise.withResolvers<null>()
  const cancel = clock.after(ms, () => late.resolve(null))
  try {
    return await Promise.race([task, late.promise])
  } finally {
    cancel()
  }
}

/** Tells the journal's health, and in words where the user should act. */
function healthTeller(change: Change) {
  return (journal: JournalHealth) =>
    change(({ problems }) => {
      const message = journal.state === 'failed' ? notKept : journal.usedShare >= journalWarnShare ? littleSpace : null
      return { journal, problems: withProblem(problems, 'journal', message) }
    })
}

/**
 * Starts capture, then the journal, then the socket; audio is kept from the first frame on.
 * Rejects, with everything released, when capture fails or the server refuses; a server out of reach does not stop it.
 */
export async function beginTake<Start extends { options: RecordingOptions }>(
  start: Start,
  transactionId: string,
  ports: TakePorts<Start>,
  clock: Clock,
  change: Change,
  kept?: KeptTake,
): Promise<Take> {
  const { options } = start
  const life = new AbortController()
  const silentSource = createSilentSource()
  const tellHealth = healthTeller(change)
  const base = kept === undefined ? 0 : kept.endFrame + resumeGapFrames
  let audioFrames = (kept?.audioMs ?? 0) * framesPerMs
  let paused = false
  const early: Chunk[] = []
  let put = (chunk: Chunk) => void early.push(chunk)

  const stall = createStallWatch(clock, (isStalled) =>
    change(({ problems, levels }) => ({
      problems: withProblem(problems, 'sound', isStalled ? stalled : null),
      levels: isStalled ? { microphone: 0, tab: levels.tab && 0 } : levels,
    })),
  )
  life.signal.addEventListener('abort', stall.rest)

  const handlers: CaptureHandlers = {
    signal: life.signal,
    channels: kept?.channels ?? null,
    onBatch(chunk) {
      if (!paused) stall.heard()
      put({ ...chunk, atFrame: base + chunk.atFrame })
    },
    onLevel: (levels) =>
      change(({ phase }) => {
        // The last batch before a pause arrives after it.
        if (phase === 'paused') return {}
        const { microphone, tab } = levels
        return {
          levels: { microphone: meterLevel(microphone), tab: tab && meterLevel(tab) },
          silentSource: silentSource.hear(levels, batchMs),
        }
      }),
    onMicrophone(microphone) {
      silentSource.reset()
      // What was wrong was wrong with the microphone before; capture tells afterwards what is wrong with this one.
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
  stall.heard()

  let journal = kept?.journal ?? null
  const openJournal = async () => {
    if (ports.journal === undefined || journal !== null) return
    const { place, language, skipSave, patient } = options
    try {
      const owner = options.account ?? null
      const take = { id: transactionId, place, language, skipSave, patient, channels, owner }
      const begun = ports.journal(start).begin(take)
      journal = await inTime(clock, diskWaitMs, begun)
      if (journal !== null) return
      tellHealth({ state: 'failed', usedShare: 0 })
      // It goes on without: what comes to be after all is not to be left behind.
      begun.then((late) => late.erase({ words: false })).catch(() => {})
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
    ...(kept === undefined ? {} : { kept: { fromFrame: kept.fromFrame, endFrame: kept.endFrame, goesOnAt: base } }),
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
  put = (chunk) => {
    audioFrames += chunk.pcm.length / channels
    intake.push(chunk)
    change(({ saved }) => {
      const { endFrame, acknowledgedFrame } = sending.buffer
      return { elapsedMs: audioFrames / framesPerMs, saved: endFrame === 0 ? saved : acknowledgedFrame / endFrame }
    })
  }
  for (const chunk of early) put(chunk)

  const stopAll = () => {
    life.abort()
    sending.close()
  }
  const cancelWait = clock.after(startWaitMs, () => begun.resolve())
  const begun = Promise.withResolvers<void>()
  sending.begun.then(begun.resolve, begun.reject)
  try {
    await begun.promise
  } catch (error) {
    stopAll()
    // A take that goes on after a death stays on offer; one that never began leaves nothing behind.
    const left = kept === undefined ? journal?.erase({ words: true }).catch(() => {}) : journal?.close()
    await inTime(clock, diskWaitMs, left ?? Promise.resolve())
    throw error
  } finally {
    cancelWait()
  }

  const running = () => {
    if (capture === null) throw new Error('This recording has ended. Press Finish to send the rest of it.')
    return capture
  }
  /** Nothing is captured any more, and all that was is on its way. */
  const end = async () => {
    await capture?.stop()
    capture = null
    stall.rest()
    await intake.finish()
  }
  return {
    pause() {
      capture?.pause()
      paused = true
      stall.rest()
      silentSource.reset()
      change(({ levels }) => ({ levels: { microphone: 0, tab: levels.tab && 0 }, silentSource: null }))
    },
    resume() {
      running().resume()
      paused = false
      stall.heard()
    },
    setGain: (gain) => running().setGain(gain),
    async useMicrophone(microphoneId) {
      await running().useMicrophone(microphoneId)
    },
    async finish() {
      await end()
      await sending.finish()
      const { missing } = sending
      // Where every word is there, nothing of the sound is needed any more, here or in the server's keeping of keys.
      const left = missing.length > 0 ? journal?.keepRest(missing) : journal?.erase({ words: false })
      await inTime(clock, diskWaitMs, left?.catch(() => {}) ?? Promise.resolve())
      sending.close()
      return missingAudio(missing)
    },
    reconnect: () => sending.reconnect(),
    async discard() {
      stopAll()
      if (journal === null) return
      const erased = journal.erase({ words: true }).then(() => true)
      try {
        if (await inTime(clock, diskWaitMs, erased)) return
      } catch (cause) {
        throw new Error(notErased, { cause })
      }
      // It may come about yet.
      erased.catch(() => {})
      throw new Error(notErased)
    },
    async leave() {
      await end()
      stopAll()
      await journal?.settled()
      const isKept = journal !== null && (await journal.extent().catch(() => ({ chunks: 0 }))).chunks > 0
      await journal?.close()
      return isKept
    },
  }
}
