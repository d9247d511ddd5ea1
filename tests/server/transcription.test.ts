import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { limits } from '../../lib/contracts/index.ts'
import { reconnectPolicy } from '../../lib/transcript/socket/reconnect-policy.ts'
import { createSocket } from '../../lib/transcript/socket/socket.ts'
import type { EngineEvent } from '../../server/providers/speech/engine.ts'
import { createEventQueue } from '../../server/providers/speech/event-queue.ts'
import { createScriptedEngine, type SpeechScript } from '../../server/providers/speech/scripted.ts'
import { createMemoryTakes } from '../fakes/takes.ts'
import { connectRaw, type NamedStart, startMessage } from '../fakes/transcription-client.ts'
import { startTranscriptionServer } from '../fakes/transcription-server.ts'

const visit: SpeechScript = [
  { speaker: 0, text: 'How did you sleep?', fromMs: 500, toMs: 1500 },
  { speaker: 1, text: 'About six hours a night.', fromMs: 2000, toMs: 3500 },
  { speaker: 0, text: 'That is better.', fromMs: 4000, toMs: 5000 },
  { speaker: 1, text: 'Yes, much better.', fromMs: 5500, toMs: 6500 },
]
const visitTurns = [
  'Speaker 0: How did you sleep?',
  'Speaker 1: About six hours a night.',
  'Speaker 0: That is better.',
  'Speaker 1: Yes, much better.',
]

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

type ServerOptions = Partial<Parameters<typeof startTranscriptionServer>[0]>
async function serve(options: ServerOptions = {}) {
  const server = await startTranscriptionServer({ engine: createScriptedEngine(visit), ...options })
  closing.push(server.close)
  return server
}
function connect(...arguments_: Parameters<typeof connectRaw>) {
  const client = connectRaw(...arguments_)
  closing.push(() => client.socket.terminate())
  return client
}

