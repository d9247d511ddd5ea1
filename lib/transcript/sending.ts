import { type SendFile, UploadRefused } from './backlog.ts'
import type { Clock } from './clock.ts'
import { createDiskWatch } from './disk-watch.ts'
import { createFileSending, finishWaitMs } from './file-sending.ts'
import type { TakeJournal } from './journal/take-journal.ts'
import { DiskAway } from './kept-reader.ts'
import type { Stretch } from './missing.ts'
import { type Change, type RecordingStage, withProblem } from './recording-state.ts'
import { createSendBuffer, type SendBuffer } from './send-buffer.ts'
import type { SocketEvent, TranscriptionSocket } from './socket.ts'
import { createStanding, type Standing } from './standing.ts'
import { applyTurns } from './turns.ts'

/** What a take passes to each socket that it opens. */
export interface TakeSocket {
  transactionId: string
  channels: 1 | 2
  buffer: SendBuffer
  standing: Standing
  onEvent: (event: SocketEvent) => void
}

/** The stages whose problems this module sets. */
type SendingStage = Extract<RecordingStage, 'network' | 'transcription'>

export interface SendingOptions {
  transactionId: string
  channels: 1 | 2
  journal: TakeJournal | null
  openSocket: (take: TakeSocket) => TranscriptionSocket
  /** Uploads a backlog that is too long for the socket. Null when the server stores nothing of the take. */
  sendFile: SendFile | null
  clock: Clock
  change: Change
  /** Audio of a kept recording that must still be sent. `goesOnAt`: the frame where newly recorded audio will start. */
  kept?: Stretch & { goesOnAt?: number }
  /**
   * True: everything except the missing parts was sent before, and all audio is now sent again to another transcript.
   */
  again?: boolean
}

/** Sends the audio of a take to the server, over as many sockets and files as needed. */
export interface Sending {
  readonly buffer: SendBuffer
  /** Parts that could not be read back and were not sent, in order. */
  readonly missing: readonly Stretch[]
  /**
   * Resolves when the server is ready or cannot be reached. Rejects with the server's message when the server refuses.
   */
  readonly begun: Promise<void>
  /** Call when the buffer has new audio. */
  pump(): void
  /**
   * Resolves when every word has arrived. Rejects with an Error for the user. It may be called again after a failure,
   * because nothing is dropped.
   */
  finish(): Promise<void>
  /** The network may be back. Tries at once instead of after the present wait. */
  reconnect(): void
  close(): void
}

/** Interval between new sockets after 30 failed reconnects. */
const restMs = 30_000
const offline = 'The server cannot be reached. The recording goes on and is sent when the connection returns.'
const offlineAtEnd =
  'The server cannot be reached. Everything that is not sent yet stays on this computer. Chartside keeps trying.'
const kept = 'Everything that is not sent yet stays on this computer.'
const notSent = 'The last words could not be sent. Check the connection and try again.'

