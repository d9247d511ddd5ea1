import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { socketPath } from '../../lib/contracts/index.ts'
import type { Bench } from '../../scripts/bench.ts'
import { noteFor, noteReply } from '../fakes/note-model.ts'
import { startFakeOpenAi } from '../fakes/openai-server.ts'
import { startMessage } from '../fakes/transcription-client.ts'
import { ask } from '../server/ask.ts'
import { noteServers, preparedNote } from './generation/note-server.ts'
import { startDatabase } from './recording-server/database.ts'
import { percentile } from './recording-server/latency.ts'
import { createLoad } from './recording-server/load.ts'

/** One person may request at most 120 notes in a minute, so several people request the 200 notes. */
const people = 10
const notesEach = 20
const notes = people * notesEach
const fields = 3
const modelMs = 30_000
const firstTokenMs = 500
const charactersPerToken = 4
const recordings = 20
const measureMs = 5_000
const limitMs = { notes: 180_000, reply: 50 }

/**
 * A turn every 2,048 ms (16 chunks of 128 ms), for an hour. Each turn begins and ends within one chunk, so the server
 * sends the turn as a whole.
 */
const script = Array.from({ length: 1800 }, (_, index) => ({
  speaker: index % 2,
  text: 'About six hours a night.',
  fromMs: index * 2048 + 10,
  toMs: index * 2048 + 110,
}))

type Writer = Awaited<ReturnType<typeof preparedNote>>

/**
 * Requests all notes at once, and waits until none is being written. Returns how many are ready, and after how many ms.
 */
async function writeAll(url: string, writers: Writer[]): Promise<{ ready: number; tookMs: number }> {
  const beganAt = performance.now()
  const asked = writers.flatMap(({ token, request }) =>
    Array.from({ length: notesEach }, () => ask(url, 'POST /api/user/reports', { token, body: request })),
  )
  for (const { status } of await Promise.all(asked)) if (status !== 201) throw new Error(`A note answered ${status}.`)
  for (;;) {
    const lists = await Promise.all(writers.map(({ token }) => ask(url, 'GET /api/user/reports?limit=100', { token })))
    const statuses = lists.flatMap(({ body }) => body.items.map(({ status }: { status: string }) => status))
    const ready = statuses.filter((status) => status === 'ready').length
    if (!statuses.includes('generating')) return { ready, tookMs: performance.now() - beganAt }
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

/**
 * Requests many notes at the same moment from one server, whose language model takes 30 s for each note. Measures how
 * long the server takes for all notes, and how fast it answers live recordings meanwhile.
 */
export const bench: Bench = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chartside-notes-'))
  const speechScript = join(folder, 'script.json')
  await writeFile(speechScript, JSON.stringify(script))
  const database = await startDatabase()
  const model = await startFakeOpenAi((request) => {
    const tokens = noteFor(request).length / charactersPerToken
    return noteReply(request, { firstTokenMs, tokensPerSecond: (1000 * tokens) / (modelMs - firstTokenMs) })
  })
  const speech = { SPEECH_ENGINE: 'scripted', SPEECH_SCRIPT: speechScript }
  const servers = await noteServers(database, model.baseUrl, speech)
  const server = await servers.start()
  const writers: Writer[] = []
  for (let index = 0; index < people; index++) writers.push(await preparedNote(server.url, fields))
  let opened = 0
  const load = createLoad({
    url: `${server.url.replace('http', 'ws')}${socketPath}`,
    start: () => JSON.stringify(startMessage({ authorization: writers[opened++ % people]?.token ?? '', channels: 1 })),
    askEvery: 16,
    reply: '"transcript"',
  })
  try {
    const refused = await load.open(recordings)
    await load.measure(measureMs)
    const calm = await load.measure(2 * measureMs)

    let isOver = false
    const writing = writeAll(server.url, writers).finally(() => {
      isOver = true
    })
    // Without a handler here, a rejection during the measuring would end the process.
    writing.catch(() => {})
    const busy = { tookMs: [] as number[], missing: 0 }
    while (!isOver) {
      const { tookMs, missing } = await load.measure(measureMs)
      busy.tookMs.push(...tookMs)
      busy.missing += missing
    }
    const { ready, tookMs } = await writing
    const [p50, p99] = [percentile(busy.tookMs, 0.5), percentile(busy.tookMs, 0.99)]
    const calmP99 = percentile(calm.tookMs, 0.99)
    const lost = busy.missing + refused
    const machine = `load ${loadavg()[0]?.toFixed(1)}`
    return [
      {
        measure: `${notes} notes at once on one server, the model takes ${modelMs / 1000} s for each`,
        figure: `${ready} ready, the last after ${(tookMs / 1000).toFixed(0)} s; ${machine}`,
        limit: `all within ${limitMs.notes / 1000} s`,
        holds: ready === notes && tookMs <= limitMs.notes,
      },
      {
        measure: `reply to ${recordings} live recordings meanwhile, ${busy.tookMs.length} replies`,
        figure: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (before: p99 ${calmP99.toFixed(1)} ms)${lost === 0 ? '' : `; ${lost} missing`}; ${machine}`,
        limit: `p99 at most ${limitMs.reply} ms`,
        holds: p99 <= limitMs.reply && lost === 0,
      },
    ]
  } finally {
    load.close()
    await server.kill('SIGKILL')
    await model.close()
    await servers.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}