describe('a take from start to finish', () => {
  it('sends its messages in order: ids, position, ready, words, finished', async () => {
    const takes = createMemoryTakes()
    const server = await serve({ takes })
    const client = connect(server.url, { ticket: server.ticketFor('ana') })
    const start = startMessage()
    await client.send(start)
    await client.until(() => client.types.includes('ready'))
    expect(client.types).toEqual(['transactionId', 'requestId', 'duration', 'ready'])
    expect(client.duration).toBe(0)
    await client.sound(7000)
    await client.until(() => client.turns.length === 4)
    await client.send({ type: 'finish' })
    expect(await client.closed()).toBe(1000)
    expect(client.turns).toEqual(visitTurns)
    expect(client.types.at(-1)).toBe('finished')
    expect(client.duration).toBe(7)
    expect(takes.kept.get(start.transactionId)).toMatchObject({
      turns: visitTurns,
      durationFrames: 112_000,
      finished: true,
    })
  })

  it('shows guesses while somebody speaks, and stores none of them', async () => {
    const takes = createMemoryTakes()
    const server = await serve({ takes })
    const client = connect(server.url, { ticket: server.ticketFor('ana') })
    const start = startMessage()
    await client.send(start)
    await client.sound(2800)
    await client.until(() => client.turns[1] === 'Speaker 1: About six' && client.duration === 2)
    expect(takes.kept.get(start.transactionId)?.turns).toEqual(visitTurns.slice(0, 1))
  })

  it('repeats the position while audio arrives, even if nothing new is committed', async () => {
    const server = await serve()
    const client = connect(server.url, { ticket: server.ticketFor('ana') })
    await client.send(startMessage())
    const count = () => client.types.filter((type) => type === 'duration').length
    // An utterance has begun and has not ended. The position cannot move past the start of this utterance.
    await client.sound(1024)
    await client.until(() => client.duration === 0.5)
    for (let times = 0; times < 3; times++) {
      const told = count()
      await client.sound(16)
      await client.until(() => count() > told)
      expect(client.duration).toBe(0.5)
    }
  })

  it('marks a pause of 30 s or more in the shown and the stored words, and of a dictation none (product 9.33)', async () => {
    const script: SpeechScript = [
      { speaker: 1, text: 'About six hours.', fromMs: 500, toMs: 1500 },
      { speaker: 1, text: 'Much better.', fromMs: 242_500, toMs: 243_500 },
    ]
    const takes = createMemoryTakes()
    const server = await serve({ takes, engine: createScriptedEngine(script) })
    const turnsOf = async (skipSave: boolean) => {
      const client = connect(server.url, { ticket: server.ticketFor('ana') })
      const start = startMessage({ skipSave })
      await client.send(start)
      await client.sound(2000)
      // Silence arrives in parts.
      for (const ms of [100_000, 140_000]) await client.send({ type: 'gap', ms })
      await client.sound(2000)
      await client.send({ type: 'finish' })
      expect(await client.closed()).toBe(1000)
      return { shown: client.turns, stored: takes.kept.get(start.transactionId)?.turns }
    }
    const marked = ['Speaker 1: About six hours.', '[Pause: 4 min]', 'Speaker 1: Much better.']
    expect(await turnsOf(false)).toEqual({ shown: marked, stored: marked })
    expect((await turnsOf(true)).shown).toEqual(['Speaker 1: About six hours. Much better.'])
  })

  it('moves the timeline by a gap, and the words after it keep their position', async () => {
    const takes = createMemoryTakes()
    const server = await serve({ takes })
    const client = connect(server.url, { ticket: server.ticketFor('ana') })
    const start = startMessage()
    await client.send(start)
    await client.send({ type: 'gap', ms: 1800.5 })
    await client.sound(2000)
    await client.until(() => client.turns.length === 1)
    await client.send({ type: 'gap', ms: 1700 })
    await client.sound(1500)
    await client.send({ type: 'finish' })
    await client.closed()
    expect(client.turns).toEqual(['Speaker 1: About six hours a night. Yes, much better.'])
    expect(client.duration).toBe(7.0005)
  })

  it('answers pings while the engine is busy', async () => {
    const engine = createScriptedEngine([])
    let letGo = () => {}
    const busy = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const open: typeof engine.open = async (options) => {
      const stream = await engine.open(options)
      return { ...stream, write: () => busy }
    }
    const server = await serve({ engine: { ...engine, open } })
    const client = connect(server.url, { ticket: server.ticketFor('ana') })
    await client.send(startMessage())
    await client.sound(5000)
    await client.send({ type: 'ping' })
    await client.until(() => client.types.includes('pong'))
    letGo()
  })

  it('names no speaker with one channel and an engine that does not distinguish voices', async () => {
    const server = await serve({ engine: { ...createScriptedEngine(visit), diarizes: false } })
    const client = connect(server.url, { ticket: server.ticketFor('ana') })
    await client.send(startMessage({ channels: 1 }))
    await client.sound(1600, 1)
    await client.send({ type: 'finish' })
    await client.closed()
    expect(client.turns).toEqual(['How did you sleep?'])
  })
})

