import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptLimits } from '../../server/auth/attempt-limits.ts'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { type Answer, type Asking, ask, newPerson, password, refusal } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let mail: MailServer
/** A server whose registration is open. */
let server: TestServer
/**
 * A demo server that sends mails. In the demo, a person registers without a code, so tests create accounts with one
 * call.
 */
let demo: TestServer
let now = Date.parse('2026-11-20T09:00:00Z')
const clock = { now: () => new Date(now) }
const minuteMs = 60_000
const sender = { MAIL_FROM: 'scribe@clinic.example' }
const attempts = { ...attemptLimits, codesPerAddress: 10_000 }

beforeAll(async () => {
  mail = await startMailServer()
  const env = { MAIL_URL: mail.url, ...sender }
  server = await startTestServer({ env: { ...env, DEMO: '0', REGISTRATION: '1' }, deps: { clock, attempts } })
  demo = await startTestServer({ env, deps: { clock, attempts } })
})
afterAll(async () => {
  await server.close()
  await demo.close()
  await mail.close()
})

const someEmail = () => `person-${randomUUID()}@clinic.example`
const account = (url: string, token: string) => ask(url, 'GET /api/user/account', { token })
const start = (email: string, more: object = {}) =>
  ask(server.url, 'POST /api/user/register', { body: { email, password, ...more } })
const confirm = (ticket: string, code: string) =>
  ask(server.url, 'PUT /api/user/register', { body: { ticket, code, device: 'Laptop' } })
const other = (code: string) => (code === '000000' ? '000001' : '000000')
const wrongCode = [400, 'wrong_code']
const signIn = (email: string, word = password) =>
  ask(demo.url, 'POST /api/user/login/email', { body: { email, password: word } })
const call = (path: string, asking: Asking = {}) => ask(demo.url, path, asking)

