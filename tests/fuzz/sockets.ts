import fc from 'fast-check'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { connectRaw, startMessage } from '../fakes/transcription-client.ts'
import { startTranscriptionServer } from '../fakes/transcription-server.ts'
import { honestScript, honestTurns, recordHonestly } from './honest-recording.ts'
import type { Surface } from './surface.ts'

/** Bytes of a binary message, or a message that is sent as text. A text is sent as it is, anything else as JSON. */
type Message = { binary: number[] } | { text: unknown }

/** What an attacker sends through one connection. */
interface Conversation {
  /** True: a valid start message comes first. The server refuses most messages unread if none came before. */
  starts: boolean
  messages: Message[]
}

const text = (value: unknown): Message => ({ text: value })
const bytes = fc.array(fc.nat(255), { maxLength: 5000 })
const message: fc.Arbitrary<Message> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null).map(() => text(startMessage())) },
  { weight: 4, arbitrary: fc.double({ min: 0, max: 5000, noNaN: true }).map((ms) => text({ type: 'gap', ms })) },
  { weight: 1, arbitrary: fc.jsonValue().map((ms) => text({ type: 'gap', ms })) },
  { weight: 4, arbitrary: fc.constant(text({ type: 'ping' })) },
  { weight: 1, arbitrary: fc.constant(text({ type: 'finish' })) },
  {
    weight: 4,
    arbitrary: bytes.map((data) => ({ binary: data.slice(0, data.length - (data.length % 4)) })),
  },
  { weight: 1, arbitrary: bytes.map((binary) => ({ binary })) },
  { weight: 1, arbitrary: fc.jsonValue().map((channels) => text({ type: 'start', channels })) },
  { weight: 1, arbitrary: fc.jsonValue().map(text) },
  { weight: 1, arbitrary: fc.string().map(text) },
  { weight: 1, arbitrary: fc.constantFrom(text('x'.repeat(20_000)), text('['.repeat(20_000))) },
)

/**
 * The transcription socket, in up to eight connections at the same time. The server must answer or close each of them,
 * and must lose no word of another recording.
 */
export async function openSockets(): Promise<Surface<Conversation[]>> {
  const server = await startTranscriptionServer({
    engine: createScriptedEngine(honestScript),
    // With the usual limits, most connections would be refused at the start.
    limits: { startsPerMinutePerPerson: 1_000_000, unknownStartsPerMinutePerAddress: 1_000_000 },
    durationEveryMs: 100,
  })

  async function send({ starts, messages }: Conversation): Promise<void> {
    const client = connectRaw(server.url, { ticket: server.ticketFor('eve') })
    await client.opened
    if (starts) client.socket.send(JSON.stringify(startMessage()))
    for (const each of messages) {
      if ('binary' in each) client.socket.send(Uint8Array.from(each.binary))
      else client.socket.send(typeof each.text === 'string' ? each.text : JSON.stringify(each.text))
    }
    // The server must answer `finish` or end the connection. If it does neither, the attempt waits here.
    client.socket.send(JSON.stringify({ type: 'finish' }))
    await client.closed()
  }

  const conversation = fc.record({
    starts: fc.boolean(),
    messages: fc.array(message, { minLength: 1, maxLength: 300 }),
  })
  return {
    inputs: fc.array(conversation, { minLength: 1, maxLength: 8, size: 'max' }),
    async attempt(conversations) {
      const [turns] = await Promise.all([recordHonestly(server), ...conversations.map(send)])
      if (turns.join() !== honestTurns.join()) throw new Error('Another recording lost words.')
    },
    close: server.close,
  }
}
