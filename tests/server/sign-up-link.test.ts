import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptLimits } from '../../server/auth/attempt-limits.ts'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { ask, password, refusal } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let mail: MailServer
let server: TestServer
let now = Date.parse('2026-11-20T09:00:00Z')
const clock = { now: () => new Date(now) }
const env = () => ({ DEMO: '0', MAIL_URL: mail.url, MAIL_FROM: 'scribe@clinic.example' })

beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer({
    env: { ...env(), REGISTRATION: '1', PUBLIC_URL: 'https://chartside.clinic.example/' },
    deps: { clock, attempts: { ...attemptLimits, codesPerAddress: 10_000 } },
  })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

const someEmail = () => `person-${randomUUID()}@clinic.example`
const send = (email: string) => ask(server.url, 'POST /api/user/email/email-signup', { body: { email } })
const enter = (ticket: string, more: object = {}) =>
  ask(server.url, 'POST /api/user/register/email-link', { body: { ticket, password, ...more } })
const statusOf = async (ticket: string) =>
  (await ask(server.url, `GET /api/user/register?ticket=${ticket}`)).body.status
const usedLink = [400, 'wrong_code']

/** The ticket in the link of the newest mail. */
async function ticketFor(email: string): Promise<string> {
  const { raw } = await mail.mailTo(email, (one) => one.raw.includes('Create your Chartside account'))
  const whole = raw.replace(/=\r\n/g, '').replaceAll('=3D', '=')
  return /https:\/\/chartside\.clinic\.example\/portal\/#register=([\w-]{43})/.exec(whole)?.[1] ?? ''
}

describe('a link to sign up', () => {
  test('makes the account of the address to which it was sent, once', async () => {
    const email = someEmail()
    expect([(await send(email.toUpperCase())).status, (await send(someEmail())).body]).toEqual([200, {}])
    const ticket = await ticketFor(email)
    expect(await statusOf(ticket)).toBe('started')
    const all = await Promise.all([1, 2, 3].map(() => enter(ticket, { name: 'Dana Reyes' })))
    expect(all.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    const token = all.find(({ status }) => status === 200)?.body.accessToken
    expect((await ask(server.url, 'GET /api/user/account', { token })).body).toMatchObject({
      email,
      name: 'Dana Reyes',
    })
    expect(await statusOf(ticket)).toBe('verified')
    expect(refusal(await enter(ticket))).toEqual(usedLink)
  })

  test('for an existing account answers the same, and a mail without a link tells its owner', async () => {
    const email = someEmail()
    await send(email)
    await enter(await ticketFor(email))
    const again = await send(email)
    expect([again.status, again.body]).toEqual([200, {}])
    const { raw } = await mail.mailTo(email, (one) => one.raw.includes('already have'))
    expect(raw).not.toContain('#register')
  })

  test('is valid for a day, and stays valid after a password that is refused', async () => {
    const email = someEmail()
    await send(email)
    const ticket = await ticketFor(email)
    now += 24 * 60 * 60_000 - 1000
    expect(refusal(await enter(ticket, { password: 'password123' }))).toEqual([400, 'invalid_request'])
    expect(await statusOf(ticket)).toBe('started')
    now += 1000
    const late = await enter(ticket)
    expect(refusal(late)).toEqual(usedLink)
    expect(late.body.message).toContain('Ask for a new one')
  })

  test('is not valid as the ticket of a code, nor the other way round', async () => {
    const email = someEmail()
    await send(email)
    const ticket = await ticketFor(email)
    const asCode = await ask(server.url, 'PUT /api/user/register', { body: { ticket, code: '000000' } })
    expect(refusal(asCode)).toEqual(usedLink)
    const started = await ask(server.url, 'POST /api/user/register', { body: { email: someEmail(), password } })
    expect(refusal(await enter(started.body.ticket))).toEqual(usedLink)
    expect(refusal(await enter('x'.repeat(43)))).toEqual(usedLink)
    expect((await enter(ticket)).status).toBe(200)
  })

  test('is sent 5 times an hour for one network, and once more for all other requests', async () => {
    const email = someEmail()
    for (let sent = 0; sent < 8; sent++) expect((await send(email)).status).toBe(200)
    await mail.mailTo(email, ({ raw }) => raw.includes('This one link serves all requests'))
    expect(mail.mails.filter(({ to }) => to === email)).toHaveLength(6)
  })

  test('is not sent if registering is closed, or if the server does not know its address', async () => {
    const body = { email: someEmail() }
    const closed = await startTestServer({ env: { ...env(), PUBLIC_URL: 'https://chartside.clinic.example' } })
    const nameless = await startTestServer({ env: { ...env(), REGISTRATION: '1' } })
    try {
      const call = 'POST /api/user/email/email-signup'
      expect(refusal(await ask(closed.url, call, { body }))).toEqual([403, 'registration_closed'])
      const unknown = await ask(nameless.url, call, { body })
      expect([...refusal(unknown), unknown.body.message]).toEqual([
        501,
        'no_mail',
        expect.stringContaining('PUBLIC_URL'),
      ])
    } finally {
      await closed.close()
      await nameless.close()
    }
  })
})
