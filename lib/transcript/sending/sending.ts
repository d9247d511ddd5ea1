import type { Clock } from '../clock.ts'
import type { TakeJournal } from '../journal/take-journal.ts'
import { type Change, type RecordingStage, withProblem } from '../recording-state.ts'
import { reconnectsMax } from '../socket/reconnect-policy.ts'
import { createResumeOffset, type ResumeOffset } from '../socket/resume-offset.ts'
import type { SocketEvent, TranscriptionSocket } from '../socket/socket.ts'
import type { FrameRange } from '../timeline.ts'
import { applyTurns, applyUnclear } from '../turns.ts'
import { createDiskWatch } from './disk-watch.ts'
import { type SendFile, UploadRefused } from './file-backlog.ts'
import { createFileSending, finishWaitMs } from './file-sending.ts'
import { createSendBuffer, type SendBuffer } from './send-buffer.ts'

export interface TakeSocket {
  transactionId: string
  channels: 1 | 2
  buffer: SendBuffer
  resumeOffset: ResumeOffset
  prepare: () => Promise<void>
  onEvent: (event: SocketEvent) => void
}

type SendingStage = Extract<RecordingStage, 'network' | 'transcription'>

export interface SendingOptions {
  transactionId: string
  channels: 1 | 2
  journal: TakeJournal | null
  openSocket: (take: TakeSocket) => TranscriptionSocket
  sendFile: SendFile | null
  clock: Clock
  change: Change
  kept?: FrameRange & { goesOnAt?: number }
  /**
   * True: everything except the missing parts was sent before, and all audio is now sent again to another transcript.
   */
  again?: boolean
}

export interface Sending {
  readonly buffer: SendBuffer
  readonly missing: readonly FrameRange[]
  /**
   * Resolves when the server is ready or cannot be reached. Rejects with the server's message when the server refuses.
   */
  readonly begun: Promise<void>
  pump(): void
  /**
   * Ends the take. Resolves when every word has arrived. Rejects with an Error for the user. It may be called again
   * after a failure, because nothing is dropped.
   */
  finish(): Promise<void>
  giveUp(): void
  reconnect(): void
  close(): void
}

const offline = 'The server cannot be reached. The recording continues. It will be sent when the connection is back.'
const onThisComputer = 'What was not sent yet stays on this computer.'
const onThisPage = 'What was not sent yet is only in memory. Keep this page and the browser open.'
const notSent = 'The end of the recording could not be sent. Check the connection and try again.'

