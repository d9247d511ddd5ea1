import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { type AppDeps, createApp } from '../../server/app.ts'
import { hashPassword } from '../../server/auth/passwords.ts'
import { type Clock, systemClock } from '../../server/clock.ts'
import { readConfig } from '../../server/config.ts'
import { createAccount } from '../../server/services/sign-in/register.ts'
import { fixedKeys, type KeySource, openStore, type Store } from '../../server/store/index.ts'
import { startBalancer } from '../fakes/balancer.ts'
import { accountsAt, type CreateAccount } from './accounts.ts'
import { password } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { stating } from './scripted-writer.ts'

/** A running server. */
export interface TestServer {
  url: string
  store: Store
  /** How many servers answer at `url`, in turn. Some limits are counted by each server, so they are this many times higher. */
  servers: number
  close(): Promise<void>
}

export interface TestServerOptions {
  /** Settings in the form of environment variables. */
  env?: Record<string, string>
  deps?: Partial<Omit<AppDeps, 'config' | 'store'>>
  /** A database that other servers use too, with its key. Absent: the server gets its own. */
  shared?: { url: string; key: Buffer } | { url: string; keys: KeySource }
}

/** If the model of a note cannot be reached, the server tries again almost at once, so that tests do not wait. */
const soon = { MODEL_LATER_SECONDS: '0.01', MODEL_RETRY_SECONDS: '0.01' }

/**
 * Starts the real app on a real PostgreSQL. By default, it has no speech engine, and its generation is the fake
 * `stating`. With `BALANCED=1` in the environment, each test server without a shared database is two servers on one
 * database behind a balancer. Then every connection may reach another server, and a test that needs the memory of one
 * server fails.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const first = await startOne(options)
  if (process.env.BALANCED !== '1' || options.shared !== undefined) return first
  const second = await startOne({ ...options, shared: first.shared })
  const balancer = await startBalancer()
  for (const { url } of [first, second]) balancer.add(url)
  accountsAt.set(balancer.url, accountsOf(first.store, options.deps?.clock))
  return {
    url: balancer.url,
    store: first.store,
    servers: 2,
    async close() {
      accountsAt.delete(balancer.url)
      balancer.close()
      await second.close()
      await first.close()
    },
  }
}

/** All accounts have the same password, so it is hashed only once. */
let passwordHash: Promise<string> | undefined

function accountsOf({ database }: Store, clock: Clock = systemClock): CreateAccount {
  return async (email) => {
    passwordHash ??= hashPassword(password)
    const registration = {
      contact: { channel: 'mail' as const, to: email },
      passwordHash: await passwordHash,
      name: null,
      device: undefined,
    }
    const created = await createAccount({ database, clock }, { kind: 'stranger', address: '127.0.0.1' }, registration)
    if (created === null) throw new Error('The email is taken.')
    return created.session
  }
}

async function startOne({ env = {}, deps = {}, shared }: TestServerOptions) {
  const database = shared === undefined ? await freshDatabase() : null
  const url = shared?.url ?? database?.url ?? ''
  const keys = shared && 'keys' in shared ? shared.keys : fixedKeys(shared?.key ?? randomBytes(32))
  const log = pino({ level: 'silent' })
  const config = readConfig({ DATABASE_URL: url, DEMO: '1', LOG_LEVEL: 'silent', PORT: '0', ...soon, ...env })
  const { databaseDirectUrl: directUrl, databasePools: pools, nats, files } = config
  const store = await openStore({ url, directUrl, pools, nats, files, keys, log })
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
  const serverUrl = `http://127.0.0.1:${address.port}`
  accountsAt.set(serverUrl, accountsOf(store, deps.clock))
  return {
    url: serverUrl,
    store,
    servers: 1,
    shared: { url, keys },
    async close() {
      accountsAt.delete(serverUrl)
      await app.close()
      await store.close()
      await database?.drop()
    },
  }
}
