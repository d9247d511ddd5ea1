import { afterEach, describe, expect, it } from 'vitest'
import type { SpeechEngine } from '../../server/providers/speech/index.ts'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { createConnectionLimits, socketLimits, TooMany } from '../../server/transcription/connection-limits.ts'
import type { SocketLimits } from '../../server/transcription/index.ts'
import { createSoundMemory } from '../../server/transcription/index.ts'
import { connectRaw, startMessage } from '../fakes/transcription-client.ts'
import { startTranscriptionServer } from '../fakes/transcription-server.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function serve(limits: Partial<SocketLimits>) {
  const server = await startTranscriptionServer({ engine: createScriptedEngine([]), limits })
  closing.push(server.close)
  const record = (owner: string, over = {}) => {
    const client = connectRaw(server.url, { ticket: server.ticketFor(owner) })
    closing.push(() => client.socket.terminate())
    client.send(startMessage(over)).catch(() => {})
    return client
  }
  return { server, record }
}
const isReady = (client: ReturnType<typeof connectRaw>) => client.until(() => client.types.includes('ready'))

describe('limits of the socket', () => {
  it('let one person make only so many recordings at once, without affecting another person', async () => {
    const { record } = await serve({ socketsPerPerson: 2 })
    const first = record('ana')
    await isReady(first)
    await isReady(record('ana'))
    const third = record('ana')
    expect(await third.closed()).toBe(1013)
    expect(third.received.at(-1)).toEqual({
      type: 'error',
      error: 'Too many recordings are running with this account. Finish one of them first.',
    })
    await isReady(record('ben'))
    await first.send({ type: 'finish' })
    await first.closed()
    await isReady(record('ana'))
  })

  it('do not count a connection whose take continues on a newer one: it is ended', async () => {
    const { record } = await serve({ socketsPerPerson: 1 })
    const over = { transactionId: '0e9b7c3e-4b1c-4f0e-9d0a-1f7a7a4f0001' }
    const left = record('ana', over)
    await isReady(left)
    await isReady(record('ana', over))
    await left.closed()
    expect(left.received.at(-1)).toMatchObject({
      error: 'This recording continues on a newer connection, so this connection was closed.',
      final: true,
    })
  })

  it('answer a plain HTTP call, which opens no socket, with a sentence', async () => {
    const { server } = await serve({})
    const answer = await fetch(server.url.replace('ws:', 'http:'))
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({
      message:
        'Recordings are sent to this address over a WebSocket. Open a WebSocket connection instead of sending an HTTP request.',
      code: 'no_such_call',
    })
  })

  it('refuse more connections from one address than allowed', async () => {
    const { server } = await serve({ unknownSocketsPerAddress: 1 })
    const first = connectRaw(server.url)
    closing.push(() => first.socket.terminate())
    await first.opened
    const second = connectRaw(server.url)
    second.socket.on('error', () => {})
    await expect(second.opened).rejects.toThrow('429')
    const answer = await fetch(server.url.replace('ws:', 'http:'))
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  it('do not count connections of known people for their address', async () => {
    const { server, record } = await serve({ unknownSocketsPerAddress: 1, unknownStartsPerMinutePerAddress: 1 })
    for (const owner of ['ana', 'ben', 'eva']) await isReady(record(owner))
    const unknown = connectRaw(server.url)
    closing.push(() => unknown.socket.terminate())
    await unknown.opened
    const next = connectRaw(server.url)
    next.socket.on('error', () => {})
    await expect(next.opened).rejects.toThrow('429')
  })

  it('count starts with a ticket that is not valid, and then refuse the address, unless it is trusted', () => {
    let nowMs = 0
    const limits = createConnectionLimits({ ...socketLimits, unknownStartsPerMinutePerAddress: 2 }, () => nowMs, {
      isTrusted: (address) => address === '198.51.100.7',
    })
    for (const address of ['203.0.113.9', '198.51.100.7'])
      for (let at = 0; at < 2; at++) {
        expect(limits.isFull(address)).toBe(false)
        limits.refuse(address)
      }
    expect([limits.isFull('203.0.113.9'), limits.isFull('203.0.113.10'), limits.isFull('198.51.100.7')]).toEqual([
      true,
      false,
      false,
    ])
    nowMs += 30_000
    expect(limits.isFull('203.0.113.9')).toBe(false)
  })

  it('allow a number of recordings to start per minute, and more in the next minute', () => {
    let nowMs = 0
    const visitors = createConnectionLimits({ ...socketLimits, startsPerMinutePerPerson: 3 }, () => nowMs)
    const start = (person: string, transactionId: string) =>
      visitors.start({ address: '192.0.2.1', person, transactionId, overtaken: () => {} })()
    for (const id of ['1', '2', '3']) start('ana', id)
    expect(() => start('ana', '4')).toThrow(TooMany)
    start('ben', '5')
    nowMs += 20_000
    start('ana', '6')
    expect(() => start('ana', '7')).toThrow(TooMany)
  })

  it('bound the sound of all recordings together: new ones get 503, and one that sends more continues elsewhere', async () => {
    // An engine that is stuck: it takes no sound.
    const stuck: SpeechEngine = {
      ...createScriptedEngine([]),
      open: async () => ({
        events: (async function* () {
          await new Promise(() => {})
        })(),
        write: () => new Promise(() => {}),
        finish: async () => {},
        close: () => {},
      }),
    }
    const memory = createSoundMemory(100_000)
    const server = await startTranscriptionServer({ engine: stuck, memory })
    closing.push(server.close)
    const record = async (owner: string) => {
      const client = connectRaw(server.url, { ticket: server.ticketFor(owner) })
      closing.push(() => client.socket.terminate())
      await client.send(startMessage())
      await isReady(client)
      return client
    }
    const [first, second] = [await record('ana'), await record('ben')]
    for (let at = 0; at < 11; at++) await first.send(Buffer.alloc(8_000))
    await expect.poll(() => memory.isFull()).toBe(true)
    const third = connectRaw(server.url, { ticket: server.ticketFor('eva') })
    third.socket.on('error', () => {})
    await expect(third.opened).rejects.toThrow('503')
    const answer = await fetch(server.url.replace('ws:', 'http:'))
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true])
    for (let at = 0; at < 4; at++) await second.send(Buffer.alloc(8_000))
    expect(await second.closed()).toBe(1013)
    expect(second.received.at(-1)).toEqual({
      type: 'error',
      error:
        'This server has no room for more sound. Chartside connects to another one by itself, and then the recording continues.',
    })
    expect(memory.bytes()).toBeLessThanOrEqual(100_000)
    first.socket.terminate()
    await expect.poll(() => memory.bytes()).toBe(0)
    await record('eva')
  })

  it('refuse a text message that is longer than any valid one', async () => {
    const { record } = await serve({})
    const client = record('ana')
    await isReady(client)
    await client.send(' '.repeat(17 * 1024))
    expect(await client.closed()).toBe(1009)
    expect(client.received.at(-1)).toMatchObject({ type: 'error', final: true })
  })

  it('end a recording that is a day long', async () => {
    const { record } = await serve({})
    const client = record('ana')
    await client.send({ type: 'gap', ms: 86_400_000 })
    await client.send({ type: 'gap', ms: 1 })
    await client.closed()
    expect(client.received.at(-1)).toMatchObject({
      error: 'This recording is as long as a recording can be. Finish it and start another one.',
    })
  })
})
