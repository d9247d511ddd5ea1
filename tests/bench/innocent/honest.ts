import { ticketProtocolPrefix } from '../../../lib/contracts/index.ts'
import { startMessage } from '../../fakes/transcription-client.ts'
import { ask, newPerson } from '../../server/ask.ts'

/**
 * Times in milliseconds that two ordinary users waited during an attack: one reads reports (time for each response),
 * the other records (time for each pong).
 */
export interface Waits {
  reader: number[]
  recording: number[]
}

const everyMs = 100
const framesPerTurn = (16_000 * everyMs) / 1000

/**
 * Runs `work`, usually an attack by another client. Until it ends, one user reads the list of reports again and again,
 * and another records a visit. Returns how long these two users had to wait.
 */
export async function beside(url: string, work: () => Promise<unknown>): Promise<Waits> {
  const { accessToken } = await newPerson(url)
  const waits: Waits = { reader: [], recording: [] }
  const { body } = await ask(url, 'POST /api/user/transcription/ticket', { token: accessToken })
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/transcription`, [ticketProtocolPrefix + body.ticket])
  const ready = Promise.withResolvers<void>()
  let pingedAt = 0
  socket.addEventListener('message', ({ data }) => {
    const { type } = JSON.parse(String(data))
    if (type === 'ready') ready.resolve()
    if (type === 'pong') waits.recording.push(performance.now() - pingedAt)
  })
  socket.addEventListener('close', () => ready.reject(new Error('The honest recording was closed.')))
  socket.addEventListener('open', () => socket.send(JSON.stringify({ ...startMessage(), channels: 1 })))
  await ready.promise
  const recording = setInterval(() => {
    socket.send(new Int16Array(framesPerTurn))
    // Send the next ping only after the last pong. Otherwise, a pong could not be assigned to its ping.
    if (waits.recording.length === pings) {
      pings++
      pingedAt = performance.now()
      socket.send(JSON.stringify({ type: 'ping' }))
    }
  }, everyMs)
  let pings = 0
  let isOver = false
  const reader = (async () => {
    while (!isOver) {
      const begun = performance.now()
      const answer = await ask(url, 'GET /api/user/layouts', { token: accessToken })
      if (answer.status !== 200) throw new Error(`The honest reader was answered ${answer.status}.`)
      waits.reader.push(performance.now() - begun)
      await new Promise((next) => setTimeout(next, everyMs / 2))
    }
  })()
  try {
    await work()
  } finally {
    isOver = true
    await reader
    clearInterval(recording)
    if (pings > waits.recording.length) waits.recording.push(performance.now() - pingedAt)
    socket.close()
  }
  return waits
}

/** The value below which the given share of the numbers lies. */
export const percentile = (numbers: number[], share: number): number =>
  [...numbers].sort((one, other) => one - other)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0