export function createSending(options: SendingOptions): Sending {
  const { channels, clock, change, journal, sendFile, transactionId } = options
  const disk = createDiskWatch({
    journal,
    remember: options.again !== true,
    clock,
    change: (part) => {
      if (!closed) change(part)
    },
  })
  let closed = false
  const buffer = createSendBuffer({
    channels,
    clock,
    ...(journal === null ? {} : { read: journal.read, places: journal.places }),
    ...(options.kept ? { kept: options.kept } : {}),
    onMissing: (part) => {
      if (!closed) disk.miss(part)
    },
    onFound: disk.found,
    onDiskAway: disk.setAway,
  })
  // Extend the timeline before a server reports its position. The server may have heard more audio than the disk kept.
  if (options.kept?.goesOnAt !== undefined) buffer.advance(options.kept.goesOnAt)
  const standing = createStanding()
  const begun = Promise.withResolvers<void>()
  // Callers await `begun` only while the take starts. This prevents an unhandled rejection later.
  begun.promise.catch(() => {})
  let socket: TranscriptionSocket | null = null
  let opening: Promise<void> | null = null
  let finishing = false
  let wasReady = false
  /** Why the server refuses files. While it is set, everything goes over the socket. `reconnect` clears it. */
  let noFiles: string | null = null
  let refusal: string | null = null
  let cancelRest = () => {}

  const problem = (stage: SendingStage, message: string | null) =>
    change(({ problems }) => ({ problems: withProblem(problems, stage, message) }))
  /** The server has answered, so the network works. */
  const saidNo = (message: string) => {
    problem('network', null)
    problem('transcription', message)
  }
  /** After Finish, a dead network must not delay the end for as long as all 30 reconnects take. */
  let cancelGiveUp: (() => void) | null = null
  const giveUpLater = () => {
    if (finishing) cancelGiveUp ??= clock.after(finishWaitMs, () => socket?.close())
  }
  const stay = () => {
    cancelGiveUp?.()
    cancelGiveUp = null
  }
  const unreached = () => {
    giveUpLater()
    change(() => ({ connection: 'offline' }))
    problem('network', finishing ? offlineAtEnd : offline)
    begun.resolve()
  }
  const live = () => {
    change(() => ({ connection: 'live' }))
    problem('network', null)
    problem('transcription', null)
  }
  const rest = () => {
    cancelRest()
    if (!finishing && !closed) cancelRest = clock.after(restMs, () => void open())
  }

  /** Returns the Error for the user when the take could not be sent, and shows the same message as a problem. */
  const failed = (cause: unknown) => {
    if (disk.away) return disk.failure(cause)
    const reason = refusal ?? noFiles
    problem(reason === null ? 'network' : 'transcription', reason ?? notSent)
    return new Error(reason ?? notSent, { cause })
  }

  const onState = (event: SocketEvent & { type: 'state' }) => {
    if (event.state === 'closed') {
      stay()
      change(() => ({ connection: event.reason === 'finish' ? 'idle' : 'offline' }))
      if (event.reason === 'timeout') begun.reject(new Error(refusal ?? 'Socket closed before ready'))
      if (event.reason !== 'finish') rest()
    } else if (event.state === 'connecting') {
      // A broken connection is usually back within one second. Report a problem only after a failed reconnect.
      if (event.failures === 0 || (event.failures === 1 && wasReady)) change(() => ({ connection: 'connecting' }))
      else unreached()
    } else {
      wasReady = true
      stay()
      live()
      begun.resolve()
    }
  }
  const progress = () => {
    journal?.acknowledge(buffer.acknowledgedFrame)
    change(() => ({ saved: buffer.endFrame === 0 ? 1 : buffer.acknowledgedFrame / buffer.endFrame }))
  }
  const onEvent = (event: SocketEvent) => {
    if (closed) return
    if (event.type === 'state') onState(event)
    else if (event.type === 'transcript') change(({ turns }) => ({ turns: applyTurns(turns, event) }))
    else if (event.type === 'duration') progress()
    else {
      if (event.final) refusal = event.message
      saidNo(event.message)
    }
  }

  const files =
    sendFile === null || journal === null
      ? null
      : createFileSending({
          ...{ channels, clock, buffer, journal, disk },
          send: sendFile,
          onTrying: () => change(() => ({ connection: 'connecting' })),
          onTaken(turns) {
            if (closed) return
            change(() => ({ turns }))
            live()
            progress()
          },
          onRefused({ message, retryAfterMs }) {
            refusal = `${message} ${kept}`
            change(() => ({ connection: 'connecting' }))
            saidNo(retryAfterMs === null ? refusal : `${refusal} Chartside keeps trying.`)
            begun.resolve()
          },
          onDiskAway: begun.resolve,
        })
  /** Rejects only when sending a file fails. Results of the socket arrive through its events. */
  const attempt = async () => {
    refusal = null
    if (files?.due && noFiles === null) {
      try {
        // If the server refuses all files, continue with the socket, although it is slower.
        if (!(await files.run())) noFiles = refusal
      } catch (error) {
        if (!closed && !(error instanceof UploadRefused || error instanceof DiskAway)) unreached()
        rest()
        throw error
      }
    }
    if (closed) return
    socket = options.openSocket({ transactionId, channels, buffer, standing, onEvent })
    socket.open().catch(() => {})
  }
  const open = () => {
    cancelRest()
    opening ??= attempt()
      .catch((cause: unknown) => {
        if (finishing) throw failed(cause)
      })
      .finally(() => {
        opening = null
      })
    return opening
  }
  void open()
  const finishSocket = async () => {
    try {
      await socket?.finish()
    } catch (cause) {
      throw failed(cause)
    }
  }

  return {
    buffer,
    get missing() {
      return disk.missing
    },
    begun: begun.promise,
    pump: () => socket?.pump(),
    async finish() {
      finishing = true
      disk.finishing(() => {
        files?.giveUp()
        socket?.close()
      })
      cancelRest()
      files?.finishing()
      try {
        await opening
        if (socket === null || socket.state === 'closed') await open()
        await finishSocket()
      } finally {
        disk.rest()
      }
    },
    reconnect() {
      // Try files again: the refusal may have been a missing sign-in.
      noFiles = null
      files?.wake()
      if (!finishing && !closed && opening === null && (socket === null || socket.state === 'closed')) void open()
    },
    close() {
      closed = true
      disk.rest()
      cancelRest()
      stay()
      files?.stop()
      socket?.close()
    },
  }
}
