import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../server/config.ts'
import { startTwilioServer } from '../fakes/twilio-server.ts'
import { ask, newPerson, password, refusal, somePhone } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { INBOX: '1' } })
})
afterAll(() => server.close())

/** Reads the inbox with these headers. `fetch` cannot set all of them. */
const read = (url: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request(`${url}/api/inbox`, { headers }, (response) => {
      let body = ''
      response.on('data', (part) => {
        body += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    sent.on('error', reject)
    sent.end()
  })

describe('the inbox', () => {
  test('shows mails and text messages, with which codes can be entered', async () => {
    const person = await newPerson(server.url)
    const phone = somePhone()
    const { ticket } = (
      await ask(server.url, 'PUT /api/user/account/register-phone', {
        token: person.accessToken,
        body: { phone, password },
      })
    ).body
    await ask(server.url, 'POST /api/user/login/generate-otc', { body: { email: person.email } })
    const { messages } = (await ask(server.url, 'GET /api/inbox')).body
    const text = messages.find(({ to }: { to: string }) => to === phone)
    const mail = messages.find(({ to }: { to: string }) => to === person.email)
    expect(mail).toMatchObject({ channel: 'mail', subject: 'Your Chartside code' })
    expect(text).toMatchObject({ channel: 'text', to: phone })
    const code = /code is (\d{6})/.exec(text.text)?.[1]
    const entered = await ask(server.url, `GET /api/user/account/register-phone?ticket=${ticket}&code=${code}`, {
      token: person.accessToken,
    })
    expect(entered.body.phone).toBe(phone)
  })

  test('holds nothing for an unknown person', async () => {
    const email = 'nobody-here@clinic.example'
    expect((await ask(server.url, 'POST /api/user/login/generate-otc', { body: { email } })).status).toBe(200)
    expect((await read(server.url)).body).not.toContain(email)
  })

  test('answers pages of this server', async () => {
    const { host } = new URL(server.url)
    expect((await read(server.url, { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  test.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['forwarded', 'for=127.0.0.1'],
    ['x-forwarded-host', '127.0.0.1'],
    ['x-real-ip', '127.0.0.1'],
    ['via', '1.1 proxy'],
    ['host', 'chartside.clinic.example'],
    ['origin', 'https://elsewhere.example'],
    ['origin', 'null'],
    ['sec-fetch-site', 'cross-site'],
  ])('is closed to a request with %s: %s', async (name, value) => {
    const { status, body } = await read(server.url, { [name]: value })
    expect([status, JSON.parse(body).code]).toEqual([404, 'not_found'])
  })

  test('is closed without the setting, and then nothing is kept', async () => {
    const closed = await startTestServer()
    try {
      expect(refusal(await ask(closed.url, 'GET /api/inbox'))).toEqual([404, 'not_found'])
      const person = await newPerson(closed.url)
      const answer = await ask(closed.url, 'POST /api/user/login/generate-otc', { body: { email: person.email } })
      expect(refusal(answer)).toEqual([501, 'no_mail'])
    } finally {
      await closed.close()
    }
  })

  test('does not keep the messages of a channel that has a service', async () => {
    const twilio = await startTwilioServer()
    const both = await startTestServer({ env: { INBOX: '1', ...twilio.env } })
    try {
      const { accessToken: token } = await newPerson(both.url)
      const phone = somePhone()
      await ask(both.url, 'PUT /api/user/account/register-phone', { token, body: { phone, password } })
      expect(await twilio.codeFor(phone)).toMatch(/^\d{6}$/)
      expect((await ask(both.url, 'GET /api/inbox')).body.messages).toEqual([])
    } finally {
      await both.close()
      await twilio.close()
    }
  })

  test('cannot be opened behind a proxy', () => {
    const env = { INBOX: '1', TRUST_PROXY: '1' }
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow('INBOX must be')
  })
})