describe('registering', () => {
  test('takes a code from the mail, and only then creates the account', async () => {
    const email = someEmail()
    const started = await start(email.toUpperCase(), { name: 'Dana Reyes' })
    expect([started.status, Object.keys(started.body)]).toEqual([201, ['ticket']])
    const { ticket } = started.body
    const status = () => ask(server.url, `GET /api/user/register?ticket=${ticket}`)
    expect((await status()).body).toEqual({ status: 'started' })
    expect((await ask(server.url, 'POST /api/user/login/email', { body: { email, password } })).status).toBe(401)
    const confirmed = await confirm(ticket, await mail.codeFor(email))
    expect(confirmed.status).toBe(200)
    expect((await status()).body).toEqual({ status: 'verified' })
    expect((await account(server.url, confirmed.body.accessToken)).body).toMatchObject({ email, name: 'Dana Reyes' })
    expect((await ask(server.url, 'POST /api/user/login/email', { body: { email, password } })).status).toBe(200)
  })

  test('with the email of an account answers the same, and a mail tells its owner', async () => {
    const email = someEmail()
    const first = await start(email)
    const code = await mail.codeFor(email)
    await confirm(first.body.ticket, code)
    const second = await start(email, { password: 'something quite else' })
    expect([second.status, Object.keys(second.body)]).toEqual([first.status, Object.keys(first.body)])
    await mail.mailTo(email, ({ raw }) => raw.includes('already have a Chartside account'))
    expect(refusal(await confirm(second.body.ticket, code))).toEqual(wrongCode)
    expect((await ask(server.url, 'POST /api/user/login/email', { body: { email, password } })).status).toBe(200)
  })

  test('works with a code once, for 10 minutes, and not after it was cancelled', async () => {
    const [used, late, cancelled] = [someEmail(), someEmail(), someEmail()]
    const usedTicket = (await start(used)).body.ticket
    const usedCode = await mail.codeFor(used)
    expect((await confirm(usedTicket, usedCode)).status).toBe(200)
    expect(refusal(await confirm(usedTicket, usedCode))).toEqual(wrongCode)

    const cancelledTicket = (await start(cancelled)).body.ticket
    const cancelledCode = await mail.codeFor(cancelled)
    await ask(server.url, `DELETE /api/user/register?ticket=${cancelledTicket}`)
    expect(refusal(await confirm(cancelledTicket, cancelledCode))).toEqual(wrongCode)

    const lateTicket = (await start(late)).body.ticket
    const lateCode = await mail.codeFor(late)
    now += 10 * minuteMs
    expect(refusal(await confirm(lateTicket, lateCode))).toEqual(wrongCode)
    const status = await ask(server.url, `GET /api/user/register?ticket=${lateTicket}`)
    expect(status.body).toEqual({ status: 'expired' })
  })

  test('allows 5 tries, also when they arrive at the same time', async () => {
    const email = someEmail()
    const { ticket } = (await start(email)).body
    const code = await mail.codeFor(email)
    const wrong = await Promise.all(Array.from({ length: 20 }, () => confirm(ticket, other(code))))
    expect(wrong.map(refusal)).toEqual(wrong.map(() => wrongCode))
    expect(refusal(await confirm(ticket, code))).toEqual(wrongCode)
  })

  test('creates one account when the same code arrives several times at once', async () => {
    const email = someEmail()
    const { ticket } = (await start(email)).body
    const code = await mail.codeFor(email)
    const all = await Promise.all(Array.from({ length: 4 }, () => confirm(ticket, code)))
    expect(all.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  })

  test('is closed unless the server opens it, also with a mail server', async () => {
    const closed = await startTestServer({ env: { DEMO: '0', MAIL_URL: mail.url, ...sender } })
    try {
      const answer = await ask(closed.url, 'POST /api/user/register', { body: { email: someEmail(), password } })
      expect(refusal(answer)).toEqual([403, 'registration_closed'])
    } finally {
      await closed.close()
    }
  })

  test.each(['password123', 'Manchester2024!', 'aaaaaaaaaaaa', '1q2w3e4r5t6y'])(
    'refuses the common password %s and says what to do',
    async (common) => {
      const answer = await start(someEmail(), { password: common })
      expect(refusal(answer)).toEqual([400, 'invalid_request'])
      expect(answer.body.message).toContain('Choose another password')
    },
  )

  test('leaves no code, no ticket and no email address readable in the database', async () => {
    const email = someEmail()
    const { ticket } = (await start(email)).body
    const code = await mail.codeFor(email)
    const { rows } = await server.store.database.execute(
      `select v::text as line from verifications v union all select m::text from messages m`,
    )
    const all = JSON.stringify(rows)
    expect(all).not.toContain(ticket)
    expect(all).not.toContain(email)
    expect(rows.filter((row) => new RegExp(`\\b${code}\\b`).test(JSON.stringify(row)))).toEqual([])
  })
})

describe('a forgotten password', () => {
  const begin = (email: string) => call(`GET /api/user/password/reset-email?email=${email}`)
  const change = (ticket: string, code: string, word: string) =>
    call('POST /api/user/password/reset-email', { body: { ticket, code, password: word } })

  test('is replaced with a code, which ends every session, and a mail says so', async () => {
    const { email, accessToken } = await newPerson(demo.url)
    const { ticket } = (await begin(email)).body
    const code = await mail.codeFor(email)
    const common = await change(ticket, code, 'password123')
    expect(refusal(common)).toEqual([400, 'invalid_request'])
    expect((await change(ticket, code, 'a new long password')).status).toBe(200)
    expect((await account(demo.url, accessToken)).status).toBe(401)
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn(email, 'a new long password')).status).toBe(200)
    await mail.mailTo(email, ({ raw }) => raw.includes('password was changed'))
    expect(refusal(await change(ticket, code, 'another new password'))).toEqual(wrongCode)
  })

  test('of an unknown or disabled person gets the same answer and no mail', async () => {
    const known = await newPerson(demo.url)
    const disabled = await newPerson(demo.url)
    await demo.store.database.execute(`update users set disabled_at = now() where email = '${disabled.email}'`)
    const unknown = someEmail()
    const shapeOf = ({ status, body }: Answer) => [status, Object.keys(body), body.ticket.length]
    const answers = [await begin(unknown), await begin(disabled.email), await begin(known.email)].map(shapeOf)
    expect(answers).toEqual(answers.map(() => [200, ['ticket'], 43]))
    await mail.codeFor(known.email)
    expect(mail.offered.filter((to) => to === unknown || to === disabled.email)).toEqual([])
  })

  test('cannot be replaced with a code that was made for something else, or after it was cancelled', async () => {
    const { email } = await newPerson(demo.url)
    const forSignIn = (await call('POST /api/user/login/generate-otc', { body: { email } })).body.ticket
    const first = await mail.codeFor(email)
    expect(refusal(await change(forSignIn, first, 'a new long password'))).toEqual(wrongCode)
    const { ticket } = (await begin(email)).body
    const second = await mail.codeFor(email, first)
    await call(`DELETE /api/user/password/reset-email?ticket=${ticket}`)
    expect(refusal(await change(ticket, second, 'a new long password'))).toEqual(wrongCode)
  })

  test('cannot be replaced without a mail server, and the answer says so', async () => {
    const silent = await startTestServer()
    try {
      const answer = await ask(silent.url, 'GET /api/user/password/reset-email?email=a@clinic.example')
      expect(refusal(answer)).toEqual([501, 'no_mail'])
    } finally {
      await silent.close()
    }
  })
})

