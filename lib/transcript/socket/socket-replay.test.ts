import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { socketStart } from '../../../tests/fakes/socket-start.ts'
import type { ClientMessage, ServerMessage } from '../../contracts/socket.ts'
import { reconnectPolicy } from './reconnect-policy.ts'
import { createSocket } from './socket.ts'

const servers: WebSocketServer[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    for (const client of server.clients) client.terminate()
    server.close()
  }
})

/**
 * A WebSocket server on a real port. It commits the received audio after every `commitEvery` chunks, and ends each
 * connection, without a message, after `breakAfter` chunks.
 */
async function listen({ breakAfter, commitEvery }: { breakAfter: number; commitEvery: number }) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  servers.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  const committed: number[] = []
  const seen = { connections: 0, chunks: 0, protocols: [] as string[] }

  server.on('connection', (socket) => {
    seen.connections++
    seen.protocols.push(socket.protocol)
    const heard: number[] = [...committed]
    let chunks = 0
    const tell = (message: ServerMessage) => socket.send(JSON.stringify(message))
    const commit = () => {
      committed.splice(0, committed.length, ...heard)
      tell({ type: 'duration', duration: committed.length / 16_000 })
    }
    socket.on('message', (data, isBinary) => {
      // Audio that is still in the buffer of the socket is lost, as in a real connection failure.
      if (chunks >= breakAfter) return
      if (isBinary) {
        const bytes = data as Buffer
        for (let i = 0; i < bytes.length; i += 2) heard.push(bytes.readInt16LE(i))
        chunks++
        seen.chunks++
        if (chunks === breakAfter) return socket.terminate()
        if (chunks % commitEvery === 0) commit()
        return
      }
      const message = JSON.parse(String(data)) as ClientMessage
      if (message.type === 'start') {
        tell({ type: 'duration', duration: committed.length / 16_000 })
        tell({ type: 'ready' })
      } else if (message.type === 'gap') for (let i = 0; i < message.ms * 16; i++) heard.push(0)
      else if (message.type === 'finish') {
        commit()
        tell({ type: 'finished' })
      }
    })
  })
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, committed, seen }
}

test('over a real connection that breaks repeatedly, the server ends with exactly what was recorded', async () => {
  const server = await listen({ breakAfter: 17, commitEvery: 5 })
  const socket = createSocket({
    url: server.url,
    ticket: async () => 'abc',
    policy: {
      ...reconnectPolicy,
      waitMs: (attempt) => (attempt <= 30 ? 1 : null),
      pingMs: 30_000,
      pongMs: 20_000,
      watchdogMs: 5000,
    },
    start: { ...socketStart, diarize: false, transactionId: crypto.randomUUID() },
    onEvent: () => {},
  })
  const recorded: number[] = []
  const opened = socket.open()
  for (let i = 0; i < 45; i++) {
    if (i % 10 === 9) for (let silent = 0; silent < 160; silent++) recorded.push(0)
    const atFrame = recorded.length
    const pcm = Int16Array.from({ length: 256 }, (_, n) => ((atFrame + n) % 32_000) + 1)
    recorded.push(...pcm)
    socket.send({ pcm, atFrame })
  }
  await opened
  await socket.finish()
  expect(server.seen.connections).toBeGreaterThan(1)
  expect(server.seen.chunks).toBeGreaterThan(45)
  expect(new Set(server.seen.protocols)).toEqual(new Set(['chartside.ticket.abc']))
  expect(server.committed).toEqual(recorded)
})
