import type { Bench } from '../../scripts/bench.ts'
import { notedTurns, noteFor, noteReply } from '../fakes/note-model.ts'
import { startFakeOpenAi } from '../fakes/openai-server.ts'
import { ask } from '../server/ask.ts'
import { newPartner, tokenOf } from '../server/partner.ts'
import { startTestServer } from '../server/start-server.ts'
import { noteServers, textFields } from './generation/note-server.ts'
import { startDatabase } from './recording-server/database.ts'
import { percentile } from './recording-server/latency.ts'

const inFlight = 100
/** The first round is not counted: in it, the server compiles its code. */
const rounds = 3
const modelMs = 5_000
const firstTokenMs = 500
const charactersPerToken = 4
const limitMs = 300
const customer = 'clinic-12'

/** The key of an access organisation with the customer that the outputs name. */
async function liveKey({ url, key }: Awaited<ReturnType<typeof startDatabase>>): Promise<string> {
  const server = await startTestServer({ shared: { url, key } })
  try {
    const { live } = await newPartner(server)
    await tokenOf(server, live, customer)
    return live
  } finally {
    await server.close()
  }
}

/** Asks for one output and waits for its end. Returns how much longer it took than the model. */
async function overheadMs(url: string, key: string): Promise<number> {
  const beganAt = performance.now()
  const { status, body } = await ask(url, 'POST /api/outputs/generate?wait=60', {
    token: key,
    body: { customer_id: customer, template: textFields('Note', 1), transcript: notedTurns.join('\n') },
  })
  if (status !== 201 || body.status !== 'ready') throw new Error(`An output answered ${status}: ${body.status}.`)
  return performance.now() - beganAt - modelMs
}

/** Measures what the platform adds to the time of the language model, with many outputs at once. */
export const bench: Bench = async () => {
  const database = await startDatabase()
  const model = await startFakeOpenAi((request) => {
    const tokens = noteFor(request).length / charactersPerToken
    return noteReply(request, { firstTokenMs, tokensPerSecond: (1000 * tokens) / (modelMs - firstTokenMs) })
  })
  const key = await liveKey(database)
  // By default, a server works on at most 50 notes and outputs at the same time. This benchmark needs more.
  const servers = await noteServers(database, model.baseUrl, { JOBS_GENERATION: String(inFlight) })
  const server = await servers.start()
  try {
    const counted: number[] = []
    /** A client asks for one output after the other. The clients begin one after the other, as customers do. */
    const client = async (index: number) => {
      await new Promise((resolve) => setTimeout(resolve, (index * modelMs) / inFlight))
      for (let round = 0; round <= rounds; round++) {
        const tookMs = await overheadMs(server.url, key)
        if (round > 0) counted.push(tookMs)
      }
    }
    await Promise.all(Array.from({ length: inFlight }, (_, index) => client(index)))
    const [p50, p95] = [percentile(counted, 0.5), percentile(counted, 0.95)]
    return [
      {
        measure: `${inFlight} outputs in flight, a model that takes ${modelMs / 1000} s: time in addition to the model`,
        figure: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
        limit: `p95 at most ${limitMs} ms`,
        holds: p95 <= limitMs,
      },
    ]
  } finally {
    await server.kill('SIGKILL')
    await servers.close()
    await model.close()
    await database.close()
  }
}
