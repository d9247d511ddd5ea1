import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Report } from '../../lib/contracts/index.ts'
import { ask } from '../server/ask.ts'
import type { FakeOpenAi } from './openai-server.ts'
import type { Served } from './served.ts'

export interface NoteKilling {
  start(): Promise<Served>
  /** The model that the servers ask. */
  model: Pick<FakeOpenAi, 'answering'>
  /** Whose notes they are, and what is asked for; made on the first server. */
  prepare(url: string): Promise<{ token: string; request: object }>
  kills: number
  /** Kills before the notes of all of them are waited for: a note that is killed too often is given up. */
  killsAtATime: number
  /** After the model began to speak, at most. */
  killWithinMs: number
  random(): number
}

/** Asks until somebody answers: a client repeats a call that broke off, with the same key. */
async function untilAnswered(url: () => string, call: string, asking: Parameters<typeof ask>[2]) {
  for (;;) {
    try {
      const answer = await ask(url(), call, asking)
      if (answer.status < 500) return answer
    } catch {
      // The server is dead; the next one is not there yet.
    }
    await pause(50)
  }
}

/**
 * Has notes written while their server is killed and started again on the same database, every note in the middle of
 * its writing. Answers every note that was asked for, as it stands at the end, and the last server.
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
