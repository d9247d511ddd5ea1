import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { casesOf } from '../../../tests/exhaustive.ts'
import { socketStart } from '../../../tests/fakes/socket-start.ts'
import type { ClientMessage, ServerMessage } from '../../contracts/socket.ts'
import { applyTurns } from '../turns.ts'
import type { WebSocketLike } from './connection.ts'
import { takeReconnectPolicy } from './reconnect-policy.ts'
import { createSocket, type SocketEvent, TicketRefused } from './socket.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** One connection to the fake server. It answers in a later microtask, as a network does: never inside `send`. */
class Wire extends EventTarget implements WebSocketLike {
  readonly server: Server
  /** The samples of the server's timeline. 0: no audio. */
  readonly heard: number[] = []
  /** The value of the sample that must be at the first frame of this timeline. */
  readonly firstSample: number
  isOpen = true
  /**
   * True if the connection loses all messages in both directions without an event, like a network that has failed
   * unnoticed.
   */
  isMute = false
  constructor(server: Server) {
    super()
    this.server = server
    this.firstSample = server.stores ? 1 : server.clientFrame + 1
    if (server.stores) this.heard.push(...server.stored)
    server.wires.push(this)
    const { next } = server
    server.next = 'up'
    if (next === 'mute') this.isMute = true
    queueMicrotask(() => (next === 'down' ? this.drop() : this.#event(new Event('open'))))
  }
  override addEventListener(type: string, listener: unknown) {
    super.addEventListener(type, listener as EventListener)
  }
  #event(event: Event) {
    if (this.isOpen && !this.isMute) this.dispatchEvent(event)
  }
  tell(...messages: ServerMessage[]) {
    for (const message of messages)
      queueMicrotask(() => this.#event(new MessageEvent('message', { data: JSON.stringify(message) })))
  }
  drop() {
    this.#event(new Event('close'))
    this.isOpen = false
  }
  close() {
    this.isOpen = false
  }
  send(data: string | Int16Array<ArrayBuffer>) {
    if (!this.isOpen) throw new Error('This connection is closed.')
    if (this.isMute) return
    const { server } = this
    if (typeof data !== 'string') {
      for (const sample of data) {
        if (sample !== this.firstSample + this.heard.length) server.wrong++
        this.heard.push(sample)
      }
      return this.tell({ type: 'duration', duration: server.committed / 16_000 })
    }
    const message = JSON.parse(data) as ClientMessage
    if (message.type === 'start') server.greet(this)
    else if (message.type === 'ping') this.tell({ type: 'pong' })
    else if (message.type === 'gap') for (let i = 0; i < Math.round(message.ms * 16); i++) this.heard.push(0)
    else {
      server.commit(this, 1)
      this.tell({ type: 'finished' })
    }
  }
}

/**
 * A fake server. Each sample has its own number, and the transcript is the list of the numbers that the server has
 * received. So a test can check that no sample is lost, doubled or out of order. A server that stores nothing starts
 * every connection with an empty timeline.
 */
class Server {
  readonly stores: boolean
  readonly wires: Wire[] = []
  stored: number[] = []
  turns: string[] = []
  committed = 0
  /** The last committed position, in frames, that the client has reported in an event. */
  clientFrame = 0
  /** Number of samples that arrived at a wrong position of the timeline. */
  wrong = 0
  /** What happens to the next connection. */
  next: 'up' | 'down' | 'mute' = 'up'
  refusals = 0
  constructor(stores: boolean) {
    this.stores = stores
  }
  get wire() {
    return this.wires.findLast(({ isOpen, isMute }) => isOpen && !isMute)
  }
  greet(wire: Wire) {
    if (!this.stores) {
      this.committed = 0
      this.turns = []
    }
    wire.tell(
      ...(this.turns.length > 0 ? [{ type: 'transcript' as const, from: 0, transcript: this.turns }] : []),
      { type: 'duration', duration: this.committed / 16_000 },
      { type: 'ready' },
    )
  }
  /** Commits a share (0 to 1) of the audio that is not committed yet. Adds the words of this audio as one turn. */
  commit(wire: Wire, share: number) {
    const end = this.committed + Math.floor((wire.heard.length - this.committed) * share)
    const words = wire.heard.slice(this.committed, end).filter((sample) => sample !== 0)
    const change = { from: this.turns.length, transcript: words.length > 0 ? [words.join(' ')] : [] }
    this.turns.push(...change.transcript)
    this.committed = end
    if (this.stores) this.stored = wire.heard.slice(0, end)
    wire.tell(
      { type: 'transcript', ...change },
      { type: 'duration', duration: end / 16_000, ...(this.stores ? {} : { settled: change }) },
    )
  }
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('speak' as const),
      chunks: fc.constantFrom(1, 1, 3, 70),
      gap: fc.constantFrom(0, 0, 5),
      frames: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(0, 40, 1000, 6000, 35_000) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('commit' as const), share: fc.constantFrom(0.3, 1) }) },
  fc.record({ do: fc.constantFrom('guess' as const, 'drop' as const, 'mute' as const, 'error' as const) }),
  fc.record({ do: fc.constantFrom('refuse ticket' as const, 'reconnect' as const) }),
  fc.record({ do: fc.constant('next' as const), next: fc.constantFrom('down' as const, 'mute' as const) }),
)

