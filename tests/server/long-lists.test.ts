import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, newPerson } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let token: string
let userId: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await newPerson(server.url)).accessToken
  userId = (await ask(server.url, 'GET /api/user/account', { token })).body.id
})
afterAll(() => server.close())

/** Adds reports of this person. Only their lists are read, so nothing needs to decrypt their content. */
const addReports = (count: number) =>
  server.store.database.execute(
    sql`insert into outputs (id, user_id, title, patient_id, status, request)
        select gen_random_uuid(), ${userId}, 'Note', 'P-1', 'ready', ${randomBytes(16)} from generate_series(1, ${count})`,
  )
const list = async (query = '') => (await ask(server.url, `GET /api/user/reports?limit=1${query}`, { token })).body

test('the total of a list is exact up to 10,000; beyond that, the list says that there are more', async () => {
  await addReports(10_000)
  expect(await list()).toMatchObject({ total: 10_000 })
  expect(await list()).not.toHaveProperty('more')
  await addReports(1)
  expect(await list()).toMatchObject({ total: 10_000, more: true })
  expect((await list('&offset=10000')).items).toHaveLength(1)
  expect(await list('&search=nothing')).toMatchObject({ total: 0, items: [] })
})
