import { wireFormat } from '../../contracts/audio.ts'
import {
  type ServerMessage,
  type SocketCloseReason,
  type StartMessage,
  ticketProtocolPrefix,
} from '../../contracts/socket.ts'
import { type Clock, systemClock } from '../clock.ts'
import { createSendBuffer, type SendBuffer } from '../sending/send-buffer.ts'
import type { Chunk } from '../timeline.ts'
import type { TurnsUpdate } from '../turns.ts'
import { type Connection, connect, type Greeting, type WebSocketConstructor } from './connection.ts'
import { createPacer } from './pacer.ts'
import { type ReconnectPolicy, reconnectPolicy } from './reconnect-policy.ts'
import { createResumeOffset, type ResumeOffset } from './resume-offset.ts'

export type SocketState = 'connecting' | 'ready' | 'streaming' | 'finishing' | 'closed'

export type SocketEvent =
  | { type: 'state'; state: SocketState; failures: number; reason?: SocketCloseReason }
  | ({ type: 'transcript' } & TurnsUpdate)
  | { type: 'engine'; second: string | null }
  /** Committed seconds of the take's timeline. */
  | { type: 'duration'; duration: number }
  /**
   * `message` can be shown to the user. A `final` error ends the current connection, but not the socket: the socket
   * waits for `refusedWaitMs` of the policy and then opens a new connection. If `refusedWaitMs` is null, or if `finish`
   * was called, the socket opens no new connection and closes with the reason `timeout`.
   */
  | { type: 'error'; message: string; final: boolean }

export class TicketRefused extends Error {
  override readonly name = 'TicketRefused'
}

export interface SocketOptions {
  url: string
  protocols?: string[]
  /** Called before every connection, before its ticket is requested. A rejection counts as a lost connection. */
  prepare?: () => Promise<void>
  /**
   * Called before every connection, because a ticket is valid for one connection. Null: the token in `start` is used.
   * After any error except TicketRefused, the socket tries again.
   */
  ticket: () => Promise<string | null>
  start: Omit<StartMessage, 'type'>
  onEvent: (event: SocketEvent) => void
  buffer?: SendBuffer
  resumeOffset?: ResumeOffset
  policy?: ReconnectPolicy
  clock?: Clock
  WebSocket?: WebSocketConstructor
}

/**
 * The client of `/api/transcription` (product 4.4, 7.11). It reconnects and sends everything again that is not
 * committed.
 */
export interface TranscriptionSocket {
  readonly state: SocketState
  /**
   * Resolves when the server is ready. Rejects with 'Socket closed before ready', 'Socket already initialized' or
   * 'Audio stream closed'.
   */
  open(): Promise<void>
  /**
   * Adds the chunk to the buffer and sends it as soon as possible. Throws 'Audio stream closed' after `finish` or after
   * the end.
   */
  send(chunk: Chunk): void
  pump(): void
  /**
   * Sends the remaining audio and then closes the socket. Resolves when the server has committed every word. Rejects
   * with 'Socket closed before finishing' if the socket closes earlier.
   */
  finish(): Promise<void>
  reconnect(): void
  close(): void
}

const finalWaitMs = 5000

