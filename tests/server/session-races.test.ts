import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../server/auth/passwords.ts'
import { beginSession, endActingFamilies, endAllFamilies, endFamily } from '../../server/auth/sessions/index.ts'
import { systemClock } from '../../server/clock.ts'
import { storePasswordHash } from '../../server/services/accounts.ts'
import type { Database } from '../../server/store/index.ts'
import { sessionFamilies, users } from '../../server/store/schema/index.ts'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { administrator, asking, type Someone, someone } from './administrator.ts'
import { type Answer, ask, password, refusal } from './ask.ts'
import { signInThrough, somebody, startProviders, type TestProviders } from './providers.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let mail: MailServer
let providers: TestProviders
let server: TestServer
beforeAll(async () => {
  mail = await startMailServer()
  providers = await startProviders()
  server = await startTestServer({ env: { ...providers.env, MAIL_URL: mail.url, MAIL_FROM: 'scribe@clinic.example' } })
})
afterAll(async () => {
  await server.close()
  await providers.close()
  await mail.close()
})

const clock = systemClock
const post = (path: string, body: object) => ask(server.url, `POST /api/user${path}`, { body })
const isSignedIn = async ({ body }: Answer) =>
  (await ask(server.url, 'GET /api/user/account', { token: body.accessToken })).status === 200

async function waitersForLocks(): Promise<number> {
  const { rows } = await server.store.database.execute(
    sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return Number(rows[0]?.n)
}

/**
 * Makes a call while a transaction that ends sessions is not committed yet. The call still sees the state before that
 * transaction. Commits once the call has answered or waits for the transaction. Returns the answer.
 */
async function during(ending: (tx: Database) => Promise<unknown>, call: () => Promise<Answer>): Promise<Answer> {
  let answered = false
  const { calling } = await server.store.database.transaction(async (tx) => {
    await ending(tx)
    const calling = call().finally(() => {
      answered = true
    })
    await expect.poll(async () => answered || (await waitersForLocks()) > 0).toBe(true)
    return { calling }
  })
  return calling
}

const endAll = (userId: string) => (tx: Database) => endAllFamilies(tx, userId, 'signed out everywhere', clock)
const ended = [401, 'session_ended']

/**
 * Turns on the second factor by email for this person, and signs in with the password. Returns the ticket and the code
 * that would complete the sign-in.
 */
async function halfSignedIn(person: Someone) {
  await asking(server, person)('POST /api/user/account/2fa/email', { password })
  const { ticket } = (await post('/login/email', { email: person.email, password })).body
  return { ticket, code: await mail.codeFor(person.email) }
}

describe('no session begins with a check from before all sessions of the person were ended', () => {
  test('by the old password, while the password is changed', async () => {
    const { userId, email } = await someone(server)
    const passwordHash = await hashPassword('another horse battery')
    const answer = await during(
      (tx) => storePasswordHash({ database: tx, clock }, userId, passwordHash),
      () => post('/login/email', { email, password }),
    )
    expect(refusal(answer)).toEqual(ended)
    expect(await isSignedIn(await post('/login/email', { email, password: 'another horse battery' }))).toBe(true)
  })

  test('by the second factor, while the person signs out everywhere, or after that', async () => {
    const [one, other] = [await someone(server), await someone(server)]
    const [early, late] = [await halfSignedIn(one), await halfSignedIn(other)]
    expect(refusal(await during(endAll(one.userId), () => post('/login/2fa-email', early)))).toEqual(ended)
    await server.store.database.transaction(endAll(other.userId))
    expect(refusal(await post('/login/2fa-email', late))).toEqual(ended)
  })

  test('by a code', async () => {
    const { userId, email } = await someone(server)
    const { ticket } = (await post('/login/generate-otc', { email })).body
    const code = await mail.codeFor(email)
    expect(refusal(await during(endAll(userId), () => post('/login/with-otc', { ticket, code })))).toEqual(ended)
  })

  test('through a provider', async () => {
    const person = somebody()
    const first = await signInThrough(server.url, providers, 'google', person)
    const account = await ask(server.url, 'GET /api/user/account', { token: first.body.accessToken })
    const again = () => signInThrough(server.url, providers, 'google', person)
    expect(refusal(await during(endAll(account.body.id), again))).toEqual(ended)
    expect(await isSignedIn(await again())).toBe(true)
  })

  test('by a hand-over secret, while the session that created it, or every session, is ended', async () => {
    for (const everywhere of [false, true]) {
      const person = await someone(server)
      const { secret } = (await asking(server, person)('POST /api/user/login/generate-otc')).body
      const [panel] = await server.store.database
        .select()
        .from(sessionFamilies)
        .where(eq(sessionFamilies.userId, person.userId))
      const ending = everywhere
        ? endAll(person.userId)
        : (tx: Database) => endFamily(tx, panel?.id ?? '', 'signed out', clock)
      expect(refusal(await during(ending, () => post('/login/with-otc', { secret })))).toEqual(ended)
    }
  })

  test('by a refresh', async () => {
    const { userId, email } = await someone(server)
    const { refreshToken } = (await post('/login/email', { email, password })).body
    const answer = await during(endAll(userId), () => post('/login/token', { refreshToken }))
    expect(await isSignedIn(answer)).toBe(false)
  })

  test('by an administrator who acts as the person', async () => {
    const [admin, person] = [await administrator(server), await someone(server)]
    const act = () => asking(server, admin)(`POST /api/admin/users/login/${person.userId}`)
    expect(refusal(await during(endAll(person.userId), act))).toEqual(ended)
    expect(await isSignedIn(await act())).toBe(true)
  })

  test('by an administrator who loses the rights meanwhile, or whose own sessions are ended', async () => {
    const [admin, person] = [await administrator(server), await someone(server)]
    const act = () => asking(server, admin)(`POST /api/admin/users/login/${person.userId}`)
    const demote = async (tx: Database) => {
      await tx.update(users).set({ admin: false }).where(eq(users.id, admin.userId))
      await endActingFamilies(tx, admin.userId, 'no administrator any more', clock)
    }
    expect(refusal(await during(demote, act))).toEqual(ended)
    await server.store.database.update(users).set({ admin: true }).where(eq(users.id, admin.userId))
    expect(refusal(await during(endAll(admin.userId), act))).toEqual(ended)
  })
})

test('a session that begins just before all sessions are ended is ended with them', async () => {
  const person = await someone(server)
  const { userId } = person
  const start = { userId, method: 'email', device: 'Other', sessionEndings: 0 } as const
  let ending: Promise<Answer> | undefined
  const session = await server.store.database.transaction(async (tx) => {
    const begun = await beginSession(tx, start, clock)
    ending = asking(server, person)('POST /api/user/logout/all')
    await expect.poll(waitersForLocks).toBe(1)
    return begun
  })
  expect((await ending)?.status).toBe(200)
  expect(await isSignedIn({ status: 200, headers: new Headers(), body: session })).toBe(false)
})
