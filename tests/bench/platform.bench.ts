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
const rounds = 3
const modelMs = 5_000
const firstTokenMs = 500
const charactersPerToken = 4
const limitMs = 300
const customer = 'clinic-12'

/**
 * Creates a developer organisation with a customer, and returns the organisation's key. The requests of this benchmark
 * name this customer.
 */
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

/**
 * Requests one output and waits for it. Returns the overhead in ms: the whole time minus the time that the model took.
 */
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
    /**
     * Simulates a client that waits `waitMs`, and then requests one output after the other. Returns the overhead of
     * each output in milliseconds.
     */
    const client = async (waitMs: number, outputs: number) => {
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      const tookMs: number[] = []
      while (tookMs.length < outputs) tookMs.push(await overheadMs(server.url, key))
      return tookMs
    }
    const clients = async (outputs: number, apartMs: number) =>
      (await Promise.all(Array.from({ length: inFlight }, (_, index) => client(index * apartMs, outputs)))).flat()
    // The first outputs are not counted, because the server compiles its code meanwhile. New clients request the
    // counted outputs and send their requests evenly spread. The first clients cannot be used again, because all of
    // them have waited for the compiler and would send their next requests at the same time.
    await clients(1, modelMs / inFlight)
    const steady = await clients(rounds, modelMs / inFlight)
    const atOnce = await clients(1, 0)
    const figure = (tookMs: number[]) =>
      `p50 ${percentile(tookMs, 0.5).toFixed(0)} ms, p95 ${percentile(tookMs, 0.95).toFixed(0)} ms`
    return [
      {
        measure: `${inFlight} outputs in flight, a model that takes ${modelMs / 1000} s: time in addition to the model`,
        figure: figure(steady),
        limit: `p95 at most ${limitMs} ms`,
        holds: percentile(steady, 0.95) <= limitMs,
      },
      {
        measure: `the same, if all ${inFlight} are asked for in one instant`,
        figure: figure(atOnce),
        limit: 'no limit',
        holds: true,
      },
    ]
  } finally {
    await server.kill('SIGKILL')
    await servers.close()
    await model.close()
    await database.close()
  }
}
