import { parseArgs } from 'node:util'
import fastify from 'fastify'
import { pino } from 'pino'
import { userOwner } from '../../server/authority/index.ts'
import { systemClock } from '../../server/clock.ts'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { createTakes, type TakeOwner } from '../../server/services/transcripts/takes.ts'
import { fixedKeys, openStore } from '../../server/store/index.ts'
import { registerTranscription } from '../../server/transcription/index.ts'
import { noJobs } from './no-jobs.ts'
import { createNumberedEngine } from './numbered-engine.ts'

/**
 * Runs the real transcription socket and the real store in a separate process, which tests can kill. A user's id is
 * also accepted as the token of this user. Prints its port when it listens.
 */
const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    key: { type: 'string' },
    speed: { type: 'string', default: '1' },
    engine: { type: 'string' },
  },
})
/**
 * A turn every 2,048 ms (16 chunks of 128 ms), in two alternating voices, for half an hour. No test runs longer than
 * this script. Each turn begins and ends within one chunk, so the server sends the turn as a whole.
 */
const script = Array.from({ length: 900 }, (_, index) => ({
  speaker: index % 2 === 0 ? (0 as const) : (1 as const),
  text: 'About six hours a night.',
  fromMs: index * 2048 + 10,
  toMs: index * 2048 + 110,
}))
const log = pino({ level: 'silent' })
const store = await openStore({
  url: values.database ?? '',
  keys: fixedKeys(Buffer.from(values.key ?? '', 'base64')),
  log,
})
const app = fastify()
await registerTranscription<TakeOwner>(app, {
  engine: values.engine === 'scripted' ? createScriptedEngine(script) : createNumberedEngine(),
  takes: createTakes({ store, clock: systemClock, jobs: noJobs }),
  durationEveryMs: 1000 / Number(values.speed),
  limits: {
    startsPerMinutePerPerson: 1_000_000,
    unknownStartsPerMinutePerAddress: 1_000_000,
    unknownSocketsPerAddress: 10_000,
    socketsPerPerson: 10_000,
  },
  credentials: {
    redeemTicket: async () => null,
    ownerOfToken: async (token) => ({ ...userOwner(token), address: null, administratorId: null }),
    keyOf: (owner) => owner.userId ?? '',
    anonymousDictation: false,
  },
})
await app.listen({ host: '127.0.0.1', port: 0 })
// On any input, collects garbage and prints the number of bytes still in use.
process.stdin.on('data', () => {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  process.stdout.write(`${JSON.stringify({ neededBytes: heapUsed + external, rssBytes: rss })}\n`)
})
const address = app.server.address()
process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
