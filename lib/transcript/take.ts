import { wireFormat } from '../contracts/audio.ts'
import type { Clock } from './clock.ts'
import type { RecordingOptions, RecordingStage, RecordingState } from './recording-state.ts'
import { type Chunk, createSendBuffer, type SendBuffer } from './send-buffer.ts'
import type { SocketEvent, TranscriptionSocket } from './socket.ts'
import { applyTurns } from './turns.ts'

/** What capturing tells while it runs. */
export interface CaptureHandlers {
  onBatch(chunk: Chunk): void
  /** Root mean square, 0 to 1; the tab's is null when it is not recorded. */
  onLevel(levels: RecordingState['levels']): void
  onProblem(problem: { stage: RecordingStage; message: string }): void
  signal: AbortSignal
}

/** Sound being captured, as much of it as a take needs. */
interface RunningCapture {
  readonly channels: 1 | 2
  pause(): void
  resume(): void
  /** Tells the rest, then releases everything. */
  stop(): Promise<void>
}

/** What the take gives to each socket it opens. */
export interface TakeSocket {
  transactionId: string
  channels: 1 | 2
  buffer: SendBuffer
  onEvent: (event: SocketEvent) => void
}

/** Where sound comes from and where it goes to; `start` is whatever a recording is started with. */
export interface TakePorts<Start extends { options: RecordingOptions }> {
  /** Rejects with a sentence that can be shown. */
  capture: (start: Start, handlers: CaptureHandlers) => Promise<RunningCapture>
  socket: (start: Start, take: TakeSocket) => TranscriptionSocket
}

/** One recording from its first frame to its last word. Its audio outlives any socket. */
export interface Take {
  pause(): void
  resume(): void
  /** Ends capture; resolves when every word is there. May be called again when it failed: nothing is dropped. */
  finish(): Promise<void>
  /** The network may be back: tries at once instead of at the next rest. */
  reconnect(): void
  /** Lets go of everything at once; what is not sent is gone. */
  discard(): void
}

/** After 30 failed reconnects the take goes on and another socket is tried this often. */
const restMs = 30_000
/** A slow network must not keep the clinician waiting: after this the take counts as started. */
const startWaitMs = 3000
const offline = 'The server cannot be reached. The recording goes on and is sent when the connection returns.'
const framesPerMs = wireFormat.sampleRate / 1000

/** The quietest level a meter shows. */
const floorDb = -60
/** Loudness as a meter shows it: 0 at −60 dB of full scale, 1 at full scale. */
const meterLevel = (rms: number) => (rms <= 0 ? 0 : Math.max(0, Math.min(1, 1 - (20 * Math.log10(rms)) / floorDb)))

/**
 * Starts capture, then the socket; audio is kept from the first frame on.
 * Rejects, with everything released, when capture fails or the server refuses; a server out of reach does not stop it.
 */
export async function beginTake<Start extends { options: RecordingOptions }>(
  start: Start,
  transactionId: string,
  ports: TakePorts<Start>,
  clock: Clock,
  change: (part: (state: RecordingState) => Partial<RecordingState>) => void,
): Promise<Take> {
  const life = new AbortController()
  const early: Chunk[] = []
  let put = (chunk: Chunk) => void early.push(chunk)
  const problem = (stage: RecordingStage, message: string) => change(() => ({ problem: { stage, message } }))

  let capture: RunningCapture | null = await ports.capture(start, {
    signal: life.signal,
    onBatch: (chunk) => put(chunk),
    onLevel: ({ microphone, tab }) =>
      change(({ phase }) =>
        // The last batch before a pause arrives after it.
        phase === 'paused' ? {} : { levels: { microphone: meterLevel(microphone), tab: tab && meterLevel(tab) } },
      ),
    onProblem: ({ stage, message }) => problem(stage, message),
  })
  const { channels } = capture
  const buffer = createSendBuffer({ channels })
  const progress = () =>
    change(() => ({
      elapsedMs: buffer.audioFrames / framesPerMs,
      saved: buffer.endFrame === 0 ? 1 : buffer.acknowledgedFrame / buffer.endFrame,
    }))

  let socket: TranscriptionSocket
  let finishing = false
  let wasReady = false
  let cancelRest = () => {}
  let refusal: string | null = null
  const begun = Promise.withResolvers<void>()

  const onState = (event: SocketEvent & { type: 'state' }) => {
    if (event.state === 'closed') {
      change(() => ({ connection: event.reason === 'finish' ? 'idle' : 'offline' }))
      if (event.reason === 'timeout') begun.reject(new Error(refusal ?? 'Socket closed before ready'))
      if (event.reason !== 'finish' && !finishing && !life.signal.aborted) cancelRest = clock.after(restMs, openSocket)
    } else if (event.state === 'connecting') {
      // A connection that broke is back within a second as a rule; only a failed try is worth a word.
      if (event.failures === 0 || (event.failures === 1 && wasReady))
        return change(() => ({ connection: 'connecting' }))
      change(() => ({ connection: 'offline', problem: { stage: 'network', message: offline } }))
      begun.resolve()
    } else {
      wasReady = true
      change(({ problem }) => ({
        connection: 'live',
        // What kept the words from coming is over; a problem of the microphone or the tab is not.
        problem: problem?.stage === 'network' || problem?.stage === 'transcription' ? null : problem,
      }))
      begun.resolve()
    }
  }
  const onEvent = (event: SocketEvent) => {
    if (event.type === 'state') onState(event)
    else if (event.type === 'transcript') change(({ turns }) => ({ turns: applyTurns(turns, event) }))
    else if (event.type === 'duration') progress()
    else {
      if (event.final) refusal = event.message
      problem('transcription', event.message)
    }
  }
  const openSocket = () => {
    cancelRest()
    refusal = null
    socket = ports.socket(start, { transactionId, channels, buffer, onEvent })
    // How it went is told by the events.
    socket.open().catch(() => {})
  }
  const discard = () => {
    life.abort()
    cancelRest()
    socket.close()
  }

  for (const chunk of early) buffer.add(chunk)
  openSocket()
  put = (chunk) => {
    if (socket.state === 'closed') buffer.add(chunk)
    else socket.send(chunk)
    progress()
  }
  const cancelWait = clock.after(startWaitMs, begun.resolve)
  try {
    await begun.promise
  } catch (error) {
    discard()
    throw error
  } finally {
    cancelWait()
  }

  return {
    pause() {
      capture?.pause()
      change(({ levels }) => ({ levels: { microphone: 0, tab: levels.tab && 0 } }))
    },
    resume() {
      if (capture === null) throw new Error('This recording has ended. Press Finish to send the rest of it.')
      capture.resume()
    },
    async finish() {
      finishing = true
      cancelRest()
      await capture?.stop()
      capture = null
      if (socket.state === 'closed') openSocket()
      try {
        await socket.finish()
      } catch (cause) {
        const message = refusal ?? 'The last words could not be sent. Check the connection and press Finish again.'
        throw new Error(message, { cause })
      }
    },
    reconnect() {
      if (socket.state === 'closed' && !finishing) openSocket()
    },
    discard,
  }
}
