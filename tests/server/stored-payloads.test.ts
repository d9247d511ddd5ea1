import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { places } from '../../server/store/places.ts'
import { verifications } from '../../server/store/schema/index.ts'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { ask, password, refusal } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let mail: MailServer
let server: TestServer
beforeAll(async () => {
  mail = await startMailServer()
  const sender = { MAIL_URL: mail.url, MAIL_FROM: 'scribe@clinic.example' }
  server = await startTestServer({ env: { ...sender, DEMO: '0', REGISTRATION: '1' } })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

const stored = z.looseObject({ version: z.literal(2), request: z.looseObject({}) })

/**
 * Begins a registration, replaces its stored payload by the result of `rewrite`, as if a server of another version had
 * stored it, and enters the code. Returns the answer to the code.
 */
async function begin(email: string, rewrite: (payload: z.infer<typeof stored>) => unknown) {
  const { ticket } = (await ask(server.url, 'POST /api/user/register', { body: { email, password } })).body
  const { database, encryption } = server.store
  const [row] = await database.select().from(verifications).orderBy(desc(verifications.createdAt)).limit(1)
  if (row === undefined) throw new Error('There is no verification.')
  const place = places.verification(row.id)
  const request = encryption.seal(place, rewrite(stored.parse(encryption.unseal(place, row.request))))
  await database.update(verifications).set({ request }).where(eq(verifications.id, row.id))
  return ask(server.url, 'PUT /api/user/register', { body: { ticket, code: await mail.codeFor(email) } })
}

test('a registration that an earlier server has begun is completed by this one', async () => {
  const email = 'earlier@clinic.example'
  const done = await begin(email, ({ version: _, request: { contact: __, ...request }, ...payload }) => ({
    ...payload,
    request: { ...request, email },
  }))
  expect(done.status).toBe(200)
  expect((await ask(server.url, 'POST /api/user/login/email', { body: { email, password } })).status).toBe(200)
})

test('one that a newer server has begun is refused with a sentence, and a new one works', async () => {
  const email = 'newer@clinic.example'
  expect(refusal(await begin(email, (payload) => ({ ...payload, version: 3 })))).toEqual([400, 'wrong_code'])
  const before = await mail.codeFor(email)
  const { ticket } = (await ask(server.url, 'POST /api/user/register', { body: { email, password } })).body
  const body = { ticket, code: await mail.codeFor(email, before) }
  expect((await ask(server.url, 'PUT /api/user/register', { body })).status).toBe(200)
})
