import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptLimits } from '../../server/auth/attempt-limits.ts'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { startTwilioServer, type TwilioServer } from '../fakes/twilio-server.ts'
import { type Answer, type Asking, ask, newPerson, password, refusal, somePhone } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let mail: MailServer
let twilio: TwilioServer
let server: TestServer
let now = Date.parse('2026-11-20T09:00:00Z')
const clock = { now: () => new Date(now) }
const minuteMs = 60_000

beforeAll(async () => {
  mail = await startMailServer()
  twilio = await startTwilioServer()
  server = await startTestServer({
    env: { ...twilio.env, MAIL_URL: mail.url, MAIL_FROM: 'scribe@clinic.example' },
    deps: { clock, attempts: { ...attemptLimits, codesPerAddress: 10_000 } },
  })
})
afterAll(async () => {
  await server.close()
  await twilio.close()
  await mail.close()
})

type Session = Awaited<ReturnType<typeof newPerson>>
const call = (path: string, asking: Asking = {}) => ask(server.url, path, asking)
const as = ({ accessToken: token }: Session, path: string, body?: object) =>
  call(path, { token, ...(body === undefined ? {} : { body }) })
const other = (code: string) => (code === '000000' ? '000001' : '000000')
const wrongCode = [400, 'wrong_code']
const add = (person: Session, phone: string, word = password) =>
  as(person, 'PUT /api/user/account/register-phone', { phone, password: word })
const confirm = (person: Session, ticket: string, code: string) =>
  as(person, `GET /api/user/account/register-phone?ticket=${ticket}&code=${code}`)
const signIn = (phone: string, word = password) =>
  call('POST /api/user/login/phone', { body: { phone, password: word, device: 'Laptop' } })
const inUrl = encodeURIComponent
const auditOf = async (email: string) =>
  (
    await server.store.database.execute<{ action: string }>(
      `select a.action from audit_entries a join users u on u.id = a.user_id where u.email = '${email}' order by a.at`,
    )
  ).rows.map(({ action }) => action)

/** A person who has proved a phone. */
async function withPhone(): Promise<Session & { phone: string }> {
  const person = await newPerson(server.url)
  const phone = somePhone()
  const { body } = await add(person, phone)
  expect((await confirm(person, body.ticket, await twilio.codeFor(phone))).body.phone).toBe(phone)
  return { ...person, phone }
}

