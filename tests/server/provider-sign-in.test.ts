import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { providers as providerList } from '../../lib/contracts/index.ts'
import { attemptLimits } from '../../server/auth/attempt-limits.ts'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { ask, newPerson, refusal } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import {
  calls,
  comeBack,
  extensionId,
  publicUrl,
  signInThrough,
  somebody,
  startProviders,
  type TestProviders,
  toSecret,
} from './providers.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let mail: MailServer
let providers: TestProviders
let database: Awaited<ReturnType<typeof freshDatabase>>
/** Two servers with one database. Registration is open. */
let server: TestServer
let other: TestServer
let now = Date.parse('2026-11-20T09:00:00Z')
const clock = { now: () => new Date(now) }
const attempts = { ...attemptLimits, codesPerAddress: 10_000 }

beforeAll(async () => {
  mail = await startMailServer()
  providers = await startProviders()
  database = await freshDatabase()
  const shared = { url: database.url, key: randomBytes(32) }
  const env = { ...providers.env, MAIL_URL: mail.url, MAIL_FROM: 'scribe@clinic.example' }
  const options = { env, deps: { clock, attempts }, shared }
  server = await startTestServer(options)
  other = await startTestServer(options)
})
afterEach(() => providers.mend())
afterAll(async () => {
  await server.close()
  await other.close()
  await providers.close()
  await mail.close()
  await database.drop()
})

const over = [400, 'wrong_code']
const accountOf = async (token: string) => (await ask(server.url, 'GET /api/user/account', { token })).body
const start = (provider: (typeof providerList)[number]) => ask(server.url, calls[provider].start)
const exchange = (provider: (typeof providerList)[number], body: object) =>
  ask(server.url, calls[provider].signIn, { body })

