import { randomUUID } from 'node:crypto'
import PartySocket from 'partysocket/ws'
import ReconnectingWebSocket from 'reconnecting-websocket'
import { serverMessage, socketPath } from '../../../lib/contracts/index.ts'
import { playNumbered, type Recording } from '../../fakes/numbered-recording.ts'
import { startMessage } from '../../fakes/transcription-client.ts'

/** The functions that `partysocket` and `reconnecting-websocket` have in common. */
interface Reconnecting {
  send(data: string | ArrayBuffer): void
  close(): void
  addEventListener(type: 'open' | 'close', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
}
const options = (speed: number) => ({
  minReconnectionDelay: 1000 / speed,
  maxReconnectionDelay: 1000 / speed,
  connectionTimeout: 20_000 / speed,
})

/** Libraries whose sockets reconnect by themselves, configured to retry every second like our client. */
export const peers: Record<string, (url: string, speed: number) => Reconnecting> = {
  partysocket: (url, speed) => new PartySocket(url, [], options(speed)) as unknown as Reconnecting,
  'reconnecting-websocket': (url, speed) =>
    new ReconnectingWebSocket(url, [], { ...options(speed), WebSocket }) as unknown as Reconnecting,
}

const finishWithinMs = 5000

/**
 * Records with a socket of another library, as an ordinary program would:
 * - audio that arrives while the socket is not ready is sent later
 * - audio that was sent counts as delivered, because the library reports nothing more
 * Returns the take's id once the server has finished or has stopped answering.
 */
export async function recordWithPeer(
  connect: (url: string, speed: number) => Reconnecting,
  { port, authorization, ...recording }: Recording & { port: number; authorization: string },
): Promise<string> {
  const transactionId = randomUUID()
  const socket = connect(`ws://127.0.0.1:${port}${socketPath}`, recording.speed)
  const waiting: ArrayBuffer[] = []
  let ready = false
  const over = Promise.withResolvers<void>()
  socket.addEventListener('open', () => socket.send(JSON.stringify(startMessage({ transactionId, authorization }))))
  socket.addEventListener('close', () => {
    ready = false
  })
  socket.addEventListener('message', ({ data }) => {
    const { type } = serverMessage.parse(JSON.parse(String(data)))
    if (type === 'finished') over.resolve()
    if (type !== 'ready') return
    ready = true
    for (const pcm of waiting.splice(0)) socket.send(pcm)
  })
  await playNumbered(recording, ({ pcm }) => {
    if (ready) socket.send(pcm.buffer)
    else waiting.push(pcm.buffer)
  })
  const timer = setTimeout(over.resolve, finishWithinMs)
  const ask = setInterval(() => {
    if (ready) socket.send(JSON.stringify({ type: 'finish' }))
  }, 500)
  await over.promise
  clearTimeout(timer)
  clearInterval(ask)
  socket.close()
  return transactionId
}