/** Runs a take over these steps. */
async function take(stores: boolean, steps: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) {
  const server = new Server(stores)
  const events: SocketEvent[] = []
  let shown: string[] = []
  let end = 0
  const spoken: number[] = []
  const socket = createSocket({
    url: 'ws://server/api/transcription',
    policy: takeReconnectPolicy,
    async ticket() {
      if (server.refusals-- > 0) throw new TicketRefused('Sign in to record.')
      return 'once'
    },
    start: { ...socketStart, diarize: false, skipSave: !stores },
    onEvent(event) {
      events.push(event)
      if (event.type === 'transcript') shown = applyTurns(shown, event)
      if (event.type === 'duration') server.clientFrame = Math.round(event.duration * 16_000)
    },
    WebSocket: class extends Wire {
      constructor() {
        super(server)
      }
    },
  })
  const speak = (gap: number, frames: number) => {
    const atFrame = end + gap
    const pcm = Int16Array.from({ length: frames }, (_, i) => atFrame + i + 1)
    spoken.push(...pcm)
    end = atFrame + frames
    socket.send({ atFrame, pcm })
  }
  socket.open().catch(() => {})
  await vi.advanceTimersByTimeAsync(0)
  for (const one of steps) {
    const { wire } = server
    if (one.do === 'speak') for (let i = 0; i < one.chunks; i++) speak(i === 0 ? one.gap : 0, one.frames)
    else if (one.do === 'pass') await vi.advanceTimersByTimeAsync(one.ms)
    else if (one.do === 'next') server.next = one.next
    else if (one.do === 'refuse ticket') server.refusals = 1
    else if (one.do === 'reconnect') socket.reconnect()
    else if (wire === undefined || wire.heard.length < server.committed) continue
    else if (one.do === 'commit') server.commit(wire, one.share)
    else if (one.do === 'guess') wire.tell({ type: 'transcript', from: server.turns.length, transcript: ['perhaps'] })
    else if (one.do === 'drop') wire.drop()
    else if (one.do === 'mute') wire.isMute = true
    else wire.tell({ type: 'error', error: 'The session has ended.', final: true })
  }
  return { server, socket, events, spoken, words: () => shown.join(' ') }
}

const steps = fc.array(step, { maxLength: 30 })
const closings = (events: SocketEvent[]) =>
  events.flatMap((event) => (event.type === 'state' && event.state === 'closed' ? [event.reason] : []))

test('whatever happens to its connections, a take ends with every word once, in order and at its time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), steps, async (stores, given) => {
      vi.clearAllTimers()
      const { server, socket, events, spoken, words } = await take(stores, given)
      // From here on, the network has no faults. Two minutes are enough for the socket to detect a mute connection or a
      // refused ticket, and to connect again.
      server.next = 'up'
      server.refusals = 0
      await vi.advanceTimersByTimeAsync(120_000)
      const finished = socket.finish()
      await vi.advanceTimersByTimeAsync(60_000)
      await finished
      expect([words(), server.wrong, closings(events)]).toEqual([spoken.join(' '), 0, ['finish']])
      expect([vi.getTimerCount(), server.wires.filter(({ isOpen }) => isOpen)]).toEqual([0, []])
    }),
    { numRuns: casesOf('sending a recording', 200) },
  )
})

test('whenever it is closed, a socket leaves no connection and no timer, and reports nothing more', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), steps, fc.boolean(), async (stores, given, finishing) => {
      vi.clearAllTimers()
      const { server, socket, events } = await take(stores, given)
      if (finishing) socket.finish().catch(() => {})
      socket.close()
      const told = events.length
      expect([vi.getTimerCount(), server.wires.filter(({ isOpen }) => isOpen)]).toEqual([0, []])
      server.wires.at(-1)?.tell({ type: 'ready' })
      await vi.advanceTimersByTimeAsync(120_000)
      expect([events.length, vi.getTimerCount(), closings(events)]).toEqual([told, 0, ['disconnected']])
    }),
    { numRuns: casesOf('sending a recording', 200) },
  )
})
