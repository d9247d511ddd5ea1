import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints, namedEndpoints } from '../../../lib/contracts/index.ts'
import type { TestServer } from '../start-server.ts'
import { type Case, cases, needsMore } from './cases.ts'
import { callOn, type MatrixServer, startMatrixServer } from './matrix-server.ts'
import { makeOwned, type Owned, renew, statesOf, type World } from './world.ts'

let matrix: MatrixServer
let server: TestServer
let world: World
/** The rows that the calls read that change nothing. */
let readOnly: Owned
beforeAll(async () => {
  matrix = await startMatrixServer()
  ;({ server, world } = matrix)
  readOnly = await makeOwned(world)
})
afterAll(() => matrix.close())

/** The calls that this file tests. `keys.test.ts` tests the calls of keys and customers. */
const withCredential = namedEndpoints.filter(([, { audience }]) => ['user', 'admin', 'reseller'].includes(audience))
const caseOf = (name: string): Case => cases[name as keyof typeof cases] ?? {}

const call = (...args: Parameters<typeof callOn> extends [TestServer, ...infer Rest] ? Rest : never) =>
  callOn(server, ...args)

/** Opens the portal with the session of this token. Returns the cookie of the portal. */
async function cookieOf(token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, origin: server.url }
  const answer = await fetch(`${server.url}/api/user/portal/session`, { method: 'POST', headers })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** Number of rows on which a job still works, in every table with jobs. */
async function unsettled(): Promise<number> {
  const tables = ['subscriptions', 'layouts', 'outputs', 'transcript_files']
  const counts = tables.map((table) => `(select count(*) from ${table} where status = 'generating')`)
  const { rows } = await server.store.database.execute(`select (${counts.join(' + ')})::int as n`)
  return Number(rows[0]?.n)
}

/** The properties of `Owned` that contain the id of a row, chosen by the server. */
const ids = [
  'layoutId',
  'transcriptId',
  'reportId',
  'roleId',
  'licenseId',
  'ownLicenseId',
  'directoryId',
  'sessionId',
  'subscriptionId',
  'accessId',
  'bannerId',
  'userId',
] as const

const isForeign = (made: Case, owned: Owned) =>
  [made.params, made.query, made.body].some((input) => {
    const used = JSON.stringify(input?.(owned) ?? '')
    const named = [...ids.map((id) => owned[id]), owned.owner.id, encodeURIComponent(owned.owner.email)]
    return named.some((one) => used.includes(one))
  })

test('every call of a person is in the matrix', () => {
  expect(Object.keys(cases).sort()).toEqual(withCredential.map(([name]) => name).sort())
  expect(namedEndpoints).toHaveLength(allEndpoints.length)
})

describe.each(withCredential)('%s', (name, endpoint) => {
  const made = caseOf(name)
  let owned: Owned
  beforeAll(async () => {
    // Calls that change nothing use the same rows.
    const isReading = !endpoint.changes && made.prepare === undefined
    owned = isReading ? readOnly : await makeOwned(world)
    Object.assign(owned, await made.prepare?.(owned, world))
  })

  test('is refused without a valid credential, and changes nothing', async () => {
    const before = await statesOf(server)
    const tokens = [null, 'unknown', 'sk_live_0123456789', world.expiredToken, world.revokedToken]
    for (const token of tokens) expect([token, (await call(endpoint, made, owned, token)).status]).toEqual([token, 401])
    expect(await statesOf(server)).toEqual(before)
  })

  test('refuses the cookie of the portal if another page makes a change with it', async () => {
    if (!endpoint.changes) return
    const { token } = endpoint.audience === 'admin' ? world.administrator : world.owner
    const cookie = await cookieOf(token)
    const before = await statesOf(server)
    const pages: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      {},
      { origin: server.url, 'sec-fetch-site': 'cross-site' },
    ]
    const others = { ...made, fromPortal: false }
    for (const page of pages) {
      const { status } = await call(endpoint, others, owned, { cookie, ...page })
      expect([page, [401, 403].includes(status)]).toEqual([page, true])
    }
    expect(await statesOf(server)).toEqual(before)
  })

  test('shows and changes nothing of the owner for somebody else', async () => {
    const { member, formerMember, stranger, outsider, administrator } = world
    const others =
      endpoint.audience === 'admin' ? [world.owner, stranger, outsider] : [formerMember, stranger, outsider]
    if (endpoint.permission !== 'member' && made.membersMay !== true) others.push(member)
    if (endpoint.audience !== 'admin' && made.administratorMay !== true) others.push(administrator)
    const refused = endpoint.audience === 'admin' || (isForeign(made, owned) && made.ownNameSpace !== true)
    // If the call is refused, nothing at all changes. Otherwise, it may change the rows of the caller.
    const state = () => (refused ? statesOf(server) : statesOf(server, world.owner.id))
    let before = await state()
    for (const other of others) {
      const { status, text } = await call(endpoint, made, owned, other.token)
      for (const secret of [owned.canary, world.owner.id, world.owner.email]) expect(text).not.toContain(secret)
      if (refused) expect([401, 403, 404]).toContain(status)
      expect(await state()).toEqual(before)
      if (!name.startsWith('logout')) continue
      await renew(server, other)
      before = await state()
    }
  })

  test('answers not_found for things that do not exist', async () => {
    if (!isForeign(made, owned) || made.ownNameSpace === true) return
    const caller = endpoint.audience === 'admin' ? world.administrator : world.owner
    const nothing = Object.fromEntries(ids.map((id) => [id, randomUUID()]))
    const nobody = { ...owned.owner, id: randomUUID(), email: 'nobody@clinic.example' }
    const { status, text } = await call(endpoint, made, { ...owned, ...nothing, owner: nobody }, caller.token)
    expect([status, JSON.parse(text).code]).toEqual([404, 'not_found'])
  })

  test('succeeds for the person who may call it', async () => {
    const caller = endpoint.audience === 'admin' ? world.administrator : world.owner
    const { status, text } = await call(endpoint, made, owned, caller.token)
    if (made.answers !== undefined) expect(status).toBe(made.answers)
    else if (needsMore.has(name)) expect([401, 403]).not.toContain(status)
    else expect([name, status, status < 300 ? '' : text]).toEqual([name, endpoint.status, ''])
    if (name.startsWith('logout')) await renew(server, caller)
    // A job of this call must not change rows while the next call is tried.
    await expect.poll(unsettled).toBe(0)
  })
})