export function createSocket(options: SocketOptions): TranscriptionSocket {
  const { policy = reconnectPolicy, clock = systemClock, onEvent, start } = options
  const WebSocket = options.WebSocket ?? globalThis.WebSocket
  const buffer = options.buffer ?? createSendBuffer({ channels: start.channels === 2 ? 2 : 1 })
  const pacer = createPacer(clock)
  const readiness = Promise.withResolvers<void>()
  const ending = Promise.withResolvers<void>()
  // The promises may reject before any caller awaits them. Without these handlers, Node and browsers would report an
  // unhandled rejection. A caller that awaits later still gets the error.
  readiness.promise.catch(() => {})
  ending.promise.catch(() => {})

  let state: SocketState = 'connecting'
  let isOpened = false
  let finishing = false
  let finishSent = false
  let failedFor: string | null = null
  let connection: Connection | null = null
  let failures = 0
  /**
   * Number of connections lost since sound was committed. While sound waits, a connection that only becomes ready does
   * not begin a new count: the engine may refuse the same sound each time.
   */
  let fruitless = 0
  let readyAt: number | null = null
  /** Incremented when a connection ends. A ticket that was requested for an earlier connection is then ignored. */
  let attempts = 0
  let lastError: unknown
  let cancelTimer = () => {}
  let endWait: (() => void) | null = null
  let cancelPump = () => {}
  const resumeOffset = options.resumeOffset ?? createResumeOffset()
  const { base } = resumeOffset

  const setState = (newState: SocketState, reason?: SocketCloseReason) => {
    if (state === newState && newState !== 'connecting') return
    state = newState
    onEvent(reason === undefined ? { type: 'state', state, failures } : { type: 'state', state, failures, reason })
  }

  const end = (reason: SocketCloseReason) => {
    if (state === 'closed') return
    cancelTimer()
    endWait = null
    cancelPump()
    connection?.close()
    connection = null
    const cause = failedFor ?? lastError
    readiness.reject(new Error('Socket closed before ready', { cause }))
    if (reason === 'finish') ending.resolve()
    else ending.reject(new Error('Socket closed before finishing', { cause }))
    setState('closed', reason)
  }

  const fail = (message: string) => {
    failedFor = message
    onEvent({ type: 'error', message, final: true })
  }

  const attemptAfter = (waitMs: number) => {
    setState('connecting')
    endWait = () => {
      cancelTimer()
      endWait = null
      void attempt()
    }
    cancelTimer = clock.after(waitMs, endWait)
  }
  const onRefusal = () => {
    cancelTimer()
    connection?.close()
    connection = null
    attempts++
    // If `refusedWaitMs` is null, the policy allows no further attempt. After `finish`, the user waits for the result,
    // so the socket ends at once. `finish` then rejects and the user sees the reason.
    if (policy.refusedWaitMs === null || finishing) return end('timeout')
    attemptAfter(policy.refusedWaitMs)
  }
  const onLoss = () => {
    cancelPump()
    connection = null
    if (failedFor !== null) return onRefusal()
    failures++
    fruitless++
    attempts++
    const waitMs = policy.waitMs(fruitless, readyAt === null ? 0 : clock.now() - readyAt)
    readyAt = null
    if (waitMs === null) return end('disconnected')
    attemptAfter(waitMs)
  }

  const pump = () => {
    cancelPump()
    if (failedFor !== null) return
    while (connection !== null && (state === 'ready' || state === 'streaming' || state === 'finishing')) {
      if (!pacer.take(buffer.backlog)) {
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

  const transcript = ({ from, transcript, unclear }: TurnsUpdate) =>
    onEvent({ type: 'transcript', from: base.turn + from, transcript, ...(unclear ? { unclear } : {}) })

  const committed = (frame: number) => {
    if (frame <= buffer.acknowledgedFrame) return
    fruitless = 0
    buffer.acknowledge(frame)
    onEvent({ type: 'duration', duration: buffer.acknowledgedFrame / wireFormat.sampleRate })
  }

  const greeted = (greeting: Greeting) => {
    const frame = base.frame + Math.round(greeting.durationSeconds * wireFormat.sampleRate)
    if (frame < buffer.acknowledgedFrame) {
      // With `skipSave`, the server stores nothing, so it begins again at 0 after a new connection. The take keeps the
      // position and the turns that were committed before. So `base` is added to the server's new positions and turn
      // numbers.
      const { from, transcript } = resumeOffset.committed
      onEvent({ type: 'transcript', from, transcript: [...transcript] })
      base.frame += buffer.acknowledgedFrame - frame
      base.turn = from + transcript.length
    }
    // If the server has no turns, clear the turns on the screen, because their audio is sent again.
    else if (greeting.transcripts.length === 0) transcript({ from: 0, transcript: [] })
    for (const update of greeting.transcripts) transcript(update)
    committed(frame)
    buffer.replayFrom(Math.max(frame, buffer.acknowledgedFrame))
    onEvent({ type: 'engine', second: null })
    failures = 0
    if (buffer.acknowledgedFrame === buffer.endFrame) fruitless = 0
    readyAt = clock.now()
    finishSent = false
    setState(finishing ? 'finishing' : 'ready')
    readiness.resolve()
    pump()
  }

  const received = (message: ServerMessage) => {
    if (message.type === 'transcript') transcript(message)
    else if (message.type === 'ready') onEvent({ type: 'engine', second: message.engine ?? null })
    else if (message.type === 'duration') {
      const { settled } = message
      if (settled) resumeOffset.committed = { from: base.turn + settled.from, transcript: settled.transcript }
      committed(base.frame + Math.round(message.duration * wireFormat.sampleRate))
      pump()
    } else if (message.type === 'error') {
      if (message.final !== true) onEvent({ type: 'error', message: message.error, final: false })
      else {
        fail(message.error)
        cancelTimer()
        cancelTimer = clock.after(finalWaitMs, onRefusal)
      }
    } else if (message.type === 'finished' && finishSent) {
      committed(buffer.endFrame)
      end('finish')
    }
  }

  const attempt = async () => {
    const mine = attempts
    const overtaken = () => state === 'closed' || attempts !== mine
    failedFor = null
    try {
      await options.prepare?.()
    } catch (error) {
      if (overtaken()) return
      lastError = error
      return onLoss()
    }
    if (overtaken()) return
    cancelTimer = clock.after(policy.pongMs, onLoss)
    let ticket: string | null
    try {
      ticket = await options.ticket()
    } catch (error) {
      if (overtaken()) return
      cancelTimer()
      lastError = error
      if (error instanceof TicketRefused) fail(error.message)
      return onLoss()
    }
    if (overtaken()) return
    cancelTimer()
    const protocols = [...(options.protocols ?? []), ...(ticket === null ? [] : [ticketProtocolPrefix + ticket])]
    try {
      connection = connect({ url: options.url, protocols, start, WebSocket }, policy, clock, {
        onReady: greeted,
        onMessage: received,
        onLost: onLoss,
      })
    } catch (error) {
      lastError = error
      fail('The server’s address is not valid. Check it in the settings.')
      onLoss()
    }
  }

  return {
    get state() {
      return state
    },
    async open() {
      if (state === 'closed' || finishing) throw new Error('Audio stream closed')
      if (isOpened) throw new Error('Socket already initialized')
      isOpened = true
      buffer.onRefill(pump)
      setState('connecting')
      void attempt()
      return readiness.promise
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
        endWait?.()
        pump()
      }
      return ending.promise
    },
    reconnect() {
      failures = 0
      fruitless = 0
      endWait?.()
    },
    close: () => end('disconnected'),
  }
}
