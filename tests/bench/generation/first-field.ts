import type { Figure } from '../../../scripts/bench.ts'
import { ask } from '../../server/ask.ts'
import type { BenchDatabase } from '../recording-server/database.ts'
import { percentile } from '../recording-server/latency.ts'
import { noteServers, preparedNote } from './note-server.ts'
import { startTimedModel } from './timed-model.ts'

const notes = 60
const limitMs = 300

/** Reads the event stream of a note to its end. Returns when its first field arrived, as a `performance.now()` time. */
async function firstResultAt(url: string, id: string, token: string): Promise<number> {
  const response = await fetch(`${url}/api/user/reports/${id}/events`, {
    headers: { authorization: `Bearer ${token}` },
  })
  let text = ''
  let firstAt: number | null = null
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    if (text.includes('"type":"result"')) firstAt ??= performance.now()
  }
  if (firstAt === null) throw new Error('No field came.')
  return firstAt
}

/**
 * Milliseconds from the request for a note until the client has its first field, less the time that the model took for
 * this field. Server, database and model are processes of this machine.
 */
export async function firstFieldFigures(database: BenchDatabase): Promise<Figure[]> {
  const model = await startTimedModel()
  const servers = await noteServers(database, model.baseUrl)
  const server = await servers.start()
  try {
    const { token, request } = await preparedNote(server.url, 2)
    const beyond: number[] = []
    for (let note = 0; note < notes; note++) {
      const finishedAt = performance.now()
      const { body } = await ask(server.url, 'POST /api/user/reports', { token, body: request })
      const cameAt = await firstResultAt(server.url, body._id, token)
      beyond.push(cameAt - finishedAt - model.firstFieldMs())
    }
    const [p50, p95] = [percentile(beyond, 0.5), percentile(beyond, 0.95)]
    return [
      {
        measure: `a note asked for → its first field at the client, beyond the model’s own time, ${notes} notes`,
        figure: `p50 ${Math.round(p50)} ms, p95 ${Math.round(p95)} ms`,
        limit: `p95 at most ${limitMs} ms`,
        holds: p95 <= limitMs,
      },
    ]
  } finally {
    await server.kill('SIGKILL')
    await model.close()
    await servers.close()
  }
}
