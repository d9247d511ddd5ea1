import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { textTransport } from '../../server/effects/text-transport.ts'
import { textTemplates, writeText } from '../../server/effects/texts.ts'
import { DeliveryFailed } from '../../server/effects/transport.ts'
import { startTwilioServer, type TwilioServer } from '../fakes/twilio-server.ts'
import { ask, newPerson, somePhone } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let twilio: TwilioServer
let database: Awaited<ReturnType<typeof freshDatabase>>
let shared: { url: string; key: Buffer }
beforeEach(async () => {
  twilio = await startTwilioServer()
  database = await freshDatabase()
  shared = { url: database.url, key: randomBytes(32) }
})
afterEach(async () => {
  await twilio.close()
  await database.drop()
})

const open = (env: Record<string, string> = {}) => startTestServer({ shared, env: { ...twilio.env, ...env } })

/** Registers a person, stores a phone for the person, and asks for a code to this phone. Returns the phone. */
async function requestCode(server: TestServer): Promise<string> {
  const phone = somePhone()
  const { email } = await newPerson(server.url)
  await server.store.database.execute(`update users set phone = '${phone}' where email = '${email}'`)
  expect((await ask(server.url, 'POST /api/user/login/generate-otc', { body: { phone } })).status).toBe(200)
  return phone
}

const stored = async (server: TestServer) =>
  (
    await server.store.database.execute(
      'select channel, status, content is null as empty, attempt, lease_owner is null as free from messages',
    )
  ).rows

describe('a text message', () => {
  test('is sent once, from the set number, and its content is deleted', async () => {
    const server = await open()
    try {
      const phone = await requestCode(server)
      const { from, body } = await twilio.textTo(phone)
      expect([from, body]).toEqual(['+15005550006', expect.stringMatching(/^Your Chartside code is \d{6}\. /)])
      await expect
        .poll(() => stored(server))
        .toEqual([{ channel: 'text', status: 'sent', empty: true, attempt: 1, free: true }])
      expect(twilio.offered).toEqual([phone])
    } finally {
      await server.close()
    }
  })

  test.each([
    ['too many requests', { status: 429, code: 20429 }],
    ['an error of Twilio', { status: 500, code: 20500 }],
    ['a wrong token', { status: 401, code: 20003 }],
    ['a connection that breaks off', 'break'],
  ] as const)('is sent later after %s, also by another server', async (_, answer) => {
    twilio.answerWith = answer
    const first = await open()
    let phone = ''
    try {
      phone = await requestCode(first)
      await expect
        .poll(async () => (await stored(first))[0])
        .toMatchObject({ status: 'generating', attempt: 1, free: true })
    } finally {
      await first.close()
    }
    expect(twilio.texts).toEqual([])
    twilio.answerWith = null
    const second = await open()
    try {
      expect(await twilio.codeFor(phone)).toMatch(/^\d{6}$/)
      await expect.poll(async () => (await stored(second))[0]).toMatchObject({ status: 'sent', empty: true })
    } finally {
      await second.close()
    }
  })

  test.each([21211, 21610, 21614])('to a number that Twilio refuses with %i is not tried again', async (code) => {
    twilio.answerWith = { status: 400, code }
    const server = await open()
    try {
      await requestCode(server)
      await expect
        .poll(async () => (await stored(server))[0])
        .toMatchObject({ status: 'failed', empty: true, attempt: 1 })
      expect(twilio.offered).toHaveLength(1)
    } finally {
      await server.close()
    }
  })

  test('that waits for a silent Twilio does not hold up closing, and is sent by the next server', async () => {
    twilio.answerWith = 'hang'
    const first = await open()
    const phone = await requestCode(first)
    await expect.poll(() => twilio.offered.length).toBe(1)
    await first.close()
    twilio.answerWith = null
    const second = await open()
    try {
      expect(await twilio.codeFor(phone)).toMatch(/^\d{6}$/)
    } finally {
      await second.close()
    }
  })

  test('counts as not sent if Twilio does not answer in time', async () => {
    twilio.answerWith = 'hang'
    const account = {
      accountSid: `AC${'0123456789abcdef'.repeat(2)}`,
      authToken: 'token-of-the-fake',
      from: '+15005550006',
    }
    const transport = textTransport({ twilio: { ...account, baseUrl: twilio.url } }, 20)
    const message = { to: somePhone(), text: 'Words', subject: null, html: null, uselessAfter: null }
    const failure = await transport
      ?.send(message, { id: 'x', signal: new AbortController().signal })
      .catch((error) => error)
    expect(failure).toBeInstanceOf(DeliveryFailed)
    expect(failure).toMatchObject({ isFinal: false })
    expect(JSON.stringify([failure, failure.message])).not.toContain(message.to)
  })

  test('of a service of several numbers names the service', async () => {
    const service = `MG${'0'.repeat(32)}`
    const server = await open({ TWILIO_FROM: service })
    try {
      expect((await twilio.textTo(await requestCode(server))).from).toBe(service)
    } finally {
      await server.close()
    }
  })
})

test('the words of each text message fit into one message', () => {
  for (const template of textTemplates) {
    const words = writeText(template, { code: '123456' } as never)
    expect(words).toMatch(/^[ -~]+$/)
    expect(words.length).toBeLessThanOrEqual(160)
  }
})