describe('a take that is interrupted', () => {
  it('continues on another server from the committed position, and ends as if nothing had happened', async () => {
    const takes = createMemoryTakes()
    const first = await serve({ takes })
    const start = startMessage()
    const before = connect(first.url, { ticket: first.ticketFor('ana') })
    await before.send(start)
    await before.sound(4600)
    await before.until(() => (before.duration ?? 0) >= 4)
    before.socket.terminate()

    const second = await serve({ takes })
    const after = connect(second.url, { ticket: second.ticketFor('ana') })
    await after.send(start)
    await after.until(() => after.types.includes('ready'))
    expect(after.types).toEqual(['transactionId', 'requestId', 'transcript', 'duration', 'ready'])
    expect(after.turns).toEqual(visitTurns.slice(0, 2))
    expect(after.duration).toBe(4)
    await after.sound(3000)
    await after.send({ type: 'finish' })
    await after.closed()
    expect(after.turns).toEqual(visitTurns)
    expect(takes.kept.get(start.transactionId)).toMatchObject({ turns: visitTurns, finished: true })
  })

  it('emits no word twice when one channel is committed further than the other', async () => {
    const overlapping: SpeechScript = [
      { speaker: 0, text: 'A long story that goes on.', fromMs: 500, toMs: 6000 },
      { speaker: 1, text: 'I see.', fromMs: 1000, toMs: 2000 },
    ]
    const takes = createMemoryTakes()
    const server = await serve({ takes, engine: createScriptedEngine(overlapping) })
    const start = startMessage()
    const before = connect(server.url, { ticket: server.ticketFor('ana') })
    await before.send(start)
    await before.sound(3000)
    await before.until(() => (before.duration ?? 0) > 0)
    expect(takes.kept.get(start.transactionId)?.turns).toEqual(['Speaker 1: I see.'])
    before.socket.terminate()
    const after = connect(server.url, { ticket: server.ticketFor('ana') })
    await after.send(start)
    await after.until(() => after.types.includes('ready'))
    expect(after.duration).toBe(0.5)
    await after.sound(6000)
    await after.send({ type: 'finish' })
    await after.closed()
    expect(after.turns).toEqual(['Speaker 1: I see.', 'Speaker 0: A long story that goes on.'])
  })

  it('cannot be written by the abandoned connection any more', async () => {
    const takes = createMemoryTakes()
    const server = await serve({ takes })
    const start = startMessage()
    const old = connect(server.url, { ticket: server.ticketFor('ana') })
    await old.send(start)
    await old.until(() => old.types.includes('ready'))
    const fresh = connect(server.url, { ticket: server.ticketFor('ana') })
    await fresh.send(start)
    await fresh.until(() => fresh.types.includes('ready'))
    await old.sound(2000)
    await old.closed()
    expect(old.received.at(-1)).toEqual({
      type: 'error',
      error: 'This recording continues on a newer connection, so this connection was closed.',
      final: true,
    })
    expect(takes.kept.get(start.transactionId)?.turns).toEqual([])
  })

  it('keeps its words while the database is down and commits them when it is back', async () => {
    const takes = createMemoryTakes()
    const server = await serve({ takes })
    const client = connect(server.url, { ticket: server.ticketFor('ana') })
    const start = startMessage()
    await client.send(start)
    await client.until(() => client.types.includes('ready'))
    takes.failCommits(2)
    await client.sound(7000)
    await client.send({ type: 'finish' })
    await client.closed()
    expect(client.types.at(-1)).toBe('finished')
    expect(takes.kept.get(start.transactionId)?.turns).toEqual(visitTurns)
  })

  it('arrives complete through the real client, wherever its connections drop', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 54 }), { maxLength: 3 }), async (drops) => {
        const takes = createMemoryTakes()
        const server = await startTranscriptionServer({ engine: createScriptedEngine(visit), takes })
        const sockets: WebSocket[] = []
        class Droppable extends WebSocket {
          constructor(url: string | URL, protocols?: string | string[]) {
            super(url, protocols)
            sockets.push(this)
          }
        }
        const { type: _, ...start } = startMessage() as NamedStart
        const client = createSocket({
          url: server.url,
          start,
          ticket: async () => server.ticketFor('ana'),
          onEvent: () => {},
          policy: { ...reconnectPolicy, waitMs: () => 1, watchdogMs: 20_000 },
          WebSocket: Droppable,
        })
        await client.open()
        for (let chunk = 0; chunk < 55; chunk++) {
          client.send({ pcm: new Int16Array(2048 * 2), atFrame: chunk * 2048 })
          if (drops.includes(chunk)) sockets.at(-1)?.close()
          await new Promise((resolve) => setImmediate(resolve))
        }
        await client.finish()
        await server.close()
        expect(takes.kept.get(start.transactionId)).toMatchObject({ turns: visitTurns, finished: true })
      }),
      { numRuns: 8 },
    )
  })
})