describe.each(providerList)('%s', (provider) => {
  test('creates an account without a password, and signs the same person in again', async () => {
    const person = somebody()
    const first = await signInThrough(server.url, providers, provider, person)
    expect([first.status, first.body.email]).toEqual([200, person.email])
    const made = await accountOf(first.body.accessToken)
    expect(made).toMatchObject({ email: person.email, name: 'Dana Reyes' })
    // The server finds the account by the provider's id and not by the email address.
    const renamed = { ...person, email: `new-${person.email}` }
    const second = await signInThrough(server.url, providers, provider, renamed)
    expect((await accountOf(second.body.accessToken)).id).toBe(made.id)
    const byPassword = { email: person.email, password: '' }
    expect((await ask(server.url, 'POST /api/user/login/email', { body: byPassword })).status).toBe(400)
    const guess = { email: person.email, password: 'correct horse battery' }
    expect((await ask(server.url, 'POST /api/user/login/email', { body: guess })).status).toBe(401)
  })

  test('leads back to the portal, or to our extension only, with a secret behind the #', async () => {
    providers[provider].person = somebody()
    const isBody = calls[provider].start.startsWith('POST')
    const startFor = (id: string) =>
      isBody
        ? ask(server.url, calls[provider].start, { body: { extensionId: id } })
        : ask(server.url, `${calls[provider].start}?extensionId=${id}`)
    const { body } = await startFor(extensionId)
    const { status, location } = await comeBack(server.url, await providers[provider].browse(body.url))
    expect(status).toBe(303)
    expect(location).toMatch(new RegExp(`^https://${extensionId}\\.chromiumapp\\.org/oauth#oauth=[\\w-]{43}$`))
    expect(refusal(await startFor('p'.repeat(32)))).toEqual([400, 'invalid_request'])
    const portal = await comeBack(server.url, await providers[provider].browse((await start(provider)).body.url))
    expect(portal.location).toMatch(new RegExp(`^${publicUrl}/portal/#oauth=[\\w-]{43}$`))
  })

  test('can be started at one server, and come back to another one', async () => {
    providers[provider].person = somebody()
    const { body } = await start(provider)
    const { location } = await comeBack(other.url, await providers[provider].browse(body.url))
    const secret = new URL(location ?? '').hash.replace('#oauth=', '')
    expect((await exchange(provider, { secret, state: body.state })).status).toBe(200)
  })

  test('takes a state once, within 10 minutes, and a secret once, within 60 s', async () => {
    providers[provider].person = somebody()
    const { body } = await start(provider)
    const visit = await providers[provider].browse(body.url)
    const { location } = await comeBack(server.url, visit)
    const replayed = await comeBack(server.url, visit)
    expect([replayed.status, JSON.parse(replayed.text).code]).toEqual(over)
    const returned = { secret: new URL(location ?? '').hash.replace('#oauth=', ''), state: body.state }
    const answers = await Promise.all([1, 2, 3].map(() => exchange(provider, returned)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])

    const late = await toSecret(server.url, providers, provider, somebody())
    now += 60_000
    expect(refusal(await exchange(provider, late))).toEqual(over)
    const { body: slow } = await start(provider)
    const slowVisit = await providers[provider].browse(slow.url)
    now += 10 * 60_000
    expect((await comeBack(server.url, slowVisit)).status).toBe(400)
  })

  test('refuses a secret with the state of another browser, and an unknown state', async () => {
    const mine = await toSecret(server.url, providers, provider, somebody())
    const theirs = await toSecret(server.url, providers, provider, somebody())
    expect(refusal(await exchange(provider, { secret: mine.secret, state: theirs.state }))).toEqual(over)
    const visit = await providers[provider].browse((await start(provider)).body.url)
    if (visit.method === 'POST') visit.form.state = 'x'.repeat(43)
    else visit.url.searchParams.set('state', 'x'.repeat(43))
    expect((await comeBack(server.url, visit)).status).toBe(400)
    // The refused attempts have not used up the secret.
    expect((await exchange(provider, mine)).status).toBe(200)
  })

  test.each([
    ['nonce', { claims: (claims: object) => ({ ...claims, nonce: 'x'.repeat(43) }) }],
    ['missing nonce', { claims: (claims: object) => ({ ...claims, nonce: undefined }) }],
    ['audience', { claims: (claims: object) => ({ ...claims, aud: 'another-client' }) }],
    ['issuer', { claims: (claims: object) => ({ ...claims, iss: 'https://elsewhere.example' }) }],
    ['time', { claims: (claims: object) => ({ ...claims, exp: 1_700_000_000 }) }],
    ['signature', { signWith: 'foreign' as const }],
    ['signature with the client secret', { signWith: 'secret' as const }],
  ])('refuses an ID token with a wrong %s', async (_what, fault) => {
    Object.assign(providers[provider].faults, fault)
    const answer = await signInThrough(server.url, providers, provider, somebody())
    expect(refusal(answer)).toEqual([502, 'provider_failed'])
    expect(answer.body.message).toContain('stage: id-token')
  })

  test.each([{ email_verified: false }, { email_verified: undefined }, { email: undefined }])(
    'refuses an email address that the provider has not confirmed: %o',
    async (claims) => {
      // Any administrator of a Microsoft tenant can write an email address into an account, so this address proves
      // nothing.
      providers[provider].faults.claims = (all) => ({ ...all, tid: 'f8cdef31-a31e-4b4a-93e4-5f571e91255a' })
      const answer = await signInThrough(server.url, providers, provider, somebody(claims))
      expect(refusal(answer)).toEqual([403, 'email_unverified'])
    },
  )

  test('says at which stage the provider failed, and works again afterwards', async () => {
    const fresh = await startTestServer({ env: providers.env })
    try {
      providers[provider].faults.down = 'discovery'
      const unreachable = await ask(fresh.url, calls[provider].start)
      expect(refusal(unreachable)).toEqual([502, 'provider_failed'])
      expect(unreachable.body.message).toContain('stage: discovery')
      for (const [down, stage] of [
        ['token', 'exchange'],
        ['keys', 'keys'],
      ] as const) {
        providers[provider].faults.down = down
        const answer = await signInThrough(fresh.url, providers, provider, somebody())
        expect(refusal(answer)).toEqual([502, 'provider_failed'])
        expect(answer.body.message).toContain(`stage: ${stage}`)
      }
      providers.mend()
      expect((await signInThrough(fresh.url, providers, provider, somebody())).status).toBe(200)
    } finally {
      await fresh.close()
    }
  })

  test('says that the person has cancelled', async () => {
    providers[provider].faults.refuses = true
    const answer = await signInThrough(server.url, providers, provider, somebody())
    expect(refusal(answer)).toEqual([403, 'provider_refused'])
  })

  test('links an unknown account to an existing person only after a code from the mailbox', async () => {
    const known = await newPerson(server.url)
    const person = somebody({ email: known.email.toUpperCase() })
    const answer = await signInThrough(server.url, providers, provider, person)
    expect([answer.status, Object.keys(answer.body).sort()]).toEqual([200, ['email', 'link', 'ticket']])
    const { ticket } = answer.body
    const code = await mail.codeFor(known.email)
    const wrong = code === '000000' ? '000001' : '000000'
    expect(refusal(await exchange(provider, { ticket, code: wrong }))).toEqual(over)
    const linked = await exchange(provider, { ticket, code, device: 'Laptop' })
    expect((await accountOf(linked.body.accessToken)).email).toBe(known.email)
    expect(refusal(await exchange(provider, { ticket, code }))).toEqual(over)
    await mail.mailTo(known.email, ({ raw }) => raw.includes('was linked to your Chartside account'))
    const again = await signInThrough(server.url, providers, provider, person)
    expect((await accountOf(again.body.accessToken)).email).toBe(known.email)
  })

  test('takes a code for linking only for this provider, and not after the email address has changed', async () => {
    const elsewhere = providerList.find((one) => one !== provider) ?? 'google'
    const [first, second] = [await newPerson(server.url), await newPerson(server.url)]
    const codeFor = async (email: string) => {
      const { body } = await signInThrough(server.url, providers, provider, somebody({ email }))
      return { ticket: body.ticket, code: await mail.codeFor(email) }
    }
    const forFirst = await codeFor(first.email)
    const forSecond = await codeFor(second.email)
    expect(refusal(await exchange(elsewhere, forFirst))).toEqual(over)
    await server.store.database.execute(`update users set email = 'x-${second.email}' where email = '${second.email}'`)
    expect(refusal(await exchange(provider, forSecond))).toEqual(over)
  })

  test('asks for the second factor too', async () => {
    const person = somebody()
    await signInThrough(server.url, providers, provider, person)
    await server.store.database.execute(`update users set second_factor_email = true where email = '${person.email}'`)
    const { body } = await signInThrough(server.url, providers, provider, person)
    expect(Object.keys(body).sort()).toEqual(['email', 'secondFactor', 'ticket'])
    const code = await mail.codeFor(person.email ?? '')
    const entered = await ask(server.url, 'POST /api/user/login/2fa-email', { body: { ticket: body.ticket, code } })
    expect((await accountOf(entered.body.accessToken)).email).toBe(person.email)
  })

  test('signs no disabled person in, and creates and links nothing', async () => {
    const person = somebody()
    await signInThrough(server.url, providers, provider, person)
    await server.store.database.execute(`update users set disabled_at = now() where email = '${person.email}'`)
    const known = await signInThrough(server.url, providers, provider, person)
    expect(refusal(known)).toEqual([403, 'forbidden'])
    const unknown = await signInThrough(server.url, providers, provider, somebody({ email: person.email ?? '' }))
    expect(refusal(unknown)).toEqual([403, 'forbidden'])
    const { rows } = await server.store.database.execute(
      `select 1 from identities i join users u on u.id = i.user_id where u.email = '${person.email}'`,
    )
    expect(rows).toHaveLength(1)
  })
})

