import { wireFormat } from '../contracts/audio.ts'
import {
  type ServerMessage,
  type SocketCloseReason,
  type StartMessage,
  ticketProtocolPrefix,
} from '../contracts/socket.ts'
import { type Clock, systemClock } from './clock.ts'
import { type Connection, connect, type Greeting, type WebSocketConstructor } from './connection.ts'
import { createPacer } from './pacer.ts'
import { type ReconnectPolicy, reconnectPolicy } from './reconnect-policy.ts'
import { type Chunk, createSendBuffer, type SendBuffer } from './send-buffer.ts'
import { createStanding, type Standing } from './standing.ts'

export type SocketState = 'connecting' | 'ready' | 'streaming' | 'finishing' | 'closed'

export type SocketEvent =
  /** `failures`: connections lost in a row, none being ready since. `reason` comes with `closed`. */
  | { type: 'state'; state: SocketState; failures: number; reason?: SocketCloseReason }
  /** Replaces the list of turns from index `from`. */
  | { type: 'transcript'; from: number; transcript: string[] }
  /** Seconds of the take's own timeline that are committed. */
  | { type: 'duration'; duration: number }
  /** A plain sentence; after a final one the socket closes as `timeout`. */
  | { type: 'error'; message: string; final: boolean }

/** Thrown by `ticket` when asking again cannot help; its message can be shown. */
export class TicketRefused extends Error {
  override readonly name = 'TicketRefused'
}

export interface SocketOptions {
  url: string
  /** Besides the ticket. */
  protocols?: string[]
  /** Asked before every connection, as a ticket opens one only; null: the token in `start` counts. Any error but TicketRefused is tried again. */
  ticket: () => Promise<string | null>
  start: Omit<StartMessage, 'type'>
  onEvent: (event: SocketEvent) => void
  /** Given when the take goes on from an earlier socket. */
  buffer?: SendBuffer
  /** Given with the buffer, and for the same reason. */
  standing?: Standing
  policy?: ReconnectPolicy
  clock?: Clock
  WebSocket?: WebSocketConstructor
}

/** The client's end of `/api/transcription` (design §5, spec §4): reconnects, replays what is not committed, loses nothing. */
export interface TranscriptionSocket {
  readonly state: SocketState
  /** Resolves when the server is ready; rejects with 'Socket closed before ready', 'Socket already initialized' or 'Audio stream closed'. */
  open(): Promise<void>
  /** Keeps the chunk and sends it as soon as it may. Throws 'Audio stream closed' after `finish` or the end. */
  send(chunk: Chunk): void
  /** The buffer it was given has something new: sends what may go. */
  pump(): void
  /** Resolves when every word is committed; rejects with 'Socket closed before finishing'. */
  finish(): Promise<void>
  /** Ends at once, as `disconnected`; what is not committed stays in the buffer. */
  close(): void
}

/** A server that announced its end and does not come to it is left. */
const finalWaitMs = 5000