describe('a take that is not stored', () => {
  it('leaves no data behind', async () => {
    const takes = createMemoryTakes()
    const server = await serve({ takes })
    const client = connect(server.url, { ticket: server.ticketFor('ana') })
    await client.send(startMessage({ skipSave: true }))
    await client.sound(2000)
    await client.send({ type: 'finish' })
    await client.closed()
    expect(client.turns).toEqual(visitTurns.slice(0, 1))
    expect(takes.kept.size).toBe(0)
  })

  it('sends with each position the settled words up to it, without guesses', async () => {
    const server = await serve()
    const client = connect(server.url, { ticket: server.ticketFor('ana') })
    await client.send(startMessage({ skipSave: true, channels: 1, diarize: false }))
    await client.sound(2800, 1)
    const settled = () => client.received.findLast((message) => message.type === 'duration')?.settled
    await client.until(() => client.duration === 2)
    expect(client.turns).toEqual(['How did you sleep? About six'])
    expect(settled()).toEqual({ from: 0, transcript: ['How did you sleep?'] })
    await client.send({ type: 'finish' })
    await client.closed()
    expect(settled()).toEqual({ from: 0, transcript: client.turns })
  })

  it('continues on a newer connection of the same person; another person’s take with the same id gets nothing of it', async () => {
    const server = await serve()
    const over = startMessage({ skipSave: true })
    const first = connect(server.url, { ticket: server.ticketFor('ana') })
    await first.send(over)
    await first.sound(2000)
    await first.until(() => first.turns.length === 1)
    const other = connect(server.url, { ticket: server.ticketFor('ben') })
    await other.send(over)
    await other.until(() => other.types.includes('ready'))
    expect([other.turns, other.duration]).toEqual([[], 0])
    const newer = connect(server.url, { ticket: server.ticketFor('ana') })
    await newer.send(over)
    await newer.until(() => newer.types.includes('ready'))
    await first.closed()
    expect(first.received.at(-1)).toMatchObject({
      error: 'This recording continues on a newer connection, so this connection was closed.',
    })
    await other.sound(2000)
    await other.until(() => other.turns.length === 1)
  })
})

it('a start without an id gets one from the server, under which the words are stored and the take continues', async () => {
  const takes = createMemoryTakes()
  const server = await serve({ takes })
  const { transactionId: _, ...nameless } = startMessage()
  const first = connect(server.url, { ticket: server.ticketFor('ana') })
  await first.send(nameless)
  await first.until(() => first.types.includes('ready'))
  const announced = first.received.find((message) => message.type === 'transactionId')?.transactionId ?? ''
  await first.sound(2000)
  await first.until(() => first.turns.length === 1)
  const second = connect(server.url, { ticket: server.ticketFor('ana') })
  await second.send(startMessage({ transactionId: announced }))
  await second.until(() => second.types.includes('ready'))
  await first.closed()
  expect(first.received.at(-1)).toMatchObject({
    error: 'This recording continues on a newer connection, so this connection was closed.',
  })
  await second.send({ type: 'finish' })
  await second.closed()
  expect([...takes.kept.keys()]).toEqual([announced])

  const other = connect(server.url, { ticket: server.ticketFor('ana') })
  await other.send(nameless)
  await other.until(() => other.types.includes('ready'))
  expect(other.received.find((message) => message.type === 'transactionId')).not.toMatchObject({
    transactionId: announced,
  })
})

