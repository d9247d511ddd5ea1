import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { type AppDeps, createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { fixedKeys, type KeySource, openStore, type Store } from '../../server/store/index.ts'
import { freshDatabase } from './fresh-database.ts'
import { stating } from './scripted-writer.ts'

/** A running server with its own database. */
export interface TestServer {
  url: string
  store: Store
  close(): Promise<void>
}

export interface TestServerOptions {
  /** Settings in the form of environment variables. */
  env?: Record<string, string>
  deps?: Partial<Omit<AppDeps, 'config' | 'store'>>
  /** A database that other servers use too, with its key. Absent: the server gets its own. */
  shared?: { url: string; key: Buffer } | { url: string; keys: KeySource }
}

/** A note whose model is away is tried again at once. */
const soon = { MODEL_LATER_SECONDS: '0.01', MODEL_RETRY_SECONDS: '0.01' }

/** Starts the real app on a real PostgreSQL. Only speech and the writer are scripted. */
export async function startTestServer({ env = {}, deps = {}, shared }: TestServerOptions = {}): Promise<TestServer> {
  const database = shared === undefined ? await freshDatabase() : null
  const url = shared?.url ?? database?.url ?? ''
  const keys = shared && 'keys' in shared ? shared.keys : fixedKeys(shared?.key ?? randomBytes(32))
  const log = pino({ level: 'silent' })
  const config = readConfig({ DATABASE_URL: url, DEMO: '1', LOG_LEVEL: 'silent', PORT: '0', ...soon, ...env })
  const { databaseDirectUrl: directUrl, databasePools: pools } = config
  const store = await openStore({ url, directUrl, pools, keys, log })
  const app = await createApp({
    config,
    store,
    log,
    speech: { engine: null, message: 'No speech engine here.' },
    generate: stating,
    writers: () => {
      throw new Error('The scripted generation asks no writer.')
    },
    ...deps,
  })
  await app.listen({ port: config.port, host: '127.0.0.1' })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    store,
    async close() {
      await app.close()
      await store.close()
      await database?.drop()
    },
  }
}
