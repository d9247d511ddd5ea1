import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { portalAccountHeader } from '../../lib/contracts/index.ts'
import { type Clock, systemClock } from '../../server/clock.ts'
import { administrator, asking } from './administrator.ts'
import { ask, newPerson, refusal } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let passedMs = 0
const clock: Clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + passedMs) }
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' }, deps: { clock } })
})
afterAll(() => server.close())

/** Opens the portal with a new session. Returns the cookie as the browser sends it back. */
async function openPortal(headers: Record<string, string> = { origin: server.url }) {
  const person = await newPerson(server.url)
  return { person, ...(await openPortalOf(person.accessToken, headers)) }
}
/** Opens the portal with the session of this token. */
async function openPortalOf(token: string, headers: Record<string, string> = { origin: server.url }) {
  const answer = await ask(server.url, 'POST /api/user/portal/session', { token, headers })
  const set = answer.headers.get('set-cookie') ?? ''
  return { answer, set, cookie: set.split(';')[0] ?? '' }
}
const behindTls = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'scribe.example' }
const account = (cookie: string, headers = {}) =>
  ask(server.url, 'GET /api/user/account', { headers: { cookie, ...headers } })

describe('the cookie of the portal', () => {
  test('is for this host only, and no script can read it', async () => {
    const { set, answer, person } = await openPortal({ origin: 'https://scribe.example', ...behindTls })
    expect(answer.body.email).toBe(person.email)
    expect(set).toMatch(/^__Host-chartside=[\w-]+;/)
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(set).toContain(attribute)
    expect(set).not.toContain('Domain')
    expect((await account(set.split(';')[0] ?? '', behindTls)).body.email).toBe(person.email)
  })

  test('has no prefix on the own computer, where there is no TLS', async () => {
    const { cookie, person } = await openPortal()
    expect(cookie).toMatch(/^chartside=/)
    expect((await account(cookie)).body.email).toBe(person.email)
  })

  test('is not given without TLS to another computer', async () => {
    const plain = { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'scribe.example' }
    const { answer, set } = await openPortal({ origin: 'http://scribe.example', ...plain })
    expect(refusal(answer)).toEqual([403, 'cross_origin'])
    expect(set).toBe('')
  })

  test('is not given to another page', async () => {
    for (const origin of ['https://evil.example', `${server.url}.evil.example`, 'null']) {
      expect(refusal((await openPortal({ origin })).answer)).toEqual([403, 'cross_origin'])
    }
    expect(refusal((await openPortal({})).answer)).toEqual([403, 'cross_origin'])
  })

  test('allows changes from the portal itself', async () => {
    const { cookie } = await openPortal()
    const headers = { cookie, origin: server.url, 'sec-fetch-site': 'same-origin' }
    const renamed = await ask(server.url, 'POST /api/user/account', { headers, body: { name: 'Dana' } })
    expect([renamed.status, renamed.body.name]).toEqual([200, 'Dana'])
  })

  test('is not used for a call that names another account, whether it reads or changes something', async () => {
    const [ana, ben] = [await openPortal(), await openPortal()]
    const id = (opened: typeof ana) => opened.answer.body.id
    const ofBen = { cookie: ben.cookie, origin: server.url }
    for (const other of [id(ana), `acting-${id(ben)}`, '']) {
      const headers = { ...ofBen, [portalAccountHeader]: other }
      expect(refusal(await account(ben.cookie, headers))).toEqual([401, 'session_ended'])
      const renamed = await ask(server.url, 'POST /api/user/account', { headers, body: { name: 'Ana' } })
      expect(refusal(renamed)).toEqual([401, 'session_ended'])
    }
    const own = await account(ben.cookie, { ...ofBen, [portalAccountHeader]: id(ben) })
    expect(own.body).toMatchObject({ id: id(ben), email: ben.person.email })
    expect(own.body).not.toHaveProperty('name')
  })

  test('of an administrator who acts as a person is not used for a call of this person', async () => {
    const admin = await administrator(server)
    const person = await openPortal()
    const { id } = person.answer.body
    const acting = await asking(server, admin)(`POST /api/admin/users/login/${id}`)
    const { cookie, answer } = await openPortalOf(acting.body.accessToken)
    expect(answer.body).toMatchObject({ id, actingAdministrator: true })
    const named = async (name: string) => (await account(cookie, { [portalAccountHeader]: name })).status
    expect([await named(id), await named(`acting-${id}`)]).toEqual([401, 200])
  })

  test('never reaches a GET that changes something', async () => {
    const { cookie } = await openPortal()
    const answer = await ask(server.url, 'GET /api/user/licenses/sync', { headers: { cookie, origin: server.url } })
    expect(refusal(answer)).toEqual([401, 'not_signed_in'])
  })

  test('is useless after signing out on any device', async () => {
    const { cookie, person } = await openPortal()
    await ask(server.url, 'POST /api/user/logout/all', { token: person.accessToken })
    expect(refusal(await account(cookie))).toEqual([401, 'session_ended'])
  })

  test('is no access token, and an access token is no cookie', async () => {
    const { cookie, person } = await openPortal()
    const token = cookie.split('=')[1] ?? ''
    expect(refusal(await ask(server.url, 'GET /api/user/account', { token }))).toEqual([401, 'session_ended'])
    expect(refusal(await account(`chartside=${person.accessToken}`))).toEqual([401, 'session_ended'])
  })

  test('ends after 12 hours, unless the portal was opened again', async () => {
    const { cookie, person } = await openPortal()
    passedMs = 11 * 60 * 60_000
    const headers = { cookie, origin: server.url }
    const again = await ask(server.url, 'POST /api/user/portal/session', { headers })
    const renewed = again.headers.get('set-cookie')?.split(';')[0] ?? ''
    passedMs = 13 * 60 * 60_000
    expect(refusal(await account(cookie))).toEqual([401, 'session_ended'])
    expect((await account(renewed)).body.email).toBe(person.email)
  })
})
