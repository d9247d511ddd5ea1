import { randomBytes, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { fixedKeys, notify, openStore } from '../../server/store/index.ts'
import { readNatsUrl } from '../../server/store/nats.ts'
import { startFaultProxy } from '../fakes/fault-proxy.ts'
import { freePort } from '../fakes/free-port.ts'
import { startNats } from '../fakes/nats-server.ts'
import { ask, newPerson, smallLayout } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { startTestServer, type TestServer } from './start-server.ts'

type Faults = Awaited<ReturnType<typeof startFaultProxy>>

let database: Awaited<ReturnType<typeof freshDatabase>>
let natsPort: number
const key = randomBytes(32)
let nats: Awaited<ReturnType<typeof startNats>>
/** The way from the first server to NATS. */
let way: Faults
let servers: [TestServer, TestServer]
beforeAll(async () => {
  database = await freshDatabase()
  natsPort = await freePort()
  way = await startFaultProxy(natsPort)
  const shared = { url: database.url, key }
  const start = (port: number) =>
    startTestServer({ shared, env: { NOTIFY_URL: `nats://chartside:secret@127.0.0.1:${port}` } })
  // NATS does not run yet, so this also shows that a server starts without it.
  servers = [await start(way.port), await start(natsPort)]
})
afterAll(async () => {
  for (const server of servers ?? []) await server.close()
  await way?.close()
  await database?.drop()
})
beforeEach(async () => {
  nats = await startNats(natsPort)
})
afterEach(() => nats.kill())

/**
 * Counts how often a server is woken for a new id. `count` is without the times at which every listener was woken, as
 * after a reconnection; `all` is with them.
 */
function wakesOf({ store }: TestServer) {
  const [id, nobody] = [randomUUID(), randomUUID()]
  const counts = new Map<string, number>()
  const all = (one: string) => counts.get(one) ?? 0
  const stops = [id, nobody].map((one) => store.notifications.listen(one, () => counts.set(one, all(one) + 1)))
  return {
    id,
    count: () => all(id) - all(nobody),
    all: () => all(id),
    [Symbol.dispose]() {
      for (const stop of stops) stop()
    },
  }
}

/** Notifies in every round, because what is sent before a connection stands is lost. */
async function expectConnected(from: TestServer, to: TestServer): Promise<void> {
  using wakes = wakesOf(to)
  await expect
    .poll(async () => {
      await notify(from.store.database, wakes.id)
      return wakes.count()
    })
    .toBeGreaterThan(0)
}

async function expectNote(at: TestServer, followedAt: TestServer): Promise<void> {
  const { accessToken: token } = await newPerson(at.url)
  const layout = await ask(at.url, 'POST /api/user/layouts', { token, body: smallLayout })
  const request = { layoutId: layout.body._id, transcript: 'Speaker 1: I slept well.', patientId: 'P-1' }
  const { body } = await ask(at.url, 'POST /api/user/reports', { token, body: request })
  const events = await ask(followedAt.url, `GET /api/user/reports/${body._id}/events`, { token })
  expect(events.body).toContain('"status":"ready"')
}

test('a notification of a transaction reaches the other server after the commit, and none of one that is rolled back', async () => {
  const [one, two] = servers
  await expectConnected(one, two)
  using committed = wakesOf(two)
  using rolledBack = wakesOf(two)
  const commit = Promise.withResolvers<void>()
  const writing = one.store.database.transaction(async (tx) => {
    await notify(tx, committed.id)
    await commit.promise
  })
  await one.store.database
    .transaction(async (tx) => {
      await notify(tx, rolledBack.id)
      throw new Error('No.')
    })
    .catch(() => {})
  // What is sent now arrives after anything that was sent before.
  await expectConnected(one, two)
  expect([committed.count(), rolledBack.count()]).toEqual([0, 0])
  commit.resolve()
  await writing
  await expect.poll(committed.count).toBe(1)
  expect(rolledBack.count()).toBe(0)
})

test('while NATS is killed, notes are written and followed on both servers, and afterwards notifications pass again', async () => {
  const [one, two] = servers
  await expectConnected(one, two)
  using missed = wakesOf(two)
  await nats.kill()
  await Promise.all([expectNote(one, two), expectNote(two, one)])
  await notify(one.store.database, missed.id)
  const before = missed.all()
  nats = await startNats(natsPort)
  await expect.poll(missed.all).toBeGreaterThan(before)
  await Promise.all([expectConnected(one, two), expectConnected(two, one)])
})

test('while one server is cut off from NATS, notes are written, and when it returns, the others look for what they missed', async () => {
  const [one, two] = servers
  await expectConnected(one, two)
  using missed = wakesOf(two)
  way.blackHole(true)
  await Promise.all([expectNote(one, two), expectNote(two, one)])
  await notify(one.store.database, missed.id)
  expect(missed.count()).toBe(0)
  const before = missed.all()
  way.blackHole(false)
  await expect.poll(missed.all).toBeGreaterThan(before)
  await expectConnected(two, one)
})

test('a command that changes something and ends at once is heard by the servers', async () => {
  const [one, two] = servers
  await expectConnected(one, two)
  using wakes = wakesOf(two)
  const before = wakes.all()
  const settings = readNatsUrl(`nats://chartside:secret@127.0.0.1:${natsPort}`)
  const store = await openStore({
    url: database.url,
    nats: settings,
    keys: fixedKeys(key),
    log: pino({ level: 'silent' }),
  })
  await notify(store.database, wakes.id)
  await store.close()
  await expect.poll(wakes.all).toBeGreaterThan(before)
})
