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

/** What a take gives to each socket it opens. */
export interface TakeSocket {
  transactionId: string
  channels: 1 | 2
  buffer: SendBuffer
  standing: Standing
  onEvent: (event: SocketEvent) => void
}

/** The stages that sending watches. */
type SendingStage = Extract<RecordingStage, 'network' | 'transcription'>

export interface SendingOptions {
  transactionId: string
  channels: 1 | 2
  journal: TakeJournal | null
  openSocket: (take: TakeSocket) => TranscriptionSocket
  /** For a backlog too long for the socket; null where nothing is stored on the server. */
  sendFile: SendFile | null
  clock: Clock
  change: Change
  /** Sound of a kept recording that is still to be sent; `goesOnAt`: where what is recorded next will stand. */
  kept?: Stretch & { goesOnAt?: number }
  /** All of it was sent before except what was missing then; it is sent anew, to another transcript. */
  again?: boolean
}

/** Brings a take's sound to the server, over as many sockets and files as it needs. */
export interface Sending {
  readonly buffer: SendBuffer
  /** Parts that could not be read back and were not sent, in order. */
  readonly missing: readonly Stretch[]
  /** Resolves when the server listens, or is known to be out of reach; rejects with its words when it refuses. */
  readonly begun: Promise<void>
  /** The buffer has something new. */
  pump(): void
  /** Resolves when every word is there. May be called again when it failed: nothing is dropped. Rejects with a plain sentence. */
  finish(): Promise<void>
  /** The network may be back: tries at once instead of at the next rest. */
  reconnect(): void
  close(): void
}

/** After 30 failed reconnects another socket is tried this often. */
const restMs = 30_000
const offline = 'The server cannot be reached. The recording goes on and is sent when the connection returns.'
const offlineAtEnd = 'The server cannot be reached. What is not sent yet stays on this computer; trying again.'
const kept = 'What is not sent yet stays on this computer.'
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
  // Before any server says where it stands: it may have heard more than the disk kept.
  if (options.kept?.goesOnAt !== undefined) buffer.advance(options.kept.goesOnAt)
  const standing = createStanding()
  const begun = Promise.withResolvers<void>()
  // Asked for only while the take starts.
  begun.promise.catch(() => {})
  let socket: TranscriptionSocket | null = null
  let opening: Promise<void> | null = null
  let finishing = false
  let wasReady = false
  /** Why files are refused: the socket carries everything then, until there is reason to try anew. */
  let noFiles: string | null = null
  let refusal: string | null = null
  let cancelRest = () => {}

  const problem = (stage: SendingStage, message: string | null) =>
    change(({ problems }) => ({ problems: withProblem(problems, stage, message) }))
  /** A server that answers is reached: the network is well. */
  const saidNo = (message: string) => {
    problem('network', null)
    problem('transcription', message)
  }
  /** A network that swallows everything is not waited for as long as the reconnects last. */
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

  /** The end of a take that could not be sent, with the reason for its user; the reason stands among the problems, too. */
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
      // A connection that broke is back within a second as a rule; only a failed try is worth a word.
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
            saidNo(retryAfterMs === null ? refusal : `${refusal} Trying again by itself.`)
            begun.resolve()
          },
          onDiskAway: begun.resolve,
        })
  /** Rejects only when a file could not be sent; how it went with a socket is told by its events. */
  const attempt = async () => {
    refusal = null
    if (files?.due && noFiles === null) {
      try {
        // The socket is slower; where files are refused for good, there is no other way.
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
      // Whoever was not signed in may be now.
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