test('who has no password is told so, and can choose one with a code', async () => {
  const person = somebody()
  const { body } = await signInThrough(server.url, providers, 'google', person)
  const token = body.accessToken
  const asked = { token, body: { password: 'correct horse battery' } }
  const refused = await ask(server.url, 'POST /api/user/account/verify-password', asked)
  expect(refusal(refused)).toEqual([401, 'wrong_credentials'])
  expect(refused.body.message).toContain('has no password yet')
  const { ticket } = (await ask(server.url, `GET /api/user/password/reset-email?email=${person.email}`)).body
  const chosen = { ticket, code: await mail.codeFor(person.email ?? ''), password: 'correct horse battery' }
  expect((await ask(server.url, 'POST /api/user/password/reset-email', { body: chosen })).status).toBe(200)
  const credentials = { email: person.email, password: 'correct horse battery' }
  expect((await ask(server.url, 'POST /api/user/login/email', { body: credentials })).status).toBe(200)
  expect((await signInThrough(server.url, providers, 'google', person)).status).toBe(200)
})

test('neither the email address, the code nor the secret of a failed sign-in is logged', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
  const logged = await startTestServer({ env: providers.env, deps: { log } })
  try {
    providers.google.person = somebody()
    const { body } = await ask(logged.url, calls.google.start)
    const visit = await providers.google.browse(body.url)
    providers.google.faults.down = 'token'
    const { location } = await comeBack(logged.url, visit)
    const secret = new URL(location ?? '').hash.replace('#oauth=', '')
    const code = visit.url.searchParams.get('code') ?? ''
    const all = lines.join('')
    expect(all).toContain('"stage":"exchange"')
    expect(all).toContain('/api/user/oauth/google/callback')
    for (const hidden of [secret, code, body.state, providers.google.person.email, providers.google.clientSecret]) {
      expect(hidden).toBeTruthy()
      expect(all).not.toContain(hidden)
    }
  } finally {
    await logged.close()
  }
})

