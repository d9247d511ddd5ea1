import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptLimits } from '../../server/auth/attempt-limits.ts'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { ask, password, refusal } from './ask.ts'
import { as, join, newDirectory } from './directory.ts'
import { signInThrough, somebody, startProviders, type TestProviders } from './providers.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let mail: MailServer
let providers: TestProviders
let server: TestServer
beforeAll(async () => {
  mail = await startMailServer()
  providers = await startProviders()
  const env = { ...providers.env, MAIL_URL: mail.url, MAIL_FROM: 'scribe@clinic.example' }
  server = await startTestServer({ env, deps: { attempts: { ...attemptLimits, codesPerAddress: 10_000 } } })
})
afterAll(async () => {
  await server.close()
  await providers.close()
  await mail.close()
})

type Clinic = Awaited<ReturnType<typeof newDirectory>>
const allow = ({ directoryId, owner }: Clinic, signInMethods: string[], more: object = {}) =>
  as(server.url, owner)(`PUT /api/user/directories/settings/${directoryId}`, { signInMethods, ...more })
const byPassword = (email: string, word = password) =>
  ask(server.url, 'POST /api/user/login/email', { body: { email, password: word } })
const sendCode = async (email: string) =>
  (await ask(server.url, 'POST /api/user/login/generate-otc', { body: { email } })).body.ticket
const byCode = (body: object) => ask(server.url, 'POST /api/user/login/with-otc', { body })

/**
 * Creates a member of a directory whose account is linked to an account of Google. Returns the member, with the account
 * of Google as `atGoogle`.
 */
async function member(clinic: Clinic) {
  const person = await join(server.url, clinic)
  const atGoogle = somebody({ email: person.email })
  const { ticket } = (await signInThrough(server.url, providers, 'google', atGoogle)).body
  const body = { ticket, code: await mail.codeFor(person.email) }
  expect((await ask(server.url, 'POST /api/user/login/google', { body })).status).toBe(200)
  return { ...person, atGoogle }
}

test('a directory that lists Google refuses the password and a code, and names itself and Google', async () => {
  const clinic = await newDirectory(server.url)
  const { email, atGoogle } = await member(clinic)
  const before = await mail.codeFor(email)
  const ticket = await sendCode(email)
  const code = await mail.codeFor(email, before)
  expect((await allow(clinic, ['google'])).status).toBe(200)
  const refused = await byPassword(email)
  expect(refusal(refused)).toEqual([403, 'sign_in_refused'])
  expect(refused.body.message).toBe('North Clinic does not allow signing in this way. Sign in with Google.')
  expect(refusal(await byCode({ ticket, code }))).toEqual([403, 'sign_in_refused'])
  expect((await signInThrough(server.url, providers, 'google', atGoogle)).status).toBe(200)
})

test('a directory that lists the email address refuses every provider', async () => {
  const clinic = await newDirectory(server.url)
  const { email, atGoogle } = await member(clinic)
  await allow(clinic, ['email'])
  const refused = await signInThrough(server.url, providers, 'google', atGoogle)
  expect(refusal(refused)).toEqual([403, 'sign_in_refused'])
  expect((await byPassword(email)).status).toBe(200)
  await allow(clinic, [])
  expect((await signInThrough(server.url, providers, 'google', atGoogle)).status).toBe(200)
})

test('nobody learns of it without the right password or code', async () => {
  const clinic = await newDirectory(server.url)
  const { email } = await join(server.url, clinic)
  await allow(clinic, ['microsoft'])
  expect(refusal(await byPassword(email, 'not the password'))).toEqual([401, 'wrong_credentials'])
  const ticket = await sendCode(email)
  const code = await mail.codeFor(email)
  expect(refusal(await byCode({ ticket, code: code === '000000' ? '000001' : '000000' }))).toEqual([400, 'wrong_code'])
})

test('every directory of the person counts, also after the first factor', async () => {
  const [first, second] = [await newDirectory(server.url), await newDirectory(server.url)]
  const person = await join(server.url, first)
  await join(server.url, second, [], person)
  await allow(first, [], { secondFactorRequired: true })
  const { ticket } = (await byPassword(person.email)).body
  const code = await mail.codeFor(person.email)
  await allow(second, ['apple'])
  const entered = await ask(server.url, 'POST /api/user/login/2fa-email', { body: { ticket, code } })
  expect(refusal(entered)).toEqual([403, 'sign_in_refused'])
})

test('a directory cannot list only ways that this server does not offer', async () => {
  const clinic = await newDirectory(server.url)
  const refused = await allow(clinic, ['phone'])
  expect(refusal(refused)).toEqual([400, 'invalid_request'])
  expect((await allow(clinic, ['phone', 'apple'])).status).toBe(200)
})

describe('a session that exists', () => {
  const renew = (refreshToken: string) => ask(server.url, 'POST /api/user/login/token', { body: { refreshToken } })
  const ended = 'North Clinic does not allow signing in with your email address any more. Sign in with Google.'

  test('ends when it is renewed, and says how to sign in now', async () => {
    const clinic = await newDirectory(server.url)
    const person = await join(server.url, clinic)
    const first = (await renew(person.refreshToken)).body
    expect(first.accessToken).toBeTruthy()
    await allow(clinic, ['google'])
    const refused = await renew(first.refreshToken)
    expect([...refusal(refused), refused.body.message]).toEqual([401, 'session_ended', ended])
    await allow(clinic, [])
    expect(refusal(await renew(first.refreshToken))).toEqual([401, 'session_ended'])
    expect(refusal(await as(server.url, first)('GET /api/user/account'))).toEqual([401, 'session_ended'])
  })

  test('goes on if it began in an allowed way, also where another way is refused', async () => {
    const clinic = await newDirectory(server.url)
    const { refreshToken, atGoogle } = await member(clinic)
    const byGoogle = (await signInThrough(server.url, providers, 'google', atGoogle)).body
    await allow(clinic, ['google'])
    expect(refusal(await renew(refreshToken))).toEqual([401, 'session_ended'])
    const renewed = await renew(byGoogle.refreshToken)
    expect((await as(server.url, renewed.body)('GET /api/user/account')).status).toBe(200)
  })

  test('hands over neither itself nor a cookie for the portal', async () => {
    const clinic = await newDirectory(server.url)
    const [one, other] = [await join(server.url, clinic), await join(server.url, clinic)]
    const { secret } = (await as(server.url, one)('POST /api/user/login/generate-otc')).body
    await allow(clinic, ['google'])
    const handed = await byCode({ secret })
    expect([...refusal(handed), handed.body.message]).toEqual([401, 'session_ended', ended])
    const opened = await ask(server.url, 'POST /api/user/portal/session', {
      token: other.accessToken,
      headers: { origin: server.url },
    })
    expect([...refusal(opened), opened.body.message]).toEqual([401, 'session_ended', ended])
  })

  test('that was handed over is one of the same way to sign in', async () => {
    const clinic = await newDirectory(server.url)
    const { atGoogle } = await member(clinic)
    const byGoogle = (await signInThrough(server.url, providers, 'google', atGoogle)).body
    const { secret } = (await as(server.url, byGoogle)('POST /api/user/login/generate-otc')).body
    const handed = (await byCode({ secret })).body
    await allow(clinic, ['email'])
    expect(refusal(await renew(handed.refreshToken))).toEqual([401, 'session_ended'])
  })
})
