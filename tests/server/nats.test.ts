import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { notify } from '../../server/store/index.ts'
import { startFaultProxy } from '../fakes/fault-proxy.ts'
import { freePort } from '../fakes/free-port.ts'
import { startNats } from '../fakes/nats-server.ts'
import { ask, newPerson, smallLayout } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { startTestServer, type TestServer } from './start-server.ts'

type Faults = Awaited<ReturnType<typeof startFaultProxy>>

let database: Awaited<ReturnType<typeof freshDatabase>>
let natsPort: number
let nats: Awaited<ReturnType<typeof startNats>>
/** The way from the first server to NATS. */
let way: Faults
let servers: [TestServer, TestServer]
beforeAll(async () => {
  database = await freshDatabase()
  natsPort = await freePort()
  way = await startFaultProxy(natsPort)
  const shared = { url: database.url, key: randomBytes(32) }
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

/** Counts how often a server is woken for a new id, until `stop`. */
function wakesOf({ store }: TestServer) {
  const id = randomUUID()
  let count = 0
  const stop = store.notifications.listen(id, () => {
    count += 1
  })
  return { id, count: () => count, stop, [Symbol.dispose]: stop }
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
  nats = await startNats(natsPort)
  await expect.poll(missed.count).toBeGreaterThan(0)
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
  way.blackHole(false)
  await expect.poll(missed.count).toBeGreaterThan(0)
  await expectConnected(two, one)
})
