import { type ClientMessage, type ServerMessage, type StartMessage, serverMessage } from '../../contracts/socket.ts'
import type { Clock } from '../clock.ts'
import type { TurnsUpdate } from '../turns.ts'
import { startHeartbeat } from './heartbeat.ts'
import type { ReconnectPolicy } from './reconnect-policy.ts'

export interface WebSocketLike {
  send(data: string | Int16Array<ArrayBuffer>): void
  close(): void
  addEventListener(type: 'open' | 'close', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
}
export type WebSocketConstructor = new (url: string, protocols: string[]) => WebSocketLike

export interface Greeting {
  durationSeconds: number
  transcripts: TurnsUpdate[]
}

export interface ConnectionEvents {
  onReady(greeting: Greeting): void
  onMessage(message: ServerMessage): void
  onLost(): void
}

export interface Connection {
  send(message: ClientMessage): void
  sendAudio(pcm: Int16Array<ArrayBuffer>): void
  close(): void
}

/** Opens a WebSocket, sends `start` and runs the heartbeat. Throws a SyntaxError when `url` is invalid. */
export function connect(
  target: { url: string; protocols: string[]; start: Omit<StartMessage, 'type'>; WebSocket: WebSocketConstructor },
  policy: ReconnectPolicy,
  clock: Clock,
  events: ConnectionEvents,
): Connection {
  const socket = new target.WebSocket(target.url, target.protocols)
  const greeting: Greeting = { durationSeconds: 0, transcripts: [] }
  let live = true
  let isReady = false

  const send = (message: ClientMessage) => socket.send(JSON.stringify(message))
  const end = () => {
    if (!live) return false
    live = false
    cancelReady()
    heartbeat?.stop()
    // Do not wait for the close handshake: a dead peer never answers it.
    socket.close()
    return true
  }
  const lose = () => {
    if (end()) events.onLost()
  }
  const cancelReady = clock.after(policy.pongMs, lose)
  let heartbeat: ReturnType<typeof startHeartbeat> | null = null

  const receive = (message: ServerMessage) => {
    heartbeat?.received()
    if (message.type === 'pong') heartbeat?.pong()
    else if (message.type === 'ready') {
      if (isReady) {
        events.onMessage(message)
        return
      }
      isReady = true
      cancelReady()
      events.onReady(greeting)
    } else if (isReady || message.type === 'error') events.onMessage(message)
    else if (message.type === 'duration') greeting.durationSeconds = message.duration
    else if (message.type === 'transcript') greeting.transcripts.push(message)
  }

  socket.addEventListener('open', () => {
    if (!live) return
    heartbeat = startHeartbeat(policy, clock, { ping: () => send({ type: 'ping' }), onDead: lose })
    send({ type: 'start', ...target.start })
  })
  socket.addEventListener('message', ({ data }) => {
    const message = parse(data)
    if (!live) return
    if (message === null) lose()
    else receive(message)
  })
  socket.addEventListener('close', lose)

  return {
    send(message) {
      send(message)
      // After `finish`, the engine may need longer for the last words than the watchdog allows. Stop the watchdog; the
      // pings still detect a dead connection.
      if (message.type === 'finish') heartbeat?.received()
    },
    sendAudio(pcm) {
      socket.send(pcm)
      heartbeat?.sent()
    },
    close() {
      end()
    },
  }
}

function parse(data: unknown): ServerMessage | null {
  if (typeof data !== 'string') return null
  try {
    return serverMessage.parse(JSON.parse(data))
  } catch {
    return null
  }
}