describe('linking while signed in', () => {
  const link = (token: string, body: object) => ask(server.url, calls.google.signIn, { token, body })

  test('works at once with the same email address, and keeps the session', async () => {
    const known = await newPerson(server.url)
    const person = somebody({ email: known.email })
    const returned = await toSecret(server.url, providers, 'google', person)
    expect(refusal(await exchange('google', { ...returned, link: {} }))).toEqual([401, 'not_signed_in'])
    const answer = await link(known.accessToken, { ...returned, link: {} })
    expect(answer.body).toEqual({ linked: true, email: known.email })
    const signedIn = await signInThrough(server.url, providers, 'google', person)
    expect((await accountOf(signedIn.body.accessToken)).email).toBe(known.email)
    expect((await accountOf(known.accessToken)).email).toBe(known.email)
  })

  test('needs the password for another email address, so that a stolen session is not enough', async () => {
    const known = await newPerson(server.url)
    const person = somebody()
    const refused = await link(known.accessToken, {
      ...(await toSecret(server.url, providers, 'google', person)),
      link: {},
    })
    expect(refusal(refused)).toEqual([401, 'wrong_credentials'])
    const answer = await link(known.accessToken, {
      ...(await toSecret(server.url, providers, 'google', person)),
      link: { password: 'correct horse battery' },
    })
    expect(answer.body.linked).toBe(true)
  })

  test('never takes an account of a provider from somebody else', async () => {
    const person = somebody()
    await signInThrough(server.url, providers, 'google', person)
    const known = await newPerson(server.url)
    const answer = await link(known.accessToken, {
      ...(await toSecret(server.url, providers, 'google', person)),
      link: { password: 'correct horse battery' },
    })
    expect(refusal(answer)).toEqual([409, 'conflict'])
  })
})

