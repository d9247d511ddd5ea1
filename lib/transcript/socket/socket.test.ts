import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { socketStart } from '../../../tests/fakes/socket-start.ts'
import type { ServerMessage } from '../../contracts/socket.ts'
import { createSendBuffer } from '../sending/send-buffer.ts'
import type { WebSocketLike } from './connection.ts'
import { createReconnectPolicy, takeReconnectPolicy } from './reconnect-policy.ts'
import { createResumeOffset } from './resume-offset.ts'
import { createSocket, type SocketEvent, type SocketOptions, TicketRefused } from './socket.ts'

/** A fake WebSocket. The test acts as the server. */
class Wire extends EventTarget implements WebSocketLike {
  static all: Wire[] = []
  static get last(): Wire {
    const wire = Wire.all.at(-1)
    if (!wire) throw new Error('nothing was connected')
    return wire
  }
  readonly url: string
  readonly protocols: string[]
  readonly sent: (string | Int16Array)[] = []
  closed = false
  constructor(url: string, protocols: string[]) {
    super()
    this.url = url
    this.protocols = protocols
    Wire.all.push(this)
  }
  send(data: string | Int16Array<ArrayBuffer>) {
    this.sent.push(data)
  }
  close() {
    this.closed = true
  }
  override addEventListener(type: string, listener: unknown) {
    super.addEventListener(type, listener as EventListener)
  }
  open() {
    this.dispatchEvent(new Event('open'))
  }
  tell(...messages: ServerMessage[]) {
    for (const message of messages) this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
  /** Opens the connection and sends the greeting of a server whose timeline is at `duration` seconds. */
  greet(duration = 0) {
    this.open()
    this.tell({ type: 'duration', duration }, { type: 'ready' })
  }
  drop() {
    this.dispatchEvent(new Event('close'))
  }
  get messages() {
    return this.sent.filter((one) => typeof one === 'string').map((one) => JSON.parse(one).type)
  }
  get frames() {
    return this.sent.reduce((sum, one) => sum + (typeof one === 'string' ? 0 : one.length), 0)
  }
}

const start: SocketOptions['start'] = { ...socketStart, transactionId: '00000000-0000-4000-8000-000000000000' }

function setUp(options: Partial<SocketOptions> = {}) {
  const events: SocketEvent[] = []
  const socket = createSocket({
    url: 'ws://server/api/transcription',
    ticket: async () => 'once',
    start,
    onEvent: (event) => events.push(event),
    WebSocket: Wire,
    ...options,
  })
  const states = () => events.flatMap((event) => (event.type === 'state' ? [event.state] : []))
  return { socket, events, states, closing: () => events.find((e) => e.type === 'state' && e.state === 'closed') }
}
const chunk = (atFrame: number, frames = 2048) => ({ atFrame, pcm: new Int16Array(frames).fill(1) })
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function streaming(options: Partial<SocketOptions> = {}) {
  const all = setUp(options)
  const ready = all.socket.open()
  await pass(0)
  Wire.last.greet()
  await ready
  return all
}

beforeEach(() => {
  vi.useFakeTimers()
  Wire.all = []
})
afterEach(() => {
  vi.useRealTimers()
})

test('a take goes through connecting, ready, streaming, finishing and closed, and ends as finish', async () => {
  const { socket, states, closing } = await streaming()
  socket.send(chunk(0))
  const finished = socket.finish()
  expect(Wire.last.messages).toEqual(['start', 'finish'])
  Wire.last.tell({ type: 'finished' })
  await finished
  expect(states()).toEqual(['connecting', 'ready', 'streaming', 'finishing', 'closed'])
  expect(closing()).toMatchObject({ reason: 'finish' })
})

test('a second engine is told, and a new connection begins with the first one again', async () => {
  const { events } = await streaming()
  const engines = () => events.flatMap((event) => (event.type === 'engine' ? [event.second] : []))
  expect(engines()).toEqual([null])
  Wire.last.tell({ type: 'ready', engine: 'Pocketsphinx, on this server.' })
  expect(engines()).toEqual([null, 'Pocketsphinx, on this server.'])
  Wire.last.drop()
  await pass(1000)
  Wire.last.greet()
  expect(engines().at(-1)).toBeNull()
})

test('the ticket is sent as a subprotocol, a new one for every connection', async () => {
  let count = 0
  await streaming({ ticket: async () => `t${++count}` })
  Wire.last.drop()
  await pass(1000)
  expect(Wire.all.map(({ protocols }) => protocols)).toEqual([['chartside.ticket.t1'], ['chartside.ticket.t2']])
})

test('nothing is sent before ready, and everything kept until then is sent at ready', async () => {
  const { socket } = setUp()
  void socket.open()
  socket.send(chunk(0))
  await pass(0)
  Wire.last.open()
  expect(Wire.last.frames).toBe(0)
  Wire.last.tell({ type: 'ready' })
  expect(Wire.last.frames).toBe(2048)
})

test('a connection lost early is replaced after a second and the rest is sent from the committed position', async () => {
  const { socket, events } = await streaming()
  for (let i = 0; i < 10; i++) socket.send(chunk(i * 2048))
  Wire.last.tell({ type: 'duration', duration: (4 * 2048) / 16_000 })
  expect(events.at(-1)).toEqual({ type: 'duration', duration: 0.512 })
  Wire.last.drop()
  await pass(999)
  expect(Wire.all).toHaveLength(1)
  await pass(1)
  Wire.last.greet((5 * 2048 + 48) / 16_000)
  expect(Wire.last.frames).toBe(5 * 2048 - 48)
})

test('a stable connection is replaced at once; one that failed at once, or never became ready, after a second', async () => {
  const { socket } = await streaming({ policy: createReconnectPolicy(() => 1) })
  await pass(1000)
  Wire.last.drop()
  await pass(349)
  expect(Wire.all).toHaveLength(1)
  await pass(1)
  expect(Wire.all).toHaveLength(2)
  Wire.last.drop()
  await pass(999)
  expect(Wire.all).toHaveLength(2)
  await pass(1)
  expect(Wire.all).toHaveLength(3)
  Wire.last.greet()
  await pass(999)
  Wire.last.drop()
  await pass(999)
  expect(Wire.all).toHaveLength(3)
  await pass(1)
  expect(Wire.all).toHaveLength(4)
  socket.close()
})

test('after 30 reconnects, a second apart, the state is disconnected', async () => {
  const { socket, closing } = setUp()
  const ready = socket.open()
  const refused = expect(ready).rejects.toThrow('Socket closed before ready')
  for (let i = 0; i < 31; i++) {
    await pass(0)
    expect(Wire.all).toHaveLength(i + 1)
    expect(closing()).toBeUndefined()
    Wire.last.drop()
    await pass(1000)
  }
  await refused
  expect(Wire.all).toHaveLength(31)
  expect(closing()).toMatchObject({ reason: 'disconnected' })
})

test('with the policy of a take: 30 reconnects a second apart, then one every 30 s, until a connection is ready', async () => {
  const { socket, closing } = setUp({ policy: takeReconnectPolicy })
  void socket.open()
  for (let i = 0; i < 30; i++) {
    await pass(0)
    expect(Wire.all).toHaveLength(i + 1)
    Wire.last.drop()
    await pass(1000)
  }
  expect(Wire.all).toHaveLength(31)
  Wire.last.drop()
  await pass(29_999)
  expect(Wire.all).toHaveLength(31)
  await pass(1)
  expect(Wire.all).toHaveLength(32)
  Wire.last.greet()
  Wire.last.drop()
  await pass(1000)
  expect(Wire.all).toHaveLength(33)
  expect(closing()).toBeUndefined()
  socket.close()
})

test('with the policy of a take, a refused socket tries again after 30 s, and at once when asked to reconnect or to finish', async () => {
  let isSignedIn = false
  const { socket, events, closing } = setUp({
    policy: takeReconnectPolicy,
    ticket: async () => {
      if (!isSignedIn) throw new TicketRefused('Sign in to record.')
      return 'ticket'
    },
  })
  void socket.open()
  await pass(0)
  const refusals = () => events.filter(({ type }) => type === 'error').length
  expect(refusals()).toBe(1)
  await pass(29_999)
  expect(refusals()).toBe(1)
  await pass(1)
  expect(refusals()).toBe(2)
  isSignedIn = true
  socket.reconnect()
  await pass(0)
  Wire.last.greet()
  expect(socket.state).toBe('ready')
  Wire.last.tell({ type: 'error', error: 'The session has ended.', final: true })
  Wire.last.drop()
  expect(closing()).toBeUndefined()
  const finished = socket.finish()
  await pass(0)
  Wire.last.greet()
  Wire.last.tell({ type: 'finished' })
  await finished
})

test('a refusal after finish closes the socket as timeout at once, so that the user sees the reason', async () => {
  const { socket, closing } = await streaming({ policy: takeReconnectPolicy })
  const finished = expect(socket.finish()).rejects.toThrow('Socket closed before finishing')
  Wire.last.tell({ type: 'error', error: 'The session has ended.', final: true })
  Wire.last.drop()
  await finished
  expect(closing()).toMatchObject({ reason: 'timeout' })
})

test('the turns that the server already has are shown when the connection is ready, and only these', async () => {
  const { socket, events } = setUp()
  void socket.open()
  await pass(0)
  Wire.last.open()
  Wire.last.tell(
    { type: 'transcript', from: 0, transcript: ['first', 'second'] },
    { type: 'transcript', from: 1, transcript: ['second and more'] },
    { type: 'duration', duration: 3 },
  )
  const transcripts = () => events.filter(({ type }) => type === 'transcript')
  expect(transcripts()).toEqual([])
  Wire.last.tell({ type: 'ready' })
  expect(transcripts()).toEqual([
    { type: 'transcript', from: 0, transcript: ['first', 'second'] },
    { type: 'transcript', from: 1, transcript: ['second and more'] },
  ])
  socket.close()
})

test('before each connection `prepare` runs; while it fails, nothing is connected, and close during it opens nothing', async () => {
  const waiting = Promise.withResolvers<void>()
  const outcomes = [Promise.reject(new Error('away')), Promise.resolve(), waiting.promise]
  for (const outcome of outcomes) outcome.catch(() => {})
  const { socket } = setUp({ prepare: () => outcomes.shift() ?? Promise.resolve() })
  const opened = expect(socket.open()).rejects.toThrow('Socket closed before ready')
  await pass(999)
  expect(Wire.all).toHaveLength(0)
  await pass(1)
  expect(Wire.all).toHaveLength(1)
  Wire.last.drop()
  await pass(60_000)
  expect(Wire.all).toHaveLength(1)
  socket.close()
  await opened
  waiting.resolve()
  await pass(60_000)
  expect(Wire.all).toHaveLength(1)
})

/** Drops each connection soon after it was ready. */
async function dropOften(count: number, whenReady: (connection: number) => void) {
  for (let connection = 1; connection <= count; connection++) {
    Wire.last.drop()
    await pass(1000)
    Wire.last.greet()
    whenReady(connection)
  }
}

test('without waiting sound, a connection that was ready resets the count of reconnects', async () => {
  const { closing } = await streaming()
  await dropOften(40, () => {})
  expect(closing()).toBeUndefined()
})

test('sound that is committed resets the count of reconnects', async () => {
  const { socket, closing } = await streaming()
  socket.send(chunk(0, 16_000))
  await dropOften(60, (connection) => Wire.last.tell({ type: 'duration', duration: connection / 100 }))
  expect(closing()).toBeUndefined()
})

test('while the same sound waits, a connection that was ready does not reset the count of reconnects', async () => {
  const { socket, closing } = await streaming()
  socket.send(chunk(0))
  await dropOften(30, () => {})
  expect(closing()).toBeUndefined()
  Wire.last.drop()
  await pass(0)
  expect(closing()).toMatchObject({ reason: 'disconnected' })
  expect(Wire.all).toHaveLength(31)
})

test('pings are sent every 30 s; without a pong within 20 s the connection is dead', async () => {
  await streaming()
  await pass(30_000)
  expect(Wire.last.messages).toEqual(['start', 'ping'])
  Wire.last.tell({ type: 'pong' })
  await pass(30_000)
  expect(Wire.last.messages).toEqual(['start', 'ping', 'ping'])
  await pass(19_999)
  expect(Wire.last.closed).toBe(false)
  await pass(1)
  expect(Wire.last.closed).toBe(true)
  await pass(1000)
  expect(Wire.all).toHaveLength(2)
})

test('5 s of sending without any message back is a dead connection; a message in time keeps it', async () => {
  const { socket } = await streaming()
  socket.send(chunk(0))
  await pass(4000)
  Wire.last.tell({ type: 'duration', duration: 0 })
  socket.send(chunk(2048))
  await pass(4999)
  expect(Wire.last.closed).toBe(false)
  await pass(1)
  expect(Wire.last.closed).toBe(true)
})

test('a server may take its time for the last words', async () => {
  const { socket } = await streaming()
  socket.send(chunk(0))
  void socket.finish()
  await pass(20_000)
  expect(Wire.last.closed).toBe(false)
  Wire.last.tell({ type: 'finished' })
  expect(socket.state).toBe('closed')
})

test('a server that never becomes ready is abandoned after 20 s', async () => {
  const { socket } = setUp()
  void socket.open()
  await pass(0)
  Wire.last.open()
  await pass(20_000)
  expect(Wire.last.closed).toBe(true)
  await pass(1000)
  expect(Wire.all).toHaveLength(2)
})

test('a ticket that never arrives counts as a failed connection, and a late one opens nothing', async () => {
  const first = Promise.withResolvers<string>()
  const tickets = [first.promise, Promise.resolve('second')]
  const { socket } = setUp({ ticket: () => tickets.shift() ?? Promise.resolve('more') })
  void socket.open()
  await pass(21_000)
  expect(Wire.all.map(({ protocols }) => protocols[0])).toEqual(['chartside.ticket.second'])
  first.resolve('first')
  await pass(0)
  expect(Wire.all).toHaveLength(1)
})

test('a backlog over 50 is sent with pauses of 30 ms, the rest at once', async () => {
  const { socket } = setUp()
  void socket.open()
  for (let i = 0; i < 60; i++) socket.send(chunk(i * 2048))
  await pass(0)
  Wire.last.greet()
  const chunks = () => Wire.last.frames / 2048
  expect(chunks()).toBe(1)
  await pass(30)
  expect(chunks()).toBe(2)
  await pass(7 * 30)
  expect(chunks()).toBe(9)
  await pass(30)
  expect(chunks()).toBe(60)
})

test('at most 500 chunks wait for their acknowledgement', async () => {
  const { socket } = await streaming()
  const keepAlive = () => Wire.last.tell({ type: 'pong' })
  for (let i = 0; i < 600; i++) {
    socket.send(chunk(i * 2048))
    keepAlive()
  }
  await pass(4000)
  expect(Wire.last.frames / 2048).toBe(500)
  Wire.last.tell({ type: 'duration', duration: (10 * 2048) / 16_000 })
  await pass(1000)
  expect(Wire.last.frames / 2048).toBe(510)
})

test('a final error closes the socket as timeout once the server closes, without a reconnect', async () => {
  const { socket, events, closing } = await streaming()
  const finished = expect(socket.finish()).rejects.toThrow('Socket closed before finishing')
  Wire.last.tell({ type: 'error', error: 'There is no speech engine.', final: true })
  expect(events.at(-1)).toEqual({ type: 'error', message: 'There is no speech engine.', final: true })
  expect(closing()).toBeUndefined()
  Wire.last.drop()
  expect(closing()).toMatchObject({ reason: 'timeout' })
  await finished
  await pass(60_000)
  expect(Wire.all).toHaveLength(1)
})

test('a non-final error is reported and the take goes on', async () => {
  const { socket, events } = await streaming()
  Wire.last.tell({ type: 'error', error: 'One sentence was lost.' })
  expect(events.at(-1)).toEqual({ type: 'error', message: 'One sentence was lost.', final: false })
  socket.send(chunk(0))
  expect(Wire.last.frames).toBe(2048)
})

test('a refused ticket is final and has its own message', async () => {
  const { socket, events, closing } = setUp({
    ticket: async () => Promise.reject(new TicketRefused('Sign in to record.')),
  })
  await expect(socket.open()).rejects.toThrow('Socket closed before ready')
  expect(events).toContainEqual({ type: 'error', message: 'Sign in to record.', final: true })
  expect(closing()).toMatchObject({ reason: 'timeout' })
  expect(Wire.all).toHaveLength(0)
})

test('finish survives a lost connection: the rest and the finish are sent again', async () => {
  const { socket } = await streaming()
  socket.send(chunk(0))
  const finished = socket.finish()
  Wire.last.drop()
  await pass(1000)
  Wire.last.greet(1024 / 16_000)
  expect(Wire.last.frames).toBe(1024)
  expect(Wire.last.messages).toEqual(['start', 'finish'])
  Wire.last.tell({ type: 'finished' })
  await finished
})

test('if the network stays away, finish fails with its own message', async () => {
  const { socket } = await streaming()
  const failed = expect(socket.finish()).rejects.toThrow('Socket closed before finishing')
  for (let i = 0; i < 31; i++) {
    Wire.last.drop()
    await pass(1000)
  }
  await failed
})

test('opening twice and sending after the end are refused', async () => {
  const { socket } = await streaming()
  await expect(socket.open()).rejects.toThrow('Socket already initialized')
  socket.finish().catch(() => {})
  expect(() => socket.send(chunk(0))).toThrow('Audio stream closed')
  socket.close()
  expect(() => socket.send(chunk(0))).toThrow('Audio stream closed')
  await expect(socket.open()).rejects.toThrow('Audio stream closed')
})

test('if nothing is stored and a server starts from zero, the client’s position and settled words count, and the server’s turns follow them', async () => {
  const { socket, events } = await streaming({ start: { ...start, skipSave: true } })
  for (let i = 0; i < 4; i++) socket.send(chunk(i * 16_000, 16_000))
  Wire.last.tell(
    { type: 'transcript', from: 0, transcript: ['first', 'second and half a th'] },
    { type: 'duration', duration: 2, settled: { from: 1, transcript: ['second'] } },
    { type: 'transcript', from: 1, transcript: ['second and half a third'] },
  )
  Wire.last.drop()
  await pass(1000)
  Wire.last.greet(0)
  expect(Wire.last.frames).toBe(32_000)
  expect(events).toContainEqual({ type: 'transcript', from: 1, transcript: ['second'] })
  Wire.last.tell(
    { type: 'transcript', from: 0, transcript: ['and half a third'] },
    { type: 'duration', duration: 1.5, settled: { from: 0, transcript: ['and half a third'] } },
  )
  expect(events.slice(-2)).toEqual([
    { type: 'transcript', from: 2, transcript: ['and half a third'] },
    { type: 'duration', duration: 3.5 },
  ])
})

test('if nothing is stored, another socket of the same take continues after the settled words', async () => {
  const shared = { buffer: createSendBuffer({ channels: 1 }), resumeOffset: createResumeOffset() }
  const first = await streaming({ start: { ...start, skipSave: true }, ...shared })
  for (let i = 0; i < 2; i++) first.socket.send(chunk(i * 16_000, 16_000))
  Wire.last.tell(
    { type: 'transcript', from: 0, transcript: ['first'] },
    { type: 'duration', duration: 1, settled: { from: 0, transcript: ['first'] } },
  )
  first.socket.close()
  const second = await streaming({ start: { ...start, skipSave: true }, ...shared })
  expect(Wire.last.frames).toBe(16_000)
  expect(second.events).toContainEqual({ type: 'transcript', from: 0, transcript: ['first'] })
  Wire.last.tell({ type: 'transcript', from: 0, transcript: ['second'] })
  expect(second.events.at(-1)).toEqual({ type: 'transcript', from: 1, transcript: ['second'] })
})

test('a guess that was shown when the connection broke does not stay among the words', async () => {
  const { socket, events } = await streaming()
  socket.send(chunk(0))
  Wire.last.tell({ type: 'transcript', from: 0, transcript: ['perhaps'] })
  Wire.last.drop()
  await pass(1000)
  Wire.last.greet(0)
  expect(events).toContainEqual({ type: 'transcript', from: 0, transcript: [] })
})

test('messages of a server with another protocol are not accepted', async () => {
  await streaming()
  Wire.last.dispatchEvent(new MessageEvent('message', { data: '<html>' }))
  expect(Wire.last.closed).toBe(true)
})

test('close ends it as disconnected, and nothing follows', async () => {
  const { socket, events, closing } = await streaming()
  socket.close()
  expect(closing()).toMatchObject({ reason: 'disconnected' })
  const told = events.length
  Wire.last.tell({ type: 'transcript', from: 0, transcript: ['late'] })
  Wire.last.drop()
  await pass(60_000)
  expect(events).toHaveLength(told)
  expect(Wire.all).toHaveLength(1)
})

test('unclear words are told with their turns', async () => {
  const { events } = await streaming()
  Wire.last.tell(
    { type: 'transcript', from: 0, transcript: ['a b'], unclear: [[1]] },
    { type: 'transcript', from: 1, transcript: ['c'] },
  )
  expect(events.slice(-2)).toEqual([
    { type: 'transcript', from: 0, transcript: ['a b'], unclear: [[1]] },
    { type: 'transcript', from: 1, transcript: ['c'] },
  ])
})

test('an address that is not valid is a final error that says so', async () => {
  const { socket, events, closing } = setUp({
    WebSocket: class extends Wire {
      constructor() {
        super('', [])
        throw new SyntaxError('The URL is not valid.')
      }
    } as unknown as typeof Wire,
  })
  await expect(socket.open()).rejects.toThrow('Socket closed before ready')
  const message = 'The server’s address is not valid. Check it in the settings.'
  expect(events).toContainEqual({ type: 'error', message, final: true })
  expect(closing()).toMatchObject({ reason: 'timeout' })
})

test('a server that reports a final error and does not close is left after 5 s', async () => {
  const { closing } = await streaming()
  Wire.last.tell({ type: 'error', error: 'There is no speech engine.', final: true })
  await pass(4999)
  expect([closing(), Wire.last.closed]).toEqual([undefined, false])
  await pass(1)
  expect([closing()?.type, Wire.last.closed]).toEqual(['state', true])
})

test('a server that says it has finished before it was asked to is not believed', async () => {
  const { socket } = await streaming()
  socket.send(chunk(0))
  Wire.last.tell({ type: 'finished' })
  expect(socket.state).toBe('streaming')
})

test('a lost connection counts its failures until the next one is ready, or until the user asks for a reconnect', async () => {
  const { socket, events } = await streaming()
  const failures = () => events.findLast((event) => event.type === 'state')
  for (const count of [1, 2, 3]) {
    Wire.last.drop()
    expect(failures()).toEqual({ type: 'state', state: 'connecting', failures: count })
    await pass(1000)
  }
  Wire.last.greet()
  expect(failures()).toEqual({ type: 'state', state: 'ready', failures: 0 })
  Wire.last.drop()
  await pass(1000)
  Wire.last.drop()
  socket.reconnect()
  await pass(0)
  Wire.last.drop()
  expect(failures()).toEqual({ type: 'state', state: 'connecting', failures: 1 })
})

test('without a buffer of its take, a socket keeps the frames of two channels together', async () => {
  const { socket } = await streaming({ start: { ...start, channels: 2 } })
  socket.send({ atFrame: 0, pcm: new Int16Array(4096) })
  socket.send({ atFrame: 2048, pcm: new Int16Array(4096) })
  expect([Wire.last.messages, Wire.last.frames]).toEqual([['start'], 8192])
})

test('without a ticket, only the other subprotocols are sent, because the start message has the token', async () => {
  await streaming({ ticket: async () => null, protocols: ['chartside'] })
  expect(Wire.last.protocols).toEqual(['chartside'])
})