describe('adding a phone', () => {
  test('takes the code that was sent to it, stores E.164, and a mail says so', async () => {
    const person = await newPerson(server.url)
    const phone = somePhone()
    const typed = phone.replace(/^\+1(\d{3})(\d{3})/, '+1 ($1) $2-')
    const { status, body } = await add(person, typed)
    expect([status, Object.keys(body)]).toEqual([200, ['ticket']])
    const code = await twilio.codeFor(phone)
    expect(refusal(await confirm(person, body.ticket, other(code)))).toEqual(wrongCode)
    expect((await as(person, 'GET /api/user/account')).body.phone).toBeUndefined()
    expect((await confirm(person, body.ticket, code)).body.phone).toBe(phone)
    expect(refusal(await confirm(person, body.ticket, code))).toEqual(wrongCode)
    await mail.mailTo(person.email, ({ raw }) => raw.includes('A phone number was added'))
    expect(await auditOf(person.email)).toContain('account.phone')
  })

  test('needs the password, so that a stolen session cannot do it', async () => {
    const person = await newPerson(server.url)
    const phone = somePhone()
    expect(refusal(await add(person, phone, 'not the password'))).toEqual([401, 'wrong_credentials'])
    expect(twilio.offered).not.toContain(phone)
  })

  test('of somebody else answers the same, tells the owner, and takes nothing away', async () => {
    const owner = await withPhone()
    const person = await newPerson(server.url)
    const { status, body } = await add(person, owner.phone)
    expect([status, Object.keys(body), body.ticket.length]).toEqual([200, ['ticket'], 43])
    const { body: words } = await twilio.textTo(owner.phone, (text) => !text.body.includes('code is'))
    expect(words).toContain('another account')
    expect((await as(owner, 'GET /api/user/account')).body.phone).toBe(owner.phone)
  })

  test('asks for the password with the code, if only the number was sent', async () => {
    const person = await newPerson(server.url)
    const phone = somePhone()
    const { ticket } = (await as(person, 'PUT /api/user/account/register-phone', { phone })).body
    const code = await twilio.codeFor(phone)
    const wrongPassword = [401, 'wrong_credentials']
    const enter = (body: object) => as(person, 'POST /api/user/account/register-phone', { ticket, code, ...body })
    const refused = [await confirm(person, ticket, code), await enter({}), await enter({ password: 'not this one' })]
    expect(refused.map(refusal)).toEqual(refused.map(() => wrongPassword))
    expect((await as(person, 'GET /api/user/account')).body).not.toHaveProperty('phone')
    expect((await enter({ password })).body.phone).toBe(phone)

    const second = somePhone()
    const next = (await as(person, 'PUT /api/user/account/register-phone', { phone: second })).body.ticket
    const secondCode = await twilio.codeFor(second)
    expect((await as(person, `DELETE /api/user/account/register-phone?ticket=${next}`)).status).toBe(200)
    const late = { ticket: next, code: secondCode, password }
    expect(refusal(await as(person, 'POST /api/user/account/register-phone', late))).toEqual(wrongCode)
  })

  test('that two people prove at the same time belongs to one of them', async () => {
    const phone = somePhone()
    const [first, second] = [await newPerson(server.url), await newPerson(server.url)]
    const ofFirst = (await add(first, phone)).body.ticket
    const firstCode = await twilio.codeFor(phone)
    const ofSecond = (await add(second, phone)).body.ticket
    const secondCode = await twilio.codeFor(phone, firstCode)
    const answers = await Promise.all([confirm(first, ofFirst, firstCode), confirm(second, ofSecond, secondCode)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(refusal(answers.find(({ status }) => status === 400) as Answer)).toEqual(wrongCode)
  })

  test('does not work with the code of another person, after 10 minutes, after 5 tries, or after it was cancelled', async () => {
    const person = await newPerson(server.url)
    const stranger = await newPerson(server.url)
    const started = async () => {
      const phone = somePhone()
      const { ticket } = (await add(person, phone)).body
      return { ticket, code: await twilio.codeFor(phone) }
    }
    const first = await started()
    expect(refusal(await confirm(stranger, first.ticket, first.code))).toEqual(wrongCode)
    expect((await as(stranger, `DELETE /api/user/account/register-phone?ticket=${first.ticket}`)).status).toBe(200)
    expect((await confirm(person, first.ticket, first.code)).status).toBe(200)

    const late = await started()
    now += 10 * minuteMs
    const newer = await call('POST /api/user/login/email', { body: { email: person.email, password } })
    const again = { ...person, ...newer.body }
    expect(refusal(await confirm(again, late.ticket, late.code))).toEqual(wrongCode)

    const tried = await started()
    const wrong = await Promise.all(Array.from({ length: 8 }, () => confirm(again, tried.ticket, other(tried.code))))
    expect(wrong.map(refusal)).toEqual(wrong.map(() => wrongCode))
    expect(refusal(await confirm(again, tried.ticket, tried.code))).toEqual(wrongCode)

    const cancelled = await started()
    await as(again, `DELETE /api/user/account/register-phone?ticket=${cancelled.ticket}`)
    expect(refusal(await confirm(again, cancelled.ticket, cancelled.code))).toEqual(wrongCode)
  })

  test('5 codes an hour go to one number, and 10 a day to new numbers for one person', async () => {
    const person = await newPerson(server.url)
    const phone = somePhone()
    for (let sent = 0; sent < 5; sent++) expect((await add(person, phone)).status).toBe(200)
    expect(refusal(await add(person, phone))).toEqual([429, 'too_many_requests'])
    for (let sent = 0; sent < 4; sent++) expect((await add(person, somePhone())).status).toBe(200)
    expect(refusal(await add(person, somePhone()))).toEqual([429, 'too_many_requests'])
  })

  test.each(['12025550123', '+1 202', 'phone', '+1 900 555 0123'])('%s is refused with a sentence', async (typed) => {
    const answer = await add(await newPerson(server.url), typed)
    expect(refusal(answer)).toEqual([400, 'invalid_request'])
    expect(JSON.stringify(answer.body)).toMatch(/Enter the whole phone number|Use a mobile number/)
  })

  test('leaves no code, no ticket and no number readable in the waiting rows', async () => {
    const person = await newPerson(server.url)
    const phone = somePhone()
    const { ticket } = (await add(person, phone)).body
    const code = await twilio.codeFor(phone)
    const { rows } = await server.store.database.execute(
      'select v::text as line from verifications v union all select m::text from messages m',
    )
    const all = JSON.stringify(rows)
    expect(rows.length).toBeGreaterThan(0)
    for (const secret of [ticket, phone, phone.slice(1)]) expect(all).not.toContain(secret)
    expect(rows.filter((row) => new RegExp(`\\b${code}\\b`).test(JSON.stringify(row)))).toEqual([])
  })
})

describe('signing in by phone', () => {
  test('takes the phone and the password', async () => {
    const { phone, email } = await withPhone()
    expect(refusal(await signIn(phone, 'not the password'))).toEqual([401, 'wrong_credentials'])
    const { body } = await signIn(phone)
    expect((await call('GET /api/user/account', { token: body.accessToken })).body.email).toBe(email)
  })

  test('answers the same for an unknown number, a wrong password and a disabled account', async () => {
    const { phone } = await withPhone()
    const disabled = await withPhone()
    await server.store.database.execute(`update users set disabled_at = now() where phone = '${disabled.phone}'`)
    const answers = [await signIn(phone, 'not the password'), await signIn(somePhone()), await signIn(disabled.phone)]
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [401, { code: 'wrong_credentials', message: 'The phone number or the password is wrong.' }]),
    )
  })

  test('slows guesses down', async () => {
    const { phone } = await withPhone()
    const answers: Answer[] = []
    for (let guess = 0; guess < 7; guess++) answers.push(await signIn(phone, `guess number ${guess}`))
    expect(answers.map(({ status }) => status)).toContain(429)
  })

  test('works with a code instead of the password, and not after the number was removed', async () => {
    const person = await withPhone()
    const { phone, email } = person
    const send = () => call('POST /api/user/login/generate-otc', { body: { phone } })
    const enter = (body: object) => call('POST /api/user/login/with-otc', { body })
    const before = await twilio.codeFor(phone)
    const first = (await send()).body.ticket
    const code = await twilio.codeFor(phone, before)
    const entered = await enter({ ticket: first, code })
    expect((await call('GET /api/user/account', { token: entered.body.accessToken })).body.email).toBe(email)
    const second = (await send()).body.ticket
    const newest = await twilio.codeFor(phone, code)
    expect((await as(person, 'DELETE /api/user/account/phone')).status).toBe(200)
    expect(refusal(await enter({ ticket: second, code: newest }))).toEqual(wrongCode)
  })

  test('asks for a code of an unknown number with the same answer, and sends nothing', async () => {
    const { phone } = await withPhone()
    const unknown = somePhone()
    const shapeOf = ({ status, body }: Answer) => [status, Object.keys(body), body.ticket.length]
    const ask = (number: string) => call('POST /api/user/login/generate-otc', { body: { phone: number } })
    const answers = [await ask(unknown), await ask(phone)].map(shapeOf)
    expect(answers).toEqual(answers.map(() => [200, ['ticket'], 43]))
    expect(refusal(await call('POST /api/user/login/generate-otc', { body: { phone, email: 'a@b.example' } }))).toEqual(
      [400, 'invalid_request'],
    )
    expect(twilio.offered).not.toContain(unknown)
  })
})

