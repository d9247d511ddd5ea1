import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../fakes/fault-proxy.ts'
import { freshDatabase } from './fresh-database.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const leaving = new AbortController()
let database: Awaited<ReturnType<typeof freshDatabase>>
let proxy: FaultProxy
let server: TestServer
beforeAll(async () => {
  database = await freshDatabase()
  const url = new URL(database.url)
  proxy = await startFaultProxy(Number(url.port))
  url.port = `${proxy.port}`
  server = await startTestServer({
    shared: { url: url.href, key: randomBytes(32) },
    deps: { leaving: leaving.signal },
  })
})
afterAll(async () => {
  await server?.close()
  await proxy?.close()
  await database?.drop()
})

const statusOf = async (path: string) => (await fetch(server.url + path)).status
const state = async () => ((await (await fetch(`${server.url}/`)).json()) as { status: string }).status

test.each<[string, (on: boolean) => void]>([
  ['hangs', (on) => proxy.blackHole(on)],
  ['is away', (on) => proxy.outage(on)],
])('a server whose database %s lives, is not ready, and is ready again afterwards', async (_, fail) => {
  expect([await statusOf('/livez'), await statusOf('/readyz'), await state()]).toEqual([200, 200, 'ok'])
  fail(true)
  // More probes than the server has connections: none of them may wait for another one.
  const probes = await Promise.all(Array.from({ length: 50 }, () => statusOf('/readyz')))
  expect(probes).toEqual(Array<number>(50).fill(503))
  expect([await statusOf('/livez'), await state()]).toEqual([200, 'unavailable'])
  fail(false)
  await expect.poll(() => statusOf('/readyz')).toBe(200)
})

/** Runs statements as the owner of the database, past the proxy. */
async function query(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query('set default_transaction_read_only = off')
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const disk = (state: 'full' | 'free') =>
  query(
    state === 'full'
      ? `create function disk_is_full() returns trigger language plpgsql as $$
           begin raise sqlstate '53100' using message = 'could not extend file: No space left on device'; end $$;
         create trigger full_disk before insert on attempts execute function disk_is_full()`
      : 'drop trigger full_disk on attempts; drop function disk_is_full',
  )

test.each<[string, (on: boolean) => Promise<unknown>]>([
  ['has no space', (on) => disk(on ? 'full' : 'free')],
  [
    'allows only reading',
    // The setting counts for new connections, so the present ones are ended.
    (on) => {
      const name = new URL(database.url).pathname.slice(1)
      return query(
        `alter database ${name} set default_transaction_read_only = ${on ? 'on' : 'off'}`,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
      )
    },
  ],
])('a server whose database %s lives, and is not ready within 1.5 s', async (_, fail) => {
  await expect.poll(() => statusOf('/readyz')).toBe(200)
  await fail(true)
  await expect.poll(() => statusOf('/readyz')).toBe(503)
  const startMs = performance.now()
  expect([await statusOf('/readyz'), await statusOf('/livez')]).toEqual([503, 200])
  expect(performance.now() - startMs).toBeLessThan(1_500)
  await fail(false)
  await expect.poll(() => statusOf('/readyz')).toBe(200)
})

test('a server that is about to stop is not ready, still answers, and lets go of each connection', async () => {
  await expect.poll(() => statusOf('/readyz')).toBe(200)
  leaving.abort()
  expect([await statusOf('/readyz'), await statusOf('/livez')]).toEqual([503, 200])
  const answer = await fetch(`${server.url}/api`)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
})
