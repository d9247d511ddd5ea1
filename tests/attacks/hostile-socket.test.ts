import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { socketPath, ticketProtocolPrefix } from '../../lib/contracts/index.ts'
import type { SpeechEngine } from '../../server/providers/speech/engine.ts'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { casesOf } from '../exhaustive.ts'
import { startMessage } from '../fakes/transcription-client.ts'
import { startTranscriptionServer } from '../fakes/transcription-server.ts'
import { honestScript, honestTurns, recordHonestly } from '../fuzz/honest-recording.ts'

/**
 * Delays the opening of takes with one channel by `opensAfterMs`. Only the attacker opens such takes. So the server
 * queues all messages of the attacker before the take is open.
 */
function opensLate(engine: SpeechEngine): SpeechEngine {
  return {
    ...engine,
    async open(options) {
      if (options.channels === 1) {
        await pause(opensAfterMs)
        opened.resolve()
      }
      return engine.open(options)
    },
  }
}
/**
 * Time in ms after which the engine of the attacker's take opens. It is long enough for the attacker to send all
 * messages before.
 */
const opensAfterMs = 4000

let opened: PromiseWithResolvers<void>
let server: Awaited<ReturnType<typeof startTranscriptionServer>>
const closing: (() => unknown)[] = []
beforeEach(async () => {
  opened = Promise.withResolvers<void>()
  const engine = opensLate(createScriptedEngine(honestScript))
  // With the usual limits, most connections of the attacker would be refused at the start.
  const limits = { startsPerMinutePerPerson: 1_000_000, startsPerMinutePerAddress: 1_000_000 }
  server = await startTranscriptionServer({ engine, limits, durationEveryMs: 100 })
})
afterEach(async () => {
  for (const close of closing.splice(0)) close()
  await server.close()
})

/** Encodes a message as a client's text frame, masked with zeros. The JSON must be shorter than 126 bytes. */
function frameOf(message: object): Buffer {
  const text = Buffer.from(JSON.stringify(message))
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text])
}

/**
 * Opens a connection, starts a take of one channel, and then writes `bytes` unchanged, as fast as they are accepted.
 */
function attackWith(bytes: Buffer) {
  const socket = connect(server.port, '127.0.0.1')
  closing.push(() => socket.destroy())
  socket.on('error', () => {})
  const key = randomBytes(16).toString('base64')
  const protocol = ticketProtocolPrefix + server.ticketFor('eve')
  socket.write(
    `GET ${socketPath} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Protocol: ${protocol}\r\n\r\n`,
  )
  let heard = ''
  socket.on('data', (data) => {
    heard = (heard + data.toString('latin1')).slice(-100_000)
  })
  const start = Buffer.from(JSON.stringify(startMessage({ channels: 1 })))
  const head = Buffer.from([0x81, 0x80 | 126, start.length >> 8, start.length & 0xff, 0, 0, 0, 0])
  socket.write(Buffer.concat([head, start, bytes]))
  return { heard: () => heard }
}

const gap = frameOf({ type: 'gap', ms: 1 })
/** A binary WebSocket frame with two audio frames. */
const audio = Buffer.from([0x82, 0x84, 0, 0, 0, 0, 0, 0, 0, 0])
const ping = frameOf({ type: 'ping' })

describe('A socket that receives messages without end', () => {
  const thousands = casesOf('hostile sockets', 1000)
  test.each([
    ['gaps', Buffer.alloc(gap.length * thousands * 1000, gap), `"duration":${thousands}`],
    [
      'gaps and two frames of audio by turns',
      Buffer.alloc((gap.length + audio.length) * thousands * 200, Buffer.concat([gap, audio])),
      `"duration":${thousands * 0.225}`,
    ],
    ['pings', Buffer.alloc(ping.length * thousands * 300, ping), '"pong"'],
  ])('(%s) does not disturb another recording, and loses none of its own messages', async (_, bytes, last) => {
    const { heard } = attackWith(bytes)
    expect(await recordHonestly(server, opened.promise)).toEqual(honestTurns)
    await expect.poll(heard).toContain(last)
  })
})