test('a code of one provider never comes back as one of another', async () => {
  providers.google.person = somebody()
  const visit = await providers.google.browse((await start('google')).body.url)
  visit.url.pathname = '/api/user/oauth/microsoft/callback'
  expect((await comeBack(server.url, visit)).status).toBe(400)
})

test('Apple names the person in its form, only for a new account', async () => {
  providers.apple.person = somebody({ name: undefined })
  const { body } = await start('apple')
  const visit = await providers.apple.browse(body.url)
  expect(visit.method).toBe('POST')
  const user = JSON.stringify({ name: { firstName: 'Ruth', lastName: 'Calder' }, email: 'forged@clinic.example' })
  const { location } = await comeBack(server.url, visit, { user })
  const secret = new URL(location ?? '').hash.replace('#oauth=', '')
  const { body: session } = await exchange('apple', { secret, state: body.state })
  expect(await accountOf(session.accessToken)).toMatchObject({
    name: 'Ruth Calder',
    email: providers.apple.person.email,
  })
})

test.each([
  ['the tenant has proved its domain', { xms_edov: true }],
  ['the account is a personal one', { tid: '9188040d-6c67-4c5b-b112-36a304b66dad' }],
])('an email address of Microsoft counts if %s', async (_why, more) => {
  providers.microsoft.faults.claims = ({ xms_edov: _, ...claims }) => ({ ...claims, ...more })
  expect((await signInThrough(server.url, providers, 'microsoft', somebody())).status).toBe(200)
})

test('the claim email_verified of a Microsoft tenant proves nothing', async () => {
  const tid = 'f8cdef31-a31e-4b4a-93e4-5f571e91255a'
  providers.microsoft.faults.claims = ({ xms_edov: _, ...claims }) => ({ ...claims, tid, email_verified: true })
  const answer = await signInThrough(server.url, providers, 'microsoft', somebody())
  expect(refusal(answer)).toEqual([403, 'email_unverified'])
})

test('without open registration, an unknown person gets no account', async () => {
  const closed = await startTestServer({ env: { ...providers.env, DEMO: '0' } })
  try {
    const answer = await signInThrough(closed.url, providers, 'google', somebody())
    expect(refusal(answer)).toEqual([403, 'registration_closed'])
    const { rows } = await closed.store.database.execute('select 1 from users')
    expect(rows).toEqual([])
  } finally {
    await closed.close()
  }
})

test('a provider that is not configured is named, and the status check lists the others', async () => {
  const { GOOGLE_CLIENT_ID: _, MICROSOFT_CLIENT_ID: __, ...env } = providers.env
  const some = await startTestServer({ env })
  try {
    expect((await ask(some.url, 'GET /api')).body.providers).toEqual(['apple'])
    for (const call of [calls.google.start, calls.microsoft.start, 'GET /api/user/microsoft/clientId'])
      expect(refusal(await ask(some.url, call))).toEqual([501, 'no_provider'])
    // A secret of a provider that is not configured is not "already used".
    const body = { secret: 'secret', state: 'state' }
    expect(refusal(await ask(some.url, 'POST /api/user/login/google', { body }))).toEqual([501, 'no_provider'])
    expect((await ask(some.url, 'GET /api/user/apple/clientId')).body).toEqual({ clientId: 'apple-id' })
    expect((await ask(server.url, 'GET /api')).body.providers).toEqual(['google', 'microsoft', 'apple'])
    expect((await ask(server.url, 'GET /api/user/microsoft/clientId')).body).toEqual({ clientId: 'microsoft-id' })
  } finally {
    await some.close()
  }
})

test('no state, secret, subject of a running sign-in or email address is readable in the database', async () => {
  const person = somebody()
  const { secret, state } = await toSecret(server.url, providers, 'google', person)
  const { rows } = await server.store.database.execute('select f::text as line from oauth_flows f')
  const all = JSON.stringify(rows)
  for (const hidden of [secret, state, person.sub, person.email]) expect(all).not.toContain(hidden)
})
