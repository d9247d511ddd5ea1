import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rotation, sealedColumns } from '../../server/services/resealing.ts'
import { ask, newPerson, smallLayout } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let keys: Buffer[]
const running: TestServer[] = []

/** Starts a server that reads its keys from `keys`, as it would read a key file. */
async function start(): Promise<TestServer> {
  const server = await startTestServer({ shared: { url: database.url, keys: { read: () => keys } } })
  running.push(server)
  return server
}

const deps = ({ store }: TestServer) => ({ store, database: store.database })
const never = new AbortController().signal

/** Number of encrypted values in the database that are not encrypted with the current key. */
async function oldValues({ store }: TestServer): Promise<number> {
  let old = 0
  for (const { table, column } of [...sealedColumns, { table: 'key_check', column: 'sealed' }]) {
    const { rows } = await store.database.execute<{ sealed: Buffer }>(
      sql`select ${sql.identifier(column)} as sealed from ${sql.identifier(table)} where ${sql.identifier(column)} is not null`,
    )
    old += rows.filter(({ sealed }) => !store.encryption.isCurrent(sealed)).length
  }
  return old
}

beforeEach(async () => {
  database = await freshDatabase()
  keys = [randomBytes(32)]
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
  await database.drop()
})

test('the list of encrypted columns is complete', async () => {
  const server = await start()
  const { rows } = await server.store.database.execute<{ name: string }>(
    sql`select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and data_type = 'bytea' order by name`,
  )
  // The logo of a developer organisation is public, so it is not encrypted.
  const published = ['access_organizations.logo']
  const listed = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(rows.map(({ name }) => name)).toEqual([...listed, ...published, 'key_check.sealed'].sort())
})

test('while the key is replaced under load, no read fails, and at the end every value has the new key', async () => {
  const first = await start()
  const second = await start()
  const { accessToken: token } = await newPerson(first.url)
  const layout = (await ask(first.url, 'POST /api/user/layouts', { token, body: smallLayout })).body
  const write = async (at: TestServer) => {
    const text = { text: 'Speaker 0: How do you sleep?\nSpeaker 1: I sleep six hours a night.' }
    const transcript = (await ask(at.url, 'POST /api/user/transcripts/submit/text', { token, body: text })).body
    const body = { layoutId: layout._id, transcriptId: transcript.id, patientId: 'MRN 1' }
    const report = (await ask(at.url, 'POST /api/user/reports?wait=30', { token, body })).body
    return { transcript: transcript.id, report: report._id }
  }
  const written = [await write(first), await write(second)]
  expect(await oldValues(first)).toBe(0)

  const reads = { all: 0, failed: 0 }
  const readUnderLoad = async (server: TestServer, path: string) => {
    const { status } = await ask(server.url, `GET /api/user/${path}`, { token })
    reads.all += 1
    if (status !== 200) reads.failed += 1
  }
  let stopped = false
  const load = [first, second].map(async (server, index) => {
    for (let turn = index; !stopped; turn++) {
      if (turn % 5 === 0) written.push(await write(server))
      const { transcript, report } = written[turn % written.length] ?? { transcript: '', report: '' }
      for (const path of [`transcripts/${transcript}`, `reports/${report}`]) await readUnderLoad(server, path)
    }
  })
  const before = written.length
  const readsBefore = reads.all
  keys = [randomBytes(32), ...keys]
  // The second server has not read the keys again yet, so it still writes values with the old key.
  const pass = rotation(deps(first), never)
  expect(await pass()).toBeGreaterThan(10)
  await expect.poll(() => written.length).toBeGreaterThan(before + 4)
  second.store.encryption.reload()
  await expect
    .poll(async () => {
      await pass()
      return (await oldValues(first)) === 0
    })
    .toBe(true)
  stopped = true
  await Promise.all(load)
  expect(reads.failed).toBe(0)
  // Check that reads ran during the rotation. Without them, the number of failed reads would prove nothing.
  expect(reads.all - readsBefore).toBeGreaterThan(20)
  expect(await oldValues(first)).toBe(0)

  // A new server that has only the new key can read everything.
  keys = keys.slice(0, 1)
  const third = await start()
  for (const { transcript, report } of written)
    for (const path of [`transcripts/${transcript}`, `reports/${report}`])
      expect((await ask(third.url, `GET /api/user/${path}`, { token })).status).toBe(200)
})

test('a rotation is finished only after two passes without an old value', async () => {
  const server = await start()
  const { accessToken: token } = await newPerson(server.url)
  await ask(server.url, 'POST /api/user/transcripts/submit/text', { token, body: { text: 'Speaker 0: I slept well.' } })
  keys = [randomBytes(32), ...keys]
  const pass = rotation(deps(server), never)
  await pass()
  expect(await oldValues(server)).toBe(1)
  await pass()
  expect(await oldValues(server)).toBe(1)
  await pass()
  expect(await oldValues(server)).toBe(0)
})