export function createSocket(options: SocketOptions): TranscriptionSocket {
  const { policy = reconnectPolicy, clock = systemClock, onEvent, start } = options
  const WebSocket = options.WebSocket ?? globalThis.WebSocket
  const buffer = options.buffer ?? createSendBuffer({ channels: start.channels === 2 ? 2 : 1 })
  const pacer = createPacer(clock)
  const ready = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  // Either may fail with nobody waiting for it yet; whoever asks later still gets the failure.
  ready.promise.catch(() => {})
  finished.promise.catch(() => {})

  let state: SocketState = 'connecting'
  let opened = false
  let finishing = false
  let finishSent = false
  let failedFor: string | null = null
  let connection: Connection | null = null
  let failures = 0
  /** When this connection was ready, on `clock`; null: it is not yet. */
  let readyAt: number | null = null
  /** Grows at every connection lost, so that an answer that comes after it is known as late. */
  let attempts = 0
  let cancelTimer = () => {}
  let cancelPump = () => {}
  const standing = options.standing ?? createStanding()
  const { base } = standing

  const setState = (next: SocketState, reason?: SocketCloseReason) => {
    if (state === next && next !== 'connecting') return
    state = next
    onEvent(reason === undefined ? { type: 'state', state, failures } : { type: 'state', state, failures, reason })
  }

  const end = (reason: SocketCloseReason) => {
    if (state === 'closed') return
    cancelTimer()
    cancelPump()
    connection?.close()
    connection = null
    ready.reject(new Error('Socket closed before ready', { cause: failedFor ?? undefined }))
    if (reason === 'finish') finished.resolve()
    else finished.reject(new Error('Socket closed before finishing', { cause: failedFor ?? undefined }))
    setState('closed', reason)
  }

  const fail = (message: string) => {
    failedFor = message
    onEvent({ type: 'error', message, final: true })
  }

  const lost = () => {
    cancelPump()
    connection = null
    if (failedFor !== null) return end('timeout')
    failures++
    attempts++
    const waitMs = policy.waitMs(failures, readyAt === null ? 0 : clock.now() - readyAt)
    readyAt = null
    if (waitMs === null) return end('disconnected')
    setState('connecting')
    cancelTimer = clock.after(waitMs, () => void attempt())
  }

  const pump = () => {
    cancelPump()
    if (failedFor !== null) return
    while (connection !== null && (state === 'ready' || state === 'streaming' || state === 'finishing')) {
      if (buffer.backlog > 0 && !pacer.take(buffer.backlog)) {
        cancelPump = clock.after(pacer.waitMs, pump)
        return
      }
      const outgoing = buffer.next(finishing)
      if (outgoing === null) break
      if (state === 'ready') setState('streaming')
      if (outgoing.type === 'gap') connection.send({ type: 'gap', ms: outgoing.ms })
      else connection.sendAudio(outgoing.pcm)
    }
    if (finishing && !finishSent && connection !== null && buffer.backlog === 0 && state !== 'connecting') {
      finishSent = true
      connection.send({ type: 'finish' })
    }
  }

  const transcript = ({ from, transcript }: { from: number; transcript: string[] }) =>
    onEvent({ type: 'transcript', from: base.turn + from, transcript })

  const committed = (frame: number) => {
    if (frame <= buffer.acknowledgedFrame) return
    buffer.acknowledge(frame)
    onEvent({ type: 'duration', duration: buffer.acknowledgedFrame / wireFormat.sampleRate })
  }

  const greeted = (greeting: Greeting) => {
    const frame = base.frame + Math.round(greeting.durationSeconds * wireFormat.sampleRate)
    if (frame < buffer.acknowledgedFrame) {
      // The server knows less than was committed (nothing is stored with skipSave): our position wins, and its turns follow ours.
      const { from, transcript } = standing.committed
      onEvent({ type: 'transcript', from, transcript: [...transcript] })
      base.frame += buffer.acknowledgedFrame - frame
      base.turn = from + transcript.length
    }
    // What was shown and is not known there is heard again.
    else if (greeting.transcripts.length === 0) transcript({ from: 0, transcript: [] })
    for (const update of greeting.transcripts) transcript(update)
    committed(frame)
    buffer.replayFrom(Math.max(frame, buffer.acknowledgedFrame))
    failures = 0
    readyAt = clock.now()
    finishSent = false
    setState(finishing ? 'finishing' : 'ready')
    ready.resolve()
    pump()
  }

  const received = (message: ServerMessage) => {
    if (message.type === 'transcript') transcript(message)
    else if (message.type === 'duration') {
      const { settled } = message
      if (settled) standing.committed = { from: base.turn + settled.from, transcript: settled.transcript }
      committed(base.frame + Math.round(message.duration * wireFormat.sampleRate))
      pump()
    } else if (message.type === 'error') {
      if (message.final !== true) onEvent({ type: 'error', message: message.error, final: false })
      else {
        fail(message.error)
        cancelTimer()
        cancelTimer = clock.after(finalWaitMs, () => end('timeout'))
      }
    } else if (message.type === 'finished' && finishSent) {
      committed(buffer.endFrame)
      end('finish')
    }
  }

  const attempt = async () => {
    const mine = attempts
    const overtaken = () => state === 'closed' || attempts !== mine
    cancelTimer = clock.after(policy.pongMs, lost)
    let ticket: string | null
    try {
      ticket = await options.ticket()
    } catch (error) {
      if (overtaken()) return
      cancelTimer()
      if (error instanceof TicketRefused) fail(error.message)
      return lost()
    }
    if (overtaken()) return
    cancelTimer()
    const protocols = [...(options.protocols ?? []), ...(ticket === null ? [] : [ticketProtocolPrefix + ticket])]
    try {
      connection = connect({ url: options.url, protocols, start, WebSocket }, policy, clock, {
        onReady: greeted,
        onMessage: received,
        onLost: lost,
      })
    } catch {
      fail('The server’s address is not valid. Check it in the options.')
      lost()
    }
  }

  return {
    get state() {
      return state
    },
    async open() {
      if (state === 'closed' || finishing) throw new Error('Audio stream closed')
      if (opened) throw new Error('Socket already initialized')
      opened = true
      buffer.onRefill(pump)
      setState('connecting')
      void attempt()
      return ready.promise
    },
    send(chunk) {
      if (state === 'closed' || finishing) throw new Error('Audio stream closed')
      buffer.add(chunk)
      pump()
    },
    pump,
    finish() {
      if (!finishing && state !== 'closed') {
        finishing = true
        if (state !== 'connecting') setState('finishing')
        pump()
      }
      return finished.promise
    },
    close: () => end('disconnected'),
  }
}
