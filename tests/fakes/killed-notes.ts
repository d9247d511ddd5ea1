import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Report } from '../../lib/contracts/index.ts'
import { ask } from '../server/ask.ts'
import type { FakeOpenAi } from './openai-server.ts'
import type { Served } from './served.ts'

export interface NoteKilling {
  start(): Promise<Served>
  /** The fake model that the servers use. */
  model: Pick<FakeOpenAi, 'answering'>
  /** Creates a person and the request for their notes, on the first server. */
  prepare(url: string): Promise<{ token: string; request: object }>
  kills: number
  /**
   * After this many kills, the test waits until all notes are finished. Without this wait, one note would be
   * interrupted so often that the server gives it up.
   */
  killsAtATime: number
  /** The server is killed at most this many ms after the model has received a request. */
  killWithinMs: number
  random(): number
}

/** Repeats a call with the same idempotency key until it is answered, as a client does after a broken connection. */
async function untilAnswered(url: () => string, call: string, asking: Parameters<typeof ask>[2]) {
  for (;;) {
    try {
      const answer = await ask(url(), call, asking)
      if (answer.status < 500) return answer
    } catch {
      // The old server was killed, and the next one is not ready yet.
    }
    await pause(50)
  }
}

/**
 * Requests notes while their server is repeatedly killed during the writing and restarted on the same database. Returns
 * every requested note in its final state, and the last server.
 */
export async function writeThroughKills({ start, model, prepare, kills, ...settings }: NoteKilling) {
  let server = await start()
  const { token, request } = await prepare(server.url)
  const url = () => server.url
  const asked: Promise<string>[] = []
  const askForNote = async () => {
    const { body } = await untilAnswered(url, 'POST /api/user/reports', {
      token,
      body: request,
      headers: { 'idempotency-key': randomUUID() },
    })
    return body._id as string
  }
  const reportOf = async (id: string): Promise<Report> =>
    (await untilAnswered(url, `GET /api/user/reports/${id}`, { token })).body
  const settled = async (id: string): Promise<Report> => {
    for (;;) {
      const report = await reportOf(id)
      if (report.status !== 'generating') return report
      await pause(100)
    }
  }
  for (let kill = 0; kill < kills; kill++) {
    asked.push(askForNote())
    while (model.answering() === 0) await pause(5)
    await pause(settings.random() * settings.killWithinMs)
    await server.kill('SIGKILL')
    server = await start()
    const isLastOfMany = (kill + 1) % settings.killsAtATime === 0 || kill === kills - 1
    if (isLastOfMany) await Promise.all((await Promise.all(asked)).map(settled))
  }
  const ids = await Promise.all(asked)
  return { ids, reports: await Promise.all(ids.map(settled)), token, server }
}