describe('a new password by phone', () => {
  const begin = (phone: string) => call(`GET /api/user/password/reset-phone?phone=${inUrl(phone)}`)
  const change = (ticket: string, code: string, word: string) =>
    call('POST /api/user/password/reset-phone', { body: { ticket, code, password: word } })

  test('takes a code, ends every session, and a mail says so', async () => {
    const person = await withPhone()
    const before = await twilio.codeFor(person.phone)
    const { ticket } = (await begin(person.phone)).body
    const code = await twilio.codeFor(person.phone, before)
    expect(refusal(await change(ticket, code, 'password123'))).toEqual([400, 'invalid_request'])
    expect((await change(ticket, code, 'a new long password')).status).toBe(200)
    expect((await as(person, 'GET /api/user/account')).status).toBe(401)
    expect((await signIn(person.phone, 'a new long password')).status).toBe(200)
    await mail.mailTo(person.email, ({ raw }) => raw.includes('password was changed'))
  })

  test('of an unknown number gets the same answer and no message, and can be cancelled', async () => {
    const person = await withPhone()
    const unknown = somePhone()
    const before = await twilio.codeFor(person.phone)
    const known = (await begin(person.phone)).body.ticket
    const answer = await begin(unknown)
    expect([answer.status, answer.body.ticket.length]).toEqual([200, known.length])
    expect(twilio.offered).not.toContain(unknown)
    const code = await twilio.codeFor(person.phone, before)
    await call(`DELETE /api/user/password/reset-phone?ticket=${known}`)
    expect(refusal(await change(known, code, 'a new long password'))).toEqual(wrongCode)
  })
})

