import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { socketPath, ticketProtocolPrefix } from '../../lib/contracts/index.ts'
import type { SpeechEngine } from '../../server/providers/speech/engine.ts'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { casesOf } from '../exhaustive.ts'
import { connectRaw, startMessage } from '../fakes/transcription-client.ts'
import { startTranscriptionServer } from '../fakes/transcription-server.ts'

const lines = ['How did you sleep?', 'About six hours a night.', 'And the week before?']
const script = lines.map((text, index) => ({
  speaker: (index % 2) as 0 | 1,
  text,
  fromMs: 500 + 2000 * index,
  toMs: 1500 + 2000 * index,
}))
const told = lines.map((text, index) => `Speaker ${index % 2}: ${text}`)

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
  const engine = opensLate(createScriptedEngine(script))
  // With the usual limits, most connections of the attacker would be refused at the start.
  const limits = { startsPerMinutePerPerson: 1_000_000, startsPerMinutePerAddress: 1_000_000 }
  server = await startTranscriptionServer({ engine, limits, durationEveryMs: 100 })
})
afterEach(async () => {
  for (const close of closing.splice(0)) close()
  await server.close()
})

/**
 * Records the conversation `lines` as the user ana. The audio is sent after `mayGoOn` has resolved. Returns the turns
 * that the client has received.
 */
async function record(mayGoOn: Promise<void> = Promise.resolve()): Promise<readonly string[]> {
  const client = connectRaw(server.url, { ticket: server.ticketFor('ana') })
  await client.send(startMessage())
  await client.until(() => client.types.includes('ready'))
  await mayGoOn
  await client.sound(6200)
  await client.send({ type: 'finish' })
  await client.until(() => client.types.includes('finished'))
  return client.turns
}

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
    expect(await record(opened.promise)).toEqual(told)
    await expect.poll(heard).toContain(last)
  })
})

describe('A socket that receives all kinds of messages in any order at full speed', () => {
  const bytes = fc.uint8Array({ maxLength: 5000 }).map((data) => Buffer.from(data))
  const message = fc.oneof(
    { weight: 6, arbitrary: fc.constant(startMessage()) },
    {
      weight: 4,
      arbitrary: fc.record({ type: fc.constant('gap'), ms: fc.double({ min: 0, max: 5000, noNaN: true }) }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('gap'), ms: fc.anything() }) },
    { weight: 4, arbitrary: fc.constant({ type: 'ping' }) },
    { weight: 1, arbitrary: fc.constant({ type: 'finish' }) },
    { weight: 4, arbitrary: bytes.map((data) => data.subarray(0, data.length - (data.length % 4))) },
    { weight: 1, arbitrary: bytes },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('start'), channels: fc.anything() }) },
    { weight: 1, arbitrary: fc.jsonValue() },
    { weight: 1, arbitrary: fc.string() },
    { weight: 1, arbitrary: fc.constant('x'.repeat(20_000)) },
  )
  /**
   * What an attacker sends. If the boolean is true, a valid start message comes first. Half of the conversations begin
   * like this, because the server refuses most messages unread if no valid start message came before.
   */
  const conversation = fc.tuple(fc.boolean(), fc.array(message, { minLength: 1, maxLength: 300 }))
  const seconds = Number(process.env.SOCKET_FUZZ_SECONDS ?? 0)
  const seed = Number(process.env.SOCKET_FUZZ_SEED ?? 20_261_122)

  async function attack(ownStart: boolean, messages: readonly unknown[]): Promise<void> {
    const client = connectRaw(server.url, { ticket: server.ticketFor('eve') })
    await client.opened
    if (ownStart) client.socket.send(JSON.stringify(startMessage()))
    for (const one of messages) {
      const isPlain = one instanceof Uint8Array || typeof one === 'string'
      client.socket.send(isPlain ? one : (JSON.stringify(one) ?? 'undefined'))
    }
    // The server must answer `finish` or end the connection. If it does neither, the test waits here until its time
    // limit.
    client.socket.send(JSON.stringify({ type: 'finish' }))
    await client.closed()
  }

  test(
    'answers or closes each of them, and another recording goes on',
    async () => {
      const endAt = Date.now() + seconds * 1000
      let isOver = false
      let round = 0
      const attacks = async () => {
        do {
          const conversations = fc.sample(conversation, { seed: seed + round++, numRuns: 40 })
          for (let at = 0; at < conversations.length; at += 8) {
            await Promise.all(conversations.slice(at, at + 8).map(([own, messages]) => attack(own, messages)))
          }
        } while (Date.now() < endAt)
        isOver = true
      }
      const recordings = async () => {
        do expect(await record()).toEqual(told)
        while (!isOver)
      }
      await Promise.all([attacks(), recordings()])
    },
    240_000 + seconds * 1000,
  )
})
