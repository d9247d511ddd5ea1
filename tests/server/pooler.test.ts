import { randomBytes, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixedKeys, notify, openStore } from '../../server/store/index.ts'
import { startPooler } from '../fakes/pooler.ts'
import { ask, newPerson, smallLayout } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let pooler: Awaited<ReturnType<typeof startPooler>>
let servers: [TestServer, TestServer]
const key = randomBytes(32)

beforeAll(async () => {
  database = await freshDatabase({ empty: true })
  pooler = await startPooler(database.url)
  const start = () => startTestServer({ shared: { url: pooler.url, key }, env: { DATABASE_DIRECT_URL: database.url } })
  // Both servers find an empty database and migrate it, one after the other.
  servers = await Promise.all([start(), start()])
})
afterAll(async () => {
  for (const server of servers ?? []) await server.close()
  await pooler?.close()
  await database?.drop()
})

test('behind a pooler in transaction mode, a note is written and followed on both servers', async () => {
  const [one, two] = servers
  const { accessToken: token } = await newPerson(one.url)
  const layout = await ask(one.url, 'POST /api/user/layouts', { token, body: smallLayout })
  const words = { text: 'Speaker 1: I slept well.' }
  const transcript = await ask(two.url, 'POST /api/user/transcripts/submit/text', { token, body: words })
  const body = { layoutId: layout.body._id, transcriptId: transcript.body.id, patientId: 'P-1' }
  const notes = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      ask(servers[index % 2]?.url ?? '', 'POST /api/user/reports?wait=60', { token, body }),
    ),
  )
  expect(notes.map((note) => note.body.status)).toEqual(Array<string>(10).fill('ready'))
  const events = await ask(two.url, `GET /api/user/reports/${notes[0]?.body._id}/events`, { token })
  expect(events.body).toContain('"type":"report"')
})

test('a notification of one server reaches the other', async () => {
  const [one, two] = servers
  const id = randomUUID()
  let woken = 0
  const stop = two.store.notifications.listen(id, () => {
    woken += 1
  })
  try {
    // A notification is lost if it is sent before the second server listens, so send one in every round.
    await expect
      .poll(async () => {
        await notify(one.store.database, id)
        return woken
      })
      .toBeGreaterThan(0)
  } finally {
    stop()
  }
})

test('without the direct address the server does not start, instead of losing its locks', async () => {
  const opened = openStore({ url: pooler.url, keys: fixedKeys(key), log: pino({ level: 'silent' }) })
  await expect(opened).rejects.toThrow()
})
