import { randomBytes } from 'node:crypto'
import { systemClock } from '../../server/clock.ts'
import { keepDemoApart } from '../../server/services/seed.ts'
import { noteServers } from '../bench/generation/note-server.ts'
import { noteFor } from '../fakes/note-model.ts'
import { startFakeOpenAi } from '../fakes/openai-server.ts'
import type { Served } from '../fakes/served.ts'
import { type Answer, type Asking, ask } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { startTestServer, type TestServer } from './start-server.ts'

/** Two servers on one database, which write notes with a local language model. One of them is meant to be killed. */
export interface TwoServers {
  surviving: TestServer
  killed: Served
  /** Makes a call until it is answered, as clients do. After a broken connection, the surviving server is asked. */
  untilAnswered(url: string, call: string, asking: Asking): Promise<Answer>
  /**
   * Runs this many clients at the same time, half of them at each server. A client makes one call after the other until
   * `next` returns null.
   */
  drive(clients: number, next: (url: string) => Promise<unknown> | null): Promise<void>
  close(): Promise<void>
}

/**
 * Creates a database, a fake language model, and a server in this process that is never killed. `start` starts further
 * servers, each in its own process.
 */
export async function startServersOnOneDatabase() {
  const database = await freshDatabase()
  const model = await startFakeOpenAi((request) => ({ kind: 'text', content: noteFor(request) }))
  const shared = { url: database.url, key: randomBytes(32) }
  const surviving = await startTestServer({ shared })
  await keepDemoApart({ database: surviving.store.database, clock: systemClock }, true)
  const servers = await noteServers(shared, model.baseUrl)
  return {
    surviving,
    start: servers.start,
    async close() {
      await surviving.close()
      await servers.close()
      await model.close()
      await database.drop()
    },
  }
}

export async function startTwoServers(): Promise<TwoServers> {
  const { surviving, start, close } = await startServersOnOneDatabase()
  const killed = await start()
  return {
    surviving,
    killed,
    async untilAnswered(url, call, asking) {
      for (let at = url; ; ) {
        try {
          const answer = await ask(at, call, asking)
          if (answer.status < 500) return answer
        } catch {
          at = surviving.url
        }
      }
    },
    async drive(clients, next) {
      const client = async (url: string) => {
        for (let call = next(url); call !== null; call = next(url)) await call
      }
      await Promise.all(
        Array.from({ length: clients }, (_, index) => client(index % 2 === 0 ? surviving.url : killed.url)),
      )
    },
    async close() {
      if (killed.child.exitCode === null) await killed.kill('SIGKILL')
      await close()
    },
  }
}