export function createSending(options: SendingOptions): Sending {
  const { channels, clock, change, journal, sendFile, transactionId } = options
  const placeSentence = journal === null ? onThisPage : onThisComputer
  const disk = createDiskWatch({
    journal,
    remember: options.again !== true,
    clock,
    change: (part) => {
      if (!isClosed) change(part)
    },
  })
  let isClosed = false
  const buffer = createSendBuffer({
    channels,
    clock,
    ...(journal === null ? {} : { read: journal.read, places: journal.places }),
    ...(options.kept ? { kept: options.kept } : {}),
    onMissing: (part) => {
      if (!isClosed) disk.miss(part)
    },
    onFound: disk.found,
    onDiskAway: disk.setAway,
  })
  // Extend the timeline before the server reports its position. The server may have received more audio than the disk
  // has stored, and the buffer reduces a reported position to the end of the timeline.
  if (options.kept?.goesOnAt !== undefined) buffer.advance(options.kept.goesOnAt)
  const resumeOffset = createResumeOffset()
  const beginning = Promise.withResolvers<void>()
  // Callers await `begun` only while the take starts. Without this handler, a later rejection would be unhandled.
  beginning.promise.catch(() => {})
  let finishing = false
  let wasReady = false
  let noFiles: string | null = null
  let refusal: string | null = null
  let isRefused = false

  const problem = (stage: SendingStage, message: string | null) =>
    change(({ problems }) => ({ problems: withProblem(problems, stage, message) }))
  const saidNo = (message: string) => {
    problem('network', null)
    problem('transcription', message)
  }
  /**
   * Cancels the time limit, which starts if the server cannot be reached after the user has pressed Finish. The socket
   * of a take reconnects without end, so `finish` would wait forever without the time limit. Null: no time limit is
   * running.
   */
  let cancelGiveUp: (() => void) | null = null
  /**
   * Ends the present attempt to send. A file that is still being read is cancelled. Otherwise the file would be sent
   * during the next attempt.
   */
  const giveUp = () => {
    files?.cancel()
    socket.close()
  }
  const giveUpLater = () => {
    if (finishing) cancelGiveUp ??= clock.after(finishWaitMs, giveUp)
  }
  const stay = () => {
    cancelGiveUp?.()
    cancelGiveUp = null
  }
  const unreached = (failures: number) => {
    giveUpLater()
    change(() => ({ connection: failures > reconnectsMax ? 'disconnected' : 'offline' }))
    problem('network', finishing ? `The server cannot be reached. ${placeSentence} Chartside keeps trying.` : offline)
    beginning.resolve()
  }
  const live = () => {
    change(() => ({ connection: 'live' }))
    problem('network', null)
    problem('transcription', null)
  }
  /** Returns the Error for the user when the take could not be sent, and shows the same message as a problem. */
  const failure = (cause: unknown) => {
    if (disk.away) return disk.failure(cause)
    const reason = refusal ?? noFiles
    problem(reason === null ? 'network' : 'transcription', reason ?? notSent)
    return new Error(reason ?? notSent, { cause })
  }

  const onState = (event: SocketEvent & { type: 'state' }) => {
    if (event.state === 'closed') {
      stay()
      change(() => ({ connection: event.reason === 'finish' ? 'idle' : 'offline' }))
    } else if (event.state === 'connecting' && isRefused) change(() => ({ connection: 'offline' }))
    else if (event.state === 'connecting') {
      // A broken connection is usually back within one second. Report a problem only after a failed reconnect.
      if (event.failures === 0 || (event.failures === 1 && wasReady)) change(() => ({ connection: 'connecting' }))
      else unreached(event.failures)
    } else {
      wasReady = true
      stay()
      live()
      beginning.resolve()
    }
  }
  const progress = () => {
    journal?.acknowledge(buffer.acknowledgedFrame)
    change(() => ({ saved: buffer.endFrame === 0 ? 1 : buffer.acknowledgedFrame / buffer.endFrame }))
  }
  const onEvent = (event: SocketEvent) => {
    if (isClosed) return
    if (event.type === 'state') onState(event)
    else if (event.type === 'transcript') {
      change(({ turns, unclear }) => ({ turns: applyTurns(turns, event), unclear: applyUnclear(unclear, event) }))
    } else if (event.type === 'engine') change(() => ({ secondEngine: event.second }))
    else if (event.type === 'duration') progress()
    else {
      saidNo(event.message)
      if (!event.final) return
      refusal = event.message
      isRefused = true
      beginning.reject(new Error(event.message))
    }
  }

  const files =
    sendFile === null || journal === null
      ? null
      : createFileSending({
          ...{ channels, clock, buffer, journal, disk },
          send: sendFile,
          onTrying: () => change(() => ({ connection: 'connecting' })),
          onTaken(turns, unclear = []) {
            if (isClosed) return
            change(() => ({ turns, unclear }))
            live()
            progress()
          },
          onRefused({ message, retryAfterMs }) {
            refusal = `${message} ${placeSentence}`
            change(() => ({ connection: 'connecting' }))
            saidNo(retryAfterMs === null ? refusal : `${refusal} Chartside keeps trying.`)
            beginning.resolve()
          },
          onDiskAway: beginning.resolve,
        })
  /**
   * Called before each connection. Sends a backlog that is too long for the socket as files. Rejects when no server was
   * reached, or when the server was too busy for too long.
   */
  const sendFiles = async () => {
    refusal = null
    isRefused = false
    if (!files?.due || noFiles !== null) return
    try {
      // If the server refuses all files, continue with the socket, although it is slower.
      if (!(await files.run())) noFiles = refusal
    } catch (error) {
      // The server is busy, so another connection cannot help. Close the socket, so that `finish` ends now.
      if (error instanceof UploadRefused) socket.close()
      throw error
    }
  }
  const openSocket = () => {
    const newSocket = options.openSocket({ transactionId, channels, buffer, resumeOffset, prepare: sendFiles, onEvent })
    // The result of `open` also arrives as an event, so a rejection is ignored here.
    newSocket.open().catch(() => {})
    return newSocket
  }
  let socket = openSocket()

  return {
    buffer,
    get missing() {
      return disk.missing
    },
    begun: beginning.promise,
    pump: () => socket.pump(),
    async finish() {
      finishing = true
      disk.finishing(giveUp)
      files?.finishing()
      if (socket.state === 'closed') socket = openSocket()
      try {
        await socket.finish()
      } catch (cause) {
        throw failure(cause)
      } finally {
        disk.rest()
      }
    },
    giveUp,
    reconnect() {
      // The server may have refused files because no user was signed in. This may have changed, so try files again.
      noFiles = null
      files?.wake()
      if (!finishing) socket.reconnect()
    },
    close() {
      isClosed = true
      disk.rest()
      stay()
      giveUp()
    },
  }
}