describe('the second factor by phone', () => {
  const turnOn = (person: Session, word = password) =>
    as(person, 'POST /api/user/account/2fa/phone', { password: word })

  test('is asked at every sign-in, also by email, and only its code signs in', async () => {
    const person = await withPhone()
    const turned = await turnOn(person)
    expect(turned.body.twoFactor).toEqual({ email: false, phone: true })
    for (const credentials of [{ phone: person.phone }, { email: person.email }]) {
      const path = 'phone' in credentials ? 'phone' : 'email'
      const before = await twilio.codeFor(person.phone)
      const { body } = await call(`POST /api/user/login/${path}`, { body: { ...credentials, password } })
      expect(body).toEqual({ secondFactor: 'phone', ticket: expect.any(String) })
      const code = await twilio.codeFor(person.phone, before)
      const enter = (typed: string) =>
        call('POST /api/user/login/2fa-phone', { body: { ticket: body.ticket, code: typed } })
      expect(refusal(await enter(other(code)))).toEqual(wrongCode)
      expect((await enter(code)).body).toMatchObject({ accessToken: expect.any(String) })
    }
    expect(mail.mails.filter(({ to, raw }) => to === person.email && raw.includes('code is'))).toEqual([])
  })

  test('needs a phone and the password', async () => {
    const without = await turnOn(await newPerson(server.url))
    expect(refusal(without)).toEqual([409, 'conflict'])
    expect(without.body.message).toContain('Add a phone first')
    const person = await withPhone()
    expect(refusal(await turnOn(person, 'not the password'))).toEqual([401, 'wrong_credentials'])
  })

  test('keeps the phone from being removed, until it is turned off with the password', async () => {
    const person = await withPhone()
    await turnOn(person)
    const refused = await as(person, 'DELETE /api/user/account/phone')
    expect(refusal(refused)).toEqual([409, 'conflict'])
    expect(refused.body.message).toContain('two-step sign-in')
    expect((await as(person, 'GET /api/user/account')).body.phone).toBe(person.phone)
    const off = (word: string) => as(person, 'DELETE /api/user/account/2fa', { password: word })
    expect(refusal(await off('not the password'))).toEqual([401, 'wrong_credentials'])
    expect((await off(password)).body.twoFactor).toEqual({ email: false, phone: false })
    expect((await as(person, 'DELETE /api/user/account/phone')).body.phone).toBeUndefined()
    await mail.mailTo(person.email, ({ raw }) => raw.includes('The phone number was removed'))
  })

  test('is replaced by the email and the other way round', async () => {
    const person = await withPhone()
    await turnOn(person)
    const byEmail = await as(person, 'POST /api/user/account/2fa/email', { password })
    expect(byEmail.body.twoFactor).toEqual({ email: true, phone: false })
    expect((await turnOn(person)).body.twoFactor).toEqual({ email: false, phone: true })
  })

  test('keeps the phone from being enough: neither a one-time code nor a new password is had by phone', async () => {
    const person = await withPhone()
    const { phone } = person
    const early = (await call(`GET /api/user/password/reset-phone?phone=${inUrl(phone)}`)).body.ticket
    const code = await twilio.codeFor(phone, await twilio.codeFor(phone))
    await turnOn(person)
    const change = { ticket: early, code, password: 'a new long password' }
    expect(refusal(await call('POST /api/user/password/reset-phone', { body: change }))).toEqual(wrongCode)
    expect((await call(`GET /api/user/password/reset-phone?phone=${inUrl(phone)}`)).status).toBe(200)
    await twilio.textTo(phone, ({ body }) => body.includes('new password by email'))
    expect((await call('POST /api/user/login/generate-otc', { body: { phone } })).status).toBe(200)
    await twilio.textTo(phone, ({ body }) => body.includes('Sign in with your password first'))
  })
})

test('without Twilio, every call that needs a text message says so', async () => {
  const silent = await startTestServer()
  try {
    const person = await newPerson(silent.url)
    const phone = somePhone()
    const call = (path: string, body?: object) =>
      ask(silent.url, path, { token: person.accessToken, ...(body === undefined ? {} : { body }) })
    const answers = [
      await call('PUT /api/user/account/register-phone', { phone, password }),
      await call('POST /api/user/account/2fa/phone', { password }),
      await call('POST /api/user/login/generate-otc', { phone }),
      await call(`GET /api/user/password/reset-phone?phone=${inUrl(phone)}`),
    ]
    expect(answers.map(refusal)).toEqual(answers.map(() => [501, 'no_text']))
  } finally {
    await silent.close()
  }
})
