import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers, transcripts } from '../../server/store/schema/index.ts'
import { as, newUser } from './directory.ts'
import { bearing, good, newPartner, tokenOf } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a row with two owners, which the database forbids, is shown to neither of them', async () => {
  const { database } = server.store
  const person = await newUser(server.url)
  const partner = await newPartner(server)
  const call = bearing(server, await tokenOf(server, partner.live, 'clinic'))
  const text = { text: 'Speaker 1: I slept well.' }
  const { id } = good(await as(server.url, person)('POST /api/user/transcripts/submit/text', text))
  const [customer] = await database.select().from(customers).where(eq(customers.accessId, partner.accessId))
  const both = () =>
    database
      .update(transcripts)
      .set({ customerId: customer?.id ?? null })
      .where(eq(transcripts.id, id))
  await expect(both()).rejects.toThrow()
  await database.execute('alter table transcripts drop constraint transcripts_one_owner')
  await both()
  expect((await as(server.url, person)(`GET /api/user/transcripts/${id}`)).status).toBe(404)
  expect((await call(`GET /api/customer/transcript/${id}`)).status).toBe(404)
  expect(good(await call('GET /api/customer/transcript')).total).toBe(0)
})
