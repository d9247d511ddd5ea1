import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptLimits } from '../../server/auth/attempt-limits.ts'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { ask, password, refusal } from '../server/ask.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'

let mail: MailServer
let server: TestServer
beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer({
    env: {
      DEMO: '0',
      REGISTRATION: '1',
      TRUST_PROXY: '1',
      PUBLIC_URL: 'https://chartside.clinic.example',
      MAIL_URL: mail.url,
      MAIL_FROM: 'scribe@clinic.example',
    },
  })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

const someEmail = () => `person-${randomUUID()}@clinic.example`
const from = (address: string, call: string, body?: object) =>
  ask(server.url, call, { ...(body === undefined ? {} : { body }), headers: { 'x-forwarded-for': address } })
const clinic = '198.51.100.1'
const home = '198.51.100.200'
const stranger = '203.0.113.9'
/** Networks of strangers, more than the limit for one email allows. */
const strangers = Array.from({ length: 2 * attemptLimits.codesPerEmail }, (_, at) => `203.0.113.${at + 10}`)

const register = (address: string, email: string) => from(address, 'POST /api/user/register', { email, password })
const askForLink = (address: string, email: string) => from(address, 'POST /api/user/email/email-signup', { email })
const askForReset = (address: string, email: string) =>
  from(address, `GET /api/user/password/reset-email?email=${email}`)
const askForCode = (address: string, email: string) => from(address, 'POST /api/user/login/generate-otc', { email })
const mailsTo = (email: string) => mail.mails.filter(({ to }) => to === email)
const textOf = (raw: string) => raw.replace(/=\r\n/g, '').replaceAll('=3D', '=')
const isShared = ({ raw }: { raw: string }) => textOf(raw).includes('This one link serves all requests')

/** Creates an account. Its owner has entered a code at the clinic. */
async function someoneAtClinic(): Promise<string> {
  const email = someEmail()
  const { ticket } = (await register(clinic, email)).body
  const entered = { ticket, code: await mail.codeFor(email) }
  expect((await from(clinic, 'PUT /api/user/register', entered)).status).toBe(200)
  return email
}

const codes = [
  ['a new password', askForReset],
  ['a code', askForCode],
] as const

describe.each(codes)('A stranger who asks for %s', (_name, request) => {
  test('five times, or without end, does not take it from the person in another network', async () => {
    const email = await someoneAtClinic()
    for (let at = 0; at < 20; at++) await request(stranger, email)
    expect((await request(home, email)).status).toBe(200)
    // The code of the registration, those of the stranger, and that of the person.
    await expect.poll(() => mailsTo(email).length).toBe(1 + attemptLimits.codesPerPair + 1)
  })

  test('in many networks does not take it from the person in a network where the person has signed in', async () => {
    const email = await someoneAtClinic()
    const answers = []
    for (const address of strangers) answers.push(await request(address, email))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(attemptLimits.codesPerEmail)
    const refused = await request(home, email)
    expect(refusal(refused)).toEqual([429, 'too_many_requests'])
    expect(refused.body.message).toContain('from a network in which you have signed in before')
    for (let at = 0; at < attemptLimits.codesPerPair; at++) expect((await request(clinic, email)).status).toBe(200)
    expect(refusal(await request(clinic, email))).toEqual([429, 'too_many_requests'])
  })

  test('for everybody in a network does not take it from a person who has signed in there', async () => {
    const email = await someoneAtClinic()
    for (let at = 0; at <= attemptLimits.codesPerAddress; at++) await request(clinic, someEmail())
    expect(refusal(await request(clinic, someEmail()))).toEqual([429, 'too_many_requests'])
    expect((await request(clinic, email)).status).toBe(200)
    await server.store.database.execute(`delete from attempts where key like 'code-address:%'`)
  })
})

const registrations = [
  ['the panel', register, 201],
  ['the portal', askForLink, 200],
] as const

describe.each(registrations)('A stranger who registers the address of somebody in %s', (_name, request, status) => {
  test.each([
    ['in one network', Array<string>(20).fill(stranger)],
    ['in the network of the person', Array<string>(20).fill(home)],
    ['in many networks', strangers],
  ])('%s does not prevent the registration: one mail serves all, and says what happened', async (_where, addresses) => {
    const email = someEmail()
    await server.store.database.execute(`delete from attempts where key like 'code-address:%'`)
    for (const address of addresses) expect((await request(address, email)).status).toBe(status)
    const own = await request(home, email)
    expect(own.status).toBe(status)
    const { raw } = await mail.mailTo(email, isShared)
    expect(textOf(raw)).toContain('perhaps by somebody else')
    const ticket = /#register=([\w-]{43})/.exec(textOf(raw))?.[1]
    const made = await from(home, 'POST /api/user/register/email-link', { ticket, password })
    expect(made.status).toBe(200)
    expect(mailsTo(email).filter(isShared)).toHaveLength(1)
    expect(mailsTo(email).length).toBeLessThanOrEqual(attemptLimits.codesPerEmail + 1)
  })

  test('learns from no answer whether the address has an account', async () => {
    const known = await someoneAtClinic()
    const [ofKnown, ofUnknown] = [[], []] as [unknown[], unknown[]]
    for (const [email, answers] of [
      [known, ofKnown],
      [someEmail(), ofUnknown],
    ] as const)
      for (const address of strangers.slice(0, attemptLimits.codesPerEmail + 3)) {
        const answer = await request(address, email)
        answers.push([answer.status, Object.keys(answer.body)])
      }
    expect(ofKnown).toEqual(ofUnknown)
    expect(mailsTo(known).filter(isShared)).toEqual([])
  })
})