describe('signing in with a code', () => {
  const send = (email: string) => call('POST /api/user/login/generate-otc', { body: { email } })
  const enter = (body: object) => call('POST /api/user/login/with-otc', { body })

  test('needs no password', async () => {
    const { email } = await newPerson(demo.url)
    const { ticket } = (await send(email)).body
    const code = await mail.codeFor(email)
    expect(refusal(await enter({ ticket, code: other(code) }))).toEqual(wrongCode)
    const entered = await enter({ ticket, code, device: 'Phone' })
    expect((await account(demo.url, entered.body.accessToken)).body.email).toBe(email)
    expect(refusal(await enter({ ticket, code }))).toEqual(wrongCode)
  })

  test('is not possible after the code was cleared, the email changed, or the account was disabled', async () => {
    for (const spoil of [
      (ticket: string) => call('POST /api/user/login/clear-otc', { body: { ticket } }),
      (_: string, email: string) =>
        demo.store.database.execute(`update users set email = 'x-${email}' where email = '${email}'`),
      (_: string, email: string) =>
        demo.store.database.execute(`update users set disabled_at = now() where email = '${email}'`),
    ]) {
      const { email } = await newPerson(demo.url)
      const { ticket } = (await send(email)).body
      const code = await mail.codeFor(email)
      await spoil(ticket, email)
      expect(refusal(await enter({ ticket, code }))).toEqual(wrongCode)
    }
  })

  test('5 codes an hour are sent to one email, whether it is known or not', async () => {
    const known = (await newPerson(demo.url)).email
    for (const email of [known, someEmail()]) {
      for (let sent = 0; sent < 5; sent++) expect((await send(email)).status).toBe(200)
      const sixth = await send(email)
      expect(refusal(sixth)).toEqual([429, 'too_many_requests'])
      expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3000)
    }
  })

  test('100 codes an hour are sent for one address', async () => {
    const strict = await startTestServer({ env: { MAIL_URL: mail.url, ...sender, TRUST_PROXY: '1' } })
    try {
      const from = (address: string) =>
        ask(strict.url, 'POST /api/user/login/generate-otc', {
          body: { email: someEmail() },
          headers: { 'x-forwarded-for': address },
        })
      for (let sent = 0; sent < 100; sent++) expect((await from('192.0.2.7')).status).toBe(200)
      expect(refusal(await from('192.0.2.7'))).toEqual([429, 'too_many_requests'])
      expect((await from('192.0.2.8')).status).toBe(200)
    } finally {
      await strict.close()
    }
  })
})

describe('a hand-over secret', () => {
  const handOver = (token: string) => call('POST /api/user/login/generate-otc', { token })
  const enter = (secret: string) => call('POST /api/user/login/with-otc', { body: { secret } })

  test('signs the same person in once, within 60 s', async () => {
    const { accessToken, email } = await newPerson(demo.url)
    const { body } = await handOver(accessToken)
    expect(Date.parse(body.expiresAt) - now).toBe(60_000)
    const entered = await enter(body.secret)
    expect((await account(demo.url, entered.body.accessToken)).body.email).toBe(email)
    expect(refusal(await enter(body.secret))).toEqual([401, 'session_ended'])
    const late = (await handOver(accessToken)).body.secret
    now += minuteMs
    expect(refusal(await enter(late))).toEqual([401, 'session_ended'])
  })

  test('is given to nobody without a session, and ends with the session', async () => {
    expect(refusal(await call('POST /api/user/login/generate-otc'))).toEqual([401, 'not_signed_in'])
    expect(refusal(await handOver('x'.repeat(43)))).toEqual([401, 'session_ended'])
    const { accessToken } = await newPerson(demo.url)
    const { secret } = (await handOver(accessToken)).body
    await call('POST /api/user/logout/current', { token: accessToken })
    expect(refusal(await enter(secret))).toEqual([401, 'session_ended'])
  })

  test('does not make a session last longer', async () => {
    const { accessToken } = await newPerson(demo.url)
    const entered = await enter((await handOver(accessToken)).body.secret)
    const { rows } = await demo.store.database.execute<{ days: number }>(
      `select extract(epoch from f.ends_at - first.created_at) / 86400 as days
       from session_families f join session_families first on first.user_id = f.user_id and first.ends_at is null
       where f.ends_at is not null order by f.created_at desc limit 1`,
    )
    expect(entered.status).toBe(200)
    expect(Number(rows[0]?.days)).toBe(90)
  })
})