describe('access to the socket', () => {
  const refusal = async (client: ReturnType<typeof connect>) => {
    const code = await client.closed()
    return { code, last: client.received.at(-1), types: client.types }
  }

  it('a ticket can be used once', async () => {
    const server = await serve()
    const ticket = server.ticketFor('ana')
    const first = connect(server.url, { ticket })
    await first.send(startMessage())
    await first.until(() => first.types.includes('ready'))
    const second = connect(server.url, { ticket })
    await second.send(startMessage())
    expect(await refusal(second)).toMatchObject({ code: 1008, types: ['error'], last: { final: true } })
  })

  it('an access token is accepted, and no other text', async () => {
    const server = await serve()
    const known = connect(server.url)
    await known.send(startMessage({ authorization: 'token-of-ana' }))
    await known.until(() => known.types.includes('ready'))
    const unknown = connect(server.url)
    await unknown.send(startMessage({ authorization: 'made up' }))
    expect(await refusal(unknown)).toMatchObject({
      last: { error: 'You are no longer signed in. Sign in again.', final: true },
    })
  })

  it('strangers are refused, except for unstored dictation if that is allowed', async () => {
    const closed = await serve()
    const stranger = connect(closed.url)
    await stranger.send(startMessage({ skipSave: true }))
    expect(await refusal(stranger)).toMatchObject({ last: { error: 'Sign in to record.', final: true } })

    const open = await serve({ anonymousDictation: true })
    const dictating = connect(open.url)
    await dictating.send(startMessage({ skipSave: true }))
    await dictating.until(() => dictating.types.includes('ready'))
    const keeping = connect(open.url)
    await keeping.send(startMessage())
    expect(await refusal(keeping)).toMatchObject({ last: { error: 'Sign in to record.' } })
    const forwarded = connect(open.url, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    await forwarded.send(startMessage({ skipSave: true }))
    expect(await refusal(forwarded)).toMatchObject({ last: { error: 'Sign in to record.' } })
  })

  it('only so many strangers can dictate at once, and the next one when one has left', async () => {
    const server = await serve({ anonymousDictation: true })
    const dictating = []
    for (let index = 0; index < 4; index++) {
      const client = connect(server.url)
      await client.send(startMessage({ skipSave: true }))
      await client.until(() => client.types.includes('ready'))
      dictating.push(client)
    }
    const fifth = connect(server.url)
    await fifth.send(startMessage({ skipSave: true }))
    expect(await refusal(fifth)).toMatchObject({ last: { final: true } })
    await dictating[0]?.send({ type: 'finish' })
    await dictating[0]?.closed()
    const sixth = connect(server.url)
    await sixth.send(startMessage({ skipSave: true }))
    await sixth.until(() => sixth.types.includes('ready'))
  })

  it("another person's take is refused without saying whose it is", async () => {
    const server = await serve()
    const start = startMessage()
    const mine = connect(server.url, { ticket: server.ticketFor('ana') })
    await mine.send(start)
    await mine.until(() => mine.types.includes('ready'))
    const theirs = connect(server.url, { ticket: server.ticketFor('ben') })
    await theirs.send(start)
    expect(await refusal(theirs)).toMatchObject({
      types: ['error'],
      last: { error: 'This recording does not exist, or it belongs to another person.', final: true },
    })
  })

  it.each([
    ['https://elsewhere.example', false],
    ['null', false],
    ['chrome-extension://not-an-extension', false],
    ['chrome-extension://abcdefghijklmnopabcdefghijklmnop', true],
  ])('with the origin %s opens: %s', async (origin, opens) => {
    const server = await serve()
    const client = connect(server.url, { headers: { origin } })
    await expect(
      client.opened.then(
        () => true,
        () => false,
      ),
    ).resolves.toBe(opens)
  })

  it.each([
    ['chrome-extension://abcdefghijklmnopabcdefghijklmnop', true],
    ['chrome-extension://ponmlkjihgfedcbaponmlkjihgfedcba', false],
    ['moz-extension://5f0ae1f4-1b1c-4a52-9c3e-0123456789ab', true],
    ['moz-extension://00000000-1b1c-4a52-9c3e-0123456789ab', false],
    ['moz-extension://*', false],
  ])('where our extensions are named, the origin %s opens: %s', async (origin, opens) => {
    const server = await serve({
      extensions: {
        ids: ['abcdefghijklmnopabcdefghijklmnop'],
        firefoxOrigins: ['moz-extension://5f0ae1f4-1b1c-4a52-9c3e-0123456789ab'],
      },
    })
    const client = connect(server.url, { headers: { origin } })
    await expect(
      client.opened.then(
        () => true,
        () => false,
      ),
    ).resolves.toBe(opens)
  })

  it('a page from the server’s own origin is accepted', async () => {
    const server = await serve()
    const client = connect(server.url, { headers: { origin: `http://127.0.0.1:${server.port}` } })
    await expect(client.opened.then(() => true)).resolves.toBe(true)
  })
})

describe('an invalid message is refused with a sentence, for good', () => {
  const unfit: [string, unknown][] = [
    ['another encoding', startMessage({ encoding: 'opus' })],
    ['another rate', startMessage({ sampleRate: 44_100 })],
    ['three channels', startMessage({ channels: 3 })],
    ['a language the engine does not know', startMessage({ language: 'fr' })],
    ['an unknown key', startMessage({ surprise: true })],
    ['an id that is none', startMessage({ transactionId: 'mine' })],
    ['a message before start', { type: 'finish' }],
    ['a ping before start', { type: 'ping' }],
    ['audio before start', new Uint8Array(4096)],
    ['text that is not JSON', 'hello'],
    ['an unknown message', { type: 'dance' }],
    ['a frame of more than 1 MiB', new Uint8Array(limits.socketFrameMaxBytes + 4)],
    ['a text of more than 1 MiB', ' '.repeat(limits.socketFrameMaxBytes + 1)],
  ]
  it.each(unfit)('%s', async (_, message) => {
    const server = await serve()
    const client = connect(server.url, { ticket: server.ticketFor('ana') })
    await client.send(message)
    await client.closed()
    expect(client.received).toHaveLength(1)
    expect(client.received[0]).toMatchObject({ type: 'error', final: true })
    expect(JSON.stringify(client.received[0])).toMatch(/[A-Z][^"]+\.[^"]*"/)
  })

  const without = (key: string) => Object.fromEntries(Object.entries(startMessage()).filter(([name]) => name !== key))
  it.each<[string, unknown]>([
    ['“encoding”', startMessage({ encoding: 'opus' })],
    ['“encoding”', { ...startMessage(), encoding: 16 }],
    ['“sampleRate”', startMessage({ sampleRate: 44_100 })],
    ['“channels”', startMessage({ channels: 3 })],
    ['“language”', startMessage({ language: 'fr' })],
    ['“language”', without('language')],
    ['“diarize” and “skipSave”', { ...startMessage(), diarize: 'yes', skipSave: 'no' }],
    ['“flags”', { ...startMessage(), flags: 'none' }],
    ['“surprise”', startMessage({ surprise: true })],
    ['“transactionId”', startMessage({ transactionId: 'mine' })],
    ['“type”', { type: 'dance' }],
    ['“type”', { authorization: 'secret' }],
    ['“type”', [1]],
    ['“ms”', { type: 'gap', ms: 'secret' }],
    ['“at”', { type: 'finish', at: 'secret' }],
  ])('the sentence names the key %s', async (keys, message) => {
    const server = await serve()
    const client = connect(server.url, { ticket: server.ticketFor('ana') })
    await client.send(message)
    await client.closed()
    const [told] = client.received
    expect(told).toMatchObject({ type: 'error', error: expect.stringContaining(keys), final: true })
    expect(JSON.stringify(told)).not.toContain('secret')
  })

  it.each<[string, unknown]>([
    ['a second start', startMessage()],
    ['half a frame of audio', new Uint8Array(4098)],
    ['a gap that goes back', { type: 'gap', ms: -1 }],
  ])('in the middle of a take: %s', async (_, message) => {
    const server = await serve()
    const client = connect(server.url, { ticket: server.ticketFor('ana') })
    await client.send(startMessage())
    await client.until(() => client.types.includes('ready'))
    await client.send(message)
    await client.closed()
    expect(client.received.at(-1)).toMatchObject({ type: 'error', final: true })
  })

  it('all messages are refused if no engine is installed, with a sentence that says what to do', async () => {
    const server = await serve({ engine: null })
    const client = connect(server.url, { ticket: server.ticketFor('ana') })
    await client.send(startMessage({ transactionId: randomUUID() }))
    await client.closed()
    expect(client.received).toEqual([
      { type: 'error', error: 'No speech engine is installed on this server.', final: true },
    ])
  })
})

it('an engine that fails makes the client reconnect, and the cause is not sent', async () => {
  const engine = createScriptedEngine(visit)
  const open: typeof engine.open = async (options) => {
    const stream = await engine.open(options)
    const write = async () => {
      throw new Error('secret words')
    }
    return { ...stream, write }
  }
  const server = await serve({ engine: { ...engine, open } })
  const client = connect(server.url, { ticket: server.ticketFor('ana') })
  await client.send(startMessage())
  await client.sound(500)
  expect(await client.closed()).toBe(1013)
  expect(client.received.at(-1)).toEqual({
    type: 'error',
    error: 'The speech engine was interrupted. Chartside connects again by itself, and then the recording continues.',
  })
})

describe('an engine that stops answering', () => {
  const silentFrom = (state: { stuck: boolean }) => {
    const engine = createScriptedEngine(visit)
    const open: typeof engine.open = async (options) => {
      const stream = await engine.open(options)
      if (!state.stuck) return stream
      const events = createEventQueue<EngineEvent>()
      return { write: async () => {}, finish: async () => {}, events, close: () => events.end() }
    }
    return { ...engine, open }
  }
  const serveStuck = async () => {
    const state = { stuck: true }
    const takes = createMemoryTakes()
    const server = await serve({ takes, engine: silentFrom(state), engineSilenceMs: 100, durationEveryMs: 20 })
    return { state, takes, server }
  }

  it('is given up after a minute of audio, and the next connection continues', async () => {
    const { state, takes, server } = await serveStuck()
    const client = connect(server.url, { ticket: server.ticketFor('ana') })
    const start = startMessage()
    await client.send(start)
    await client.sound(61_000)
    expect(await client.closed()).toBe(1013)
    expect(client.received.at(-1)).toEqual({
      type: 'error',
      error: 'The speech engine does not answer. Chartside connects again by itself, and then the recording continues.',
    })
    state.stuck = false
    const next = connect(server.url, { ticket: server.ticketFor('ana') })
    await next.send(start)
    await next.until(() => next.types.includes('ready'))
    expect(next.duration).toBe(0)
    await next.sound(7000)
    await next.send({ type: 'finish' })
    await next.closed()
    expect(takes.kept.get(start.transactionId)?.turns).toEqual(visitTurns)
  })

  it('at the end of a take delays nobody for ever', async () => {
    const { server } = await serveStuck()
    const client = connect(server.url, { ticket: server.ticketFor('ana') })
    await client.send(startMessage())
    await client.sound(2000)
    await client.send({ type: 'finish' })
    expect(await client.closed()).toBe(1013)
    expect(client.types).not.toContain('finished')
  })

  it('is waited for while little was said, as in a pause', async () => {
    const { server } = await serveStuck()
    const client = connect(server.url, { ticket: server.ticketFor('ana') })
    await client.send(startMessage())
    await client.sound(5000)
    const told = () => client.types.filter((type) => type === 'duration').length
    // The position is sent once after the start and once for the audio. After that, only pings are answered.
    await client.until(() => told() >= 2)
    for (let pings = 1; pings <= 3; pings++) {
      await new Promise((resolve) => setTimeout(resolve, 60))
      await client.send({ type: 'ping' })
      await client.until(() => client.types.filter((type) => type === 'pong').length === pings)
    }
    expect(client.types).not.toContain('error')
  })
})
