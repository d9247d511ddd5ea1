import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '../../server/store/schema/index.ts'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { administrator, asking, auditOf, type Someone, someone } from './administrator.ts'
import { ask, password, refusal, somePhone } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let mail: MailServer
let server: TestServer
let admin: Someone
beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer({ env: { MAIL_URL: mail.url, MAIL_FROM: 'scribe@clinic.example' } })
  admin = await administrator(server)
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

const reset = (userId: string, who = admin) =>
  asking(server, who)(`POST /api/admin/users/${userId}`, { resetSecondFactor: true })
const signIn = (email: string) => ask(server.url, 'POST /api/user/login/email', { body: { email, password } })

test('an administrator turns a lost second factor off; the person is signed out everywhere and told by mail', async () => {
  const person = await someone(server)
  const lost = { phone: somePhone(), secondFactorPhone: true }
  await server.store.database.update(users).set(lost).where(eq(users.id, person.userId))
  expect(refusal(await signIn(person.email))).toEqual([501, 'no_text'])
  const answer = await reset(person.userId)
  expect(answer.body.twoFactor).toEqual({ email: false, phone: false })
  expect(refusal(await asking(server, person)('GET /api/user/account'))).toEqual([401, 'session_ended'])
  expect((await signIn(person.email)).body.accessToken).toBeTruthy()
  await mail.mailTo(person.email, ({ raw }) => raw.includes('Two-step sign-in was turned off'))
  expect(await auditOf(server, person.userId)).toContainEqual(['user.second-factor', admin.userId, null])
})

test('a code that was sent before the reset is useless', async () => {
  const person = await someone(server)
  await asking(server, person)('POST /api/user/account/2fa/email', { password })
  const { ticket } = (await signIn(person.email)).body
  const code = await mail.codeFor(person.email)
  await reset(person.userId)
  const entered = await ask(server.url, 'POST /api/user/login/2fa-email', { body: { ticket, code } })
  expect(refusal(entered)).toEqual([400, 'wrong_code'])
})

test('is refused without a second factor, for oneself, and to everybody who is no administrator', async () => {
  const person = await someone(server)
  expect(refusal(await reset(person.userId))).toEqual([409, 'conflict'])
  expect(refusal(await reset(admin.userId))).toEqual([409, 'conflict'])
  expect(refusal(await reset(person.userId, person))).toEqual([403, 'forbidden'])
})
