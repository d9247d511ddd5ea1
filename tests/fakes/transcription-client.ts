import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import WebSocket from 'ws'
import {
  type ServerMessage,
  type StartMessage,
  serverMessage,
  ticketProtocolPrefix,
} from '../../lib/contracts/index.ts'
import { socketStart } from './socket-start.ts'

/** A start message that names its take, as the panel sends it. */
export type NamedStart = StartMessage & { transactionId: string }

export const startMessage = (over: Partial<StartMessage> & Record<string, unknown> = {}) => ({
  type: 'start',
  ...socketStart,
  channels: 2,
  transactionId: randomUUID(),
  ...over,
})

/**
 * A minimal client of the transcription socket, which can also send invalid messages. Every message it receives must
 * fit the contract.
 */
export function connectRaw(url: string, options: { ticket?: string; headers?: Record<string, string> } = {}) {
  const protocols = options.ticket === undefined ? [] : [ticketProtocolPrefix + options.ticket]
  const socket = new WebSocket(url, protocols, { headers: options.headers ?? {} })
  const received: ServerMessage[] = []
  let turns: string[] = []
  let closeCode: number | null = null
  const wake: (() => void)[] = []
  const wakeAll = () => {
    for (const one of wake.splice(0)) one()
  }
  socket.on('message', (data) => {
    const message = serverMessage.parse(JSON.parse(String(data)))
    received.push(message)
    if (message.type === 'transcript') turns = [...turns.slice(0, message.from), ...message.transcript]
    wakeAll()
  })
  socket.on('close', (code) => {
    closeCode = code
    wakeAll()
  })
  const opened = once(socket, 'open')
  opened.catch(() => {})

  /** Resolves when the condition holds. Rejects if the socket closes first. */
  const until = async (condition: () => boolean) => {
    while (!condition()) {
      if (closeCode !== null) throw new Error(`The socket closed with ${closeCode}: ${JSON.stringify(received.at(-1))}`)
      await new Promise<void>((resolve) => wake.push(resolve))
    }
  }

  return {
    socket,
    received,
    get turns() {
      return turns
    },
    get types() {
      return received.map(({ type }) => type)
    },
    /**
     * The position in the last `duration` message, in seconds. The client need not send the audio before this position
     * again. Null: there was no such message.
     */
    get duration() {
      return received.findLast((message) => message.type === 'duration')?.duration ?? null
    },
    opened,
    until,
    async send(message: unknown) {
      await opened
      socket.send(message instanceof Uint8Array || typeof message === 'string' ? message : JSON.stringify(message))
    },
    /** Sends `ms` of silence. */
    async sound(ms: number, channels = 2) {
      await opened
      for (let left = ms; left > 0; left -= 128) socket.send(new Int16Array(Math.min(128, left) * 16 * channels))
    },
    async closed(): Promise<number> {
      while (closeCode === null) await new Promise<void>((resolve) => wake.push(resolve))
      return closeCode
    },
  }
}
