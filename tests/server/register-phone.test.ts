import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptLimits } from '../../server/auth/attempt-limits.ts'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { startTwilioServer, type TwilioServer } from '../fakes/twilio-server.ts'
import { ask, password, refusal, somePhone } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let mail: MailServer
let twilio: TwilioServer
let server: TestServer
beforeAll(async () => {
  mail = await startMailServer()
  twilio = await startTwilioServer()
  const sender = { MAIL_URL: mail.url, MAIL_FROM: 'scribe@clinic.example' }
  server = await startTestServer({
    env: { ...twilio.env, ...sender, DEMO: '0', REGISTRATION: '1' },
    deps: { attempts: { ...attemptLimits, codesPerAddress: 10_000 } },
  })
})
afterAll(async () => {
  await server.close()
  await twilio.close()
  await mail.close()
})

const call = (path: string, body?: object, token?: string) =>
  ask(server.url, path, { ...(body === undefined ? {} : { body }), ...(token === undefined ? {} : { token }) })
const start = (phone: string) => call('POST /api/user/register', { phone, password, name: 'Ana Ruiz' })
const signIn = (phone: string) => call('POST /api/user/login/phone', { phone, password })
const confirm = (ticket: string, code: string) => call('PUT /api/user/register', { ticket, code })

/** A person who has registered by phone. */
async function byPhone() {
  const phone = somePhone()
  const { body } = await start(phone)
  const code = await twilio.codeFor(phone)
  const session = (await confirm(body.ticket, code)).body
  return { phone, code, token: session.accessToken as string }
}

describe('registering by phone', () => {
  test('makes the account only after the code of the text message', async () => {
    const phone = somePhone()
    const started = await start(phone)
    expect([started.status, Object.keys(started.body)]).toEqual([201, ['ticket']])
    const code = await twilio.codeFor(phone)
    expect(refusal(await signIn(phone))).toEqual([401, 'wrong_credentials'])
    expect(refusal(await confirm(started.body.ticket, code === '000000' ? '000001' : '000000'))).toEqual([
      400,
      'wrong_code',
    ])
    const entered = await confirm(started.body.ticket, code)
    expect(entered.status).toBe(200)
    const account = (await call('GET /api/user/account', undefined, entered.body.accessToken)).body
    expect(account).toMatchObject({ phone, email: phone, name: 'Ana Ruiz' })
    expect((await signIn(phone)).body.accessToken).toBeTruthy()
  })

  test('answers alike for a number of somebody, whose phone is told', async () => {
    const { phone } = await byPhone()
    const before = twilio.texts.length
    const again = await start(phone)
    expect([again.status, Object.keys(again.body)]).toEqual([201, ['ticket']])
    await twilio.textTo(phone, ({ body }) => body.includes('already an account'))
    expect(twilio.texts.slice(before).some(({ body }) => /code is \d/.test(body))).toBe(false)
    for (const code of ['111111', '222222']) {
      expect(refusal(await confirm(again.body.ticket, code))).toEqual([400, 'wrong_code'])
    }
  })

  test('of two people who register one number, the one who enters the code first has it', async () => {
    const phone = somePhone()
    const first = await start(phone)
    const firstCode = await twilio.codeFor(phone)
    const second = await start(phone)
    const secondCode = await twilio.codeFor(phone, firstCode)
    expect((await confirm(second.body.ticket, secondCode)).status).toBe(200)
    expect(refusal(await confirm(first.body.ticket, firstCode))).toEqual([400, 'wrong_code'])
  })

  test('takes an email or a phone, and no number without text messages', async () => {
    const both = { email: 'a@clinic.example', phone: somePhone(), password }
    expect(refusal(await call('POST /api/user/register', both))).toEqual([400, 'invalid_request'])
    expect(refusal(await call('POST /api/user/register', { password }))).toEqual([400, 'invalid_request'])
    expect(refusal(await start('+18005550123'))).toEqual([400, 'invalid_request'])
  })

  test('needs a service for text messages, also in the demo', async () => {
    const silent = await startTestServer()
    try {
      const phone = somePhone()
      const answer = await ask(silent.url, 'POST /api/user/register', { body: { phone, password } })
      expect(refusal(answer)).toEqual([501, 'no_text'])
      const unknown = await ask(silent.url, 'POST /api/user/login/phone', { body: { phone, password } })
      expect(refusal(unknown)).toEqual([401, 'wrong_credentials'])
    } finally {
      await silent.close()
    }
  })
})

describe('an account without an email address', () => {
  test('keeps its phone until it has an email address, and then signs in with both', async () => {
    const { phone, token } = await byPhone()
    expect(refusal(await call('DELETE /api/user/account/phone', undefined, token))).toEqual([409, 'conflict'])
    const email = 'ana.added@clinic.example'
    const started = await call('PUT /api/user/account/email', { email, password }, token)
    const { body } = started
    const changed = await call(
      'POST /api/user/account/email',
      { ticket: body.ticket, code: await mail.codeFor(email) },
      token,
    )
    expect(changed.body).toMatchObject({ email, phone })
    await twilio.textTo(phone, ({ body: text }) => text.includes('the way you sign in was changed'))
    expect((await signIn(phone)).status).toBe(200)
    expect((await call('POST /api/user/login/email', { email, password })).status).toBe(200)
    expect((await call('DELETE /api/user/account/phone', undefined, token)).body.phone).toBeUndefined()
  })

  test('is known by its new phone after a change', async () => {
    const { phone, token } = await byPhone()
    const next = somePhone()
    const { body } = await call('PUT /api/user/account/register-phone', { phone: next, password }, token)
    const entered = { ticket: body.ticket, code: await twilio.codeFor(next) }
    expect((await call('POST /api/user/account/register-phone', entered, token)).body).toMatchObject({
      email: next,
      phone: next,
    })
    expect(refusal(await signIn(phone))).toEqual([401, 'wrong_credentials'])
  })

  test('cannot use the phone as second factor, because the phone is the first one', async () => {
    const { token } = await byPhone()
    for (const way of ['2fa/phone', '2fa/email']) {
      expect(refusal(await call(`POST /api/user/account/${way}`, { password }, token))).toEqual([409, 'conflict'])
    }
  })

  test('gets no mail, and a new password by phone ends its sessions', async () => {
    const { phone, code, token } = await byPhone()
    const asked = await call(`GET /api/user/password/reset-phone?phone=${encodeURIComponent(phone)}`)
    const next = 'another horse battery'
    const entered = { ticket: asked.body.ticket, code: await twilio.codeFor(phone, code), password: next }
    expect((await call('POST /api/user/password/reset-phone', entered)).status).toBe(200)
    expect(refusal(await call('GET /api/user/account', undefined, token))).toEqual([401, 'session_ended'])
    await twilio.textTo(phone, ({ body }) => body.includes('the way you sign in was changed'))
    expect(mail.offered).not.toContain(phone)
  })
})

test('with an inbox, a person registers by phone without any service', async () => {
  const trying = await startTestServer({ env: { INBOX: '1', DEMO: '0', REGISTRATION: '1' } })
  try {
    const phone = somePhone()
    const { body } = await ask(trying.url, 'POST /api/user/register', { body: { phone, password } })
    const { messages } = (await ask(trying.url, 'GET /api/inbox')).body
    const code = /code is (\d{6})/.exec(messages.find(({ to }: { to: string }) => to === phone).text)?.[1]
    const entered = await ask(trying.url, 'PUT /api/user/register', { body: { ticket: body.ticket, code } })
    expect(entered.body.accessToken).toBeTruthy()
  } finally {
    await trying.close()
  }
})
