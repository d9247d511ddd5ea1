import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '../../lib/contracts/index.ts'
import { accessKeys, accessMembers } from '../../server/store/schema/index.ts'
import { administrator, asking, auditOf, someone } from './administrator.ts'
import { ask, password, refusal } from './ask.ts'
import { bearing, good, keying, newPartner, type Partner, tokenOf } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let partner: Partner
beforeAll(async () => {
  server = await startTestServer()
  partner = await newPartner(server)
})
afterAll(() => server.close())

/** Creates a person who is a member of this developer organisation with this permission. */
async function memberOf({ accessId, owner }: Partner, permission: string) {
  const person = await someone(server)
  const { email } = person
  good(await asking(server, owner)(`POST /api/user/access/members/add/${accessId}`, { email, permission }))
  good(await asking(server, person)(`POST /api/user/access/invites/accept/${accessId}`))
  return person
}

/** A PNG of one black pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='

describe('a developer organisation', () => {
  test('is changed by its members, and shows everybody only what it publishes', async () => {
    const { accessId, owner } = partner
    const call = asking(server, owner)
    const organization = {
      name: 'Partner GmbH',
      website: 'https://partner.example',
      contactEmail: 'it@partner.example',
    }
    const metadata = { support: 'help@partner.example' }
    good(await call(`POST /api/user/access/update/${accessId}`, { organization, metadata }))
    const withLogo = good(await call(`POST /api/user/access/update-logo/${accessId}`, { logoBase64: png }))
    const logo = `data:image/png;base64,${png}`
    expect(withLogo).toMatchObject({ organization, metadata, logo, permission: 'owner' })
    const shown = await ask(server.url, `GET /api/access/metadata/get/${accessId}`)
    const { name, website } = organization
    expect(shown.body).toEqual({ accessId, organization: { name, website }, metadata, logo })
    expect(good(await call('GET /api/user/access/list')).items).toMatchObject([{ accessId, permission: 'owner' }])
    good(await call(`POST /api/user/access/update-logo/${accessId}`, { logoBase64: null }))
    expect(good(await call(`GET /api/user/access/get/${accessId}`))).not.toHaveProperty('logo')
  })

  test('takes only small pictures as a logo', async () => {
    const set = (bytes: Buffer | string) => {
      const logoBase64 = typeof bytes === 'string' ? bytes : bytes.toString('base64')
      return asking(server, partner.owner)(`POST /api/user/access/update-logo/${partner.accessId}`, { logoBase64 })
    }
    const wide = Buffer.from(png, 'base64')
    wide.writeUInt32BE(100_000, 16)
    expect(refusal(await set('not base64!'))).toEqual([400, 'invalid_request'])
    expect(refusal(await set(Buffer.from('<svg onload="alert(1)"/>')))).toEqual([415, 'unsupported_type'])
    expect(refusal(await set(wide))).toEqual([413, 'too_large'])
    expect(refusal(await set(Buffer.concat([Buffer.from(png, 'base64'), Buffer.alloc(256 * 1024)])))).toEqual([
      413,
      'too_large',
    ])
  })
})

describe('members', () => {
  const access = allEndpoints.filter(({ audience }) => audience === 'reseller')

  test.each(['read', 'write'] as const)('with %s are refused every call that needs more', async (permission) => {
    const person = await memberOf(partner, permission)
    const ranks = ['owner', 'write', 'read']
    for (const { method, path, accessPermission } of access) {
      const url = `/api${path.replace('{accessId}', partner.accessId).replace(/\{\w+\}/g, randomUUID())}`
      const { status } = await ask(server.url, `${method} ${url}`, { token: person.token })
      const isAllowed = ranks.indexOf(permission) <= ranks.indexOf(accessPermission ?? '')
      expect([method, path, status === 403]).toEqual([method, path, !isAllowed])
    }
  })

  test('come by invitation, change their permission, and leave; the last owner stays', async () => {
    const own = await newPartner(server)
    const call = asking(server, own.owner)
    const guest = await someone(server)
    const add = (permission: string) =>
      call(`POST /api/user/access/members/add/${own.accessId}`, { email: guest.email.toUpperCase(), permission })
    const roles = (body: { members: { email: string; permission: string; status: string }[] }) =>
      body.members.filter(({ email }) => email === guest.email).map((one) => [one.permission, one.status])
    expect(roles(good(await add('read')))).toEqual([['read', 'invited']])
    expect(roles(good(await add('write')))).toEqual([['write', 'invited']])
    const asGuest = asking(server, guest)
    const invites = good(await asGuest('GET /api/user/access/invites/list'))
    expect(invites.items).toMatchObject([{ accessId: own.accessId, permission: 'write' }])
    expect(refusal(await asGuest(`GET /api/user/access/get/${own.accessId}`))).toEqual([404, 'not_found'])
    good(await asGuest(`DELETE /api/user/access/invites/decline/${own.accessId}`))
    expect(refusal(await asGuest(`POST /api/user/access/invites/accept/${own.accessId}`))).toEqual([404, 'not_found'])
    good(await add('read'))
    good(await asGuest(`POST /api/user/access/invites/accept/${own.accessId}`))
    expect(roles(good(await add('write')))).toEqual([['write', 'accepted']])

    const demote = { email: own.owner.email, permission: 'read' }
    expect(refusal(await call(`POST /api/user/access/members/add/${own.accessId}`, demote))).toEqual([409, 'conflict'])
    const remove = (email: string) => call(`DELETE /api/user/access/members/remove/${own.accessId}/${email}`)
    expect(refusal(await remove(own.owner.email))).toEqual([409, 'conflict'])
    const phrase = { password, phrase: 'delete my account' }
    expect(refusal(await call('DELETE /api/user/account', phrase))).toEqual([409, 'conflict'])
    good(await remove(guest.email))
    expect(refusal(await asGuest(`GET /api/user/access/get/${own.accessId}`))).toEqual([404, 'not_found'])
  })

  test('two owners cannot remove each other at the same time', async () => {
    const own = await newPartner(server)
    const second = await memberOf(own, 'owner')
    const remove = (by: typeof second, email: string) =>
      asking(server, by)(`DELETE /api/user/access/members/remove/${own.accessId}/${email}`)
    await Promise.all([remove(own.owner, second.email), remove(second, own.owner.email)])
    const left = await server.store.database.select().from(accessMembers)
    expect(left.filter(({ accessId, permission }) => accessId === own.accessId && permission === 'owner')).toHaveLength(
      1,
    )
  })
})

describe('a key', () => {
  test('is shown once, and only its hash is stored', async () => {
    const own = await newPartner(server)
    const call = asking(server, own.owner)
    const headers = { 'idempotency-key': randomUUID() }
    const add = () => call(`POST /api/user/access/keys/add/${own.accessId}`, { name: 'Again' }, headers)
    const { key, prefix } = good(await add())
    expect(key.startsWith(prefix)).toBe(true)
    expect(refusal(await add())).toEqual([409, 'conflict'])
    const list = good(await call(`GET /api/user/access/keys/list/${own.accessId}?search=again`))
    expect(list.items).toMatchObject([{ name: 'Again', prefix, test: false }])
    for (const table of ['access_keys', 'idempotency_keys', 'audit_entries']) {
      const { rows } = await server.store.database.execute(`select t::text as row from ${table} t`)
      expect(JSON.stringify(rows)).not.toContain(key.slice(prefix.length))
    }
    const past = { name: 'Late', expiresAt: '2020-01-01T00:00:00Z' }
    expect(refusal(await call(`POST /api/user/access/keys/add/${own.accessId}`, past))).toEqual([
      400,
      'invalid_request',
    ])
  })

  test('with an expiry works until then', async () => {
    const own = await newPartner(server)
    const call = asking(server, own.owner)
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const { key, keyId } = good(
      await call(`POST /api/user/access/keys/add/${own.accessId}`, { name: 'Hour', expiresAt }),
    )
    const verify = () => keying(server, key)('GET /api/key/verify')
    expect(good(await verify())).toMatchObject({ valid: true, keyId })
    await server.store.database
      .update(accessKeys)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(accessKeys.id, keyId))
    expect(refusal(await verify())).toEqual([401, 'not_signed_in'])
  })

  test('that is removed stops working on every server at once, with the tokens that it issued', async () => {
    const own = await newPartner(server)
    const token = await tokenOf(server, own.live, 'clinic')
    const verify = () => keying(server, own.live)('GET /api/key/verify')
    const config = () => bearing(server, token)('GET /api/customer/config')
    const verified = good(await verify())
    expect(verified).toMatchObject({ valid: true, accessId: own.accessId, test: false })
    good(await config())
    const call = asking(server, own.owner)
    const used = good(await call(`GET /api/user/access/keys/list/${own.accessId}`)).items
    expect(used.find(({ keyId }: { keyId: string }) => keyId === verified.keyId)).toHaveProperty('lastUsedAt')
    good(await call(`DELETE /api/user/access/keys/remove/${own.accessId}/${verified.keyId}`))
    expect(refusal(await verify())).toEqual([401, 'not_signed_in'])
    expect(refusal(await config())).toEqual([401, 'session_ended'])
  })
})

test('an administrator who acts as an owner makes no keys and invites nobody', async () => {
  const own = await newPartner(server)
  const admin = asking(server, await administrator(server))
  const { accessToken } = good(await admin(`POST /api/admin/users/login/${own.owner.userId}`))
  const acting = bearing(server, accessToken)
  good(await acting(`GET /api/user/access/get/${own.accessId}`))
  const forbidden = [403, 'forbidden']
  expect(refusal(await acting(`POST /api/user/access/keys/add/${own.accessId}`, { name: 'Mine' }))).toEqual(forbidden)
  const invitation = { email: 'friend@partner.example', permission: 'owner' }
  expect(refusal(await acting(`POST /api/user/access/members/add/${own.accessId}`, invitation))).toEqual(forbidden)
})

describe('counting', () => {
  test('is exact for parallel and repeated calls, and stops at the monthly limit', async () => {
    const own = await newPartner(server, { output: 10 })
    const call = keying(server, own.live)
    const meter = (key: string, count = 1) =>
      call('POST /api/key/meter', { type: 'output', parameters: { count, place: 'x' } }, { 'idempotency-key': key })
    const keys = Array.from({ length: 8 }, () => randomUUID())
    const answers = await Promise.all([...keys, ...keys].map((key) => meter(key)))
    const totals = answers.map((answer) => good(answer).total as number)
    expect([...new Set(totals)].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(totals.slice(8)).toEqual(totals.slice(0, 8))
    const late = await Promise.all(Array.from({ length: 5 }, () => meter(randomUUID())))
    expect(late.map(({ status }) => status).sort()).toEqual([201, 201, 402, 402, 402])
    const token = await tokenOf(server, own.live, 'clinic')
    const asked = { template: { name: 'N', instructions: '', fields: [] }, transcript: 'Speaker 1: I sleep well.' }
    const refused = await bearing(server, token)('POST /api/customer/output/generate', asked)
    expect(refusal(refused)).toEqual([402, 'no_credit'])
    expect(good(await bearing(server, token)('GET /api/customer/transcript')).total).toBe(0)
    const sandbox = keying(server, own.test)
    expect(good(await sandbox('POST /api/key/meter', { type: 'output', parameters: { count: 50 } })).total).toBe(50)
    expect(good(await call('POST /api/key/token/meter', { token, type: 'minute' })).total).toBe(1)
  })

  test('of customers stops at the limit, also when they come at the same time', async () => {
    const own = await newPartner(server, { customers: 3 })
    const call = asking(server, own.owner)
    const add = (identifier: string) => call(`POST /api/user/customers/${own.accessId}`, { identifier })
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => add(`c${index}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 402, 402, 402])
    const authenticate = (customerIdentifier: string) =>
      keying(server, own.live)('POST /api/key/token/authenticate', { customerIdentifier })
    expect(refusal(await authenticate('new'))).toEqual([402, 'no_credit'])
    const [{ identifier }] = good(await call(`GET /api/user/customers/list/${own.accessId}`)).items
    good(await authenticate(identifier))
  })

  test('of the rate gives each share once, and takes nothing that does not fit', async () => {
    const own = await newPartner(server)
    const rate = async (count: number) =>
      good(await keying(server, own.live)('POST /api/key/rate', { type: 'output', count }))
    expect(await rate(1000)).toMatchObject({ allowed: true, remaining: 200 })
    expect(await rate(300)).toMatchObject({ allowed: false, remaining: 200 })
    const last = await rate(200)
    expect(last).toMatchObject({ allowed: true, remaining: 0 })
    expect(Date.parse(last.resetAt)).toBeGreaterThan(Date.now())
    const token = await tokenOf(server, own.live, 'clinic')
    expect(good(await keying(server, own.live)('POST /api/key/token/rate', { token, count: 5 })).allowed).toBe(true)
  })
})

describe('customers and their users', () => {
  test('who are removed leave nothing, and whoever comes with the same name sees nothing of it', async () => {
    const own = await newPartner(server)
    const members = asking(server, own.owner)
    const text = { text: 'Speaker 1: I sleep well.', transcriptIdentifier: 'visit' }
    const key = { 'idempotency-key': randomUUID() }
    const submit = async (user?: string) =>
      bearing(server, await tokenOf(server, own.live, 'clinic', user))(
        'POST /api/customer/transcript/submit/text',
        text,
        key,
      )
    const first = good(await submit('nurse'))
    const old = await tokenOf(server, own.live, 'clinic', 'nurse')
    good(await members(`DELETE /api/user/users/${own.accessId}/nurse/clinic`))
    expect(refusal(await bearing(server, old)('GET /api/customer/transcript'))).toEqual([401, 'session_ended'])
    good(await members(`POST /api/user/users/${own.accessId}/clinic`, { identifier: 'nurse' }))
    const again = await tokenOf(server, own.live, 'clinic', 'nurse')
    expect(good(await bearing(server, again)('GET /api/customer/transcript')).total).toBe(0)
    expect(good(await submit('nurse')).id).not.toBe(first.id)
    good(await submit())

    good(await members(`DELETE /api/user/customers/${own.accessId}/clinic`))
    expect(refusal(await members(`GET /api/user/customers/get/${own.accessId}/clinic`))).toEqual([404, 'not_found'])
    const rows = await server.store.database.execute(
      `select 1 from transcripts where title = 'Typed note' and id = '${first.id}'`,
    )
    expect(rows.rows).toEqual([])
    good(await members(`POST /api/user/customers/${own.accessId}`, { identifier: 'clinic' }))
    expect(good(await members(`GET /api/user/users/list/${own.accessId}/clinic`)).total).toBe(0)
    const twice = () => members(`POST /api/user/customers/${own.accessId}`, { identifier: 'twice' }, key)
    expect(good(await twice())).toEqual(good(await twice()))
    good(await members(`DELETE /api/user/customers/${own.accessId}/twice`))
    expect(refusal(await twice())).toEqual([404, 'not_found'])
    const { status } = await members(`POST /api/user/customers/${own.accessId}`, { identifier: 'clinic' })
    expect(status).toBe(409)
  })

  test('have identifiers that cannot leave their place in an address', async () => {
    const call = asking(server, partner.owner)
    for (const identifier of ['..', '.', '', ' a', 'a\u0000', 'x'.repeat(201)])
      expect(refusal(await call(`POST /api/user/customers/${partner.accessId}`, { identifier }))).toEqual([
        400,
        'invalid_request',
      ])
    const identifier = 'Zürich / Praxis #1 ?x=%'
    good(await call(`POST /api/user/customers/${partner.accessId}`, { identifier }))
    const found = await call(`GET /api/user/customers/get/${partner.accessId}/${encodeURIComponent(identifier)}`)
    expect(good(found)).toMatchObject({ identifier })
  })

  test('send log messages that only members read, and that are stored encrypted', async () => {
    const own = await newPartner(server)
    const call = bearing(server, await tokenOf(server, own.live, 'clinic', 'nurse'))
    const secret = `secret-${randomUUID()}`
    for (const level of ['info', 'warn', 'error'])
      good(await call(`POST /api/customers/log/${level}`, { message: `${level} ${secret}`, data: { step: 1 } }))
    const logs = asking(server, own.owner)
    const { items } = good(await logs(`GET /api/user/access/logs/list/${own.accessId}`))
    expect(items.map(({ level }: { level: string }) => level).sort()).toEqual(['error', 'info', 'warn'])
    expect((await auditOf(server, items[0].id)).map(([action]) => action)).toEqual(['customer.log'])
    expect(items[0]).toMatchObject({ customerIdentifier: 'clinic', userIdentifier: 'nurse', data: { step: 1 } })
    const { rows } = await server.store.database.execute("select encode(content, 'escape') as text from customer_logs")
    expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

test('the dashboard shows use, cost, latency, errors and customers, and counts what was deleted since', async () => {
  const own = await newPartner(server)
  const call = bearing(server, await tokenOf(server, own.live, 'clinic'))
  const asked = { template: { name: 'N', instructions: '', fields: [] }, transcript: 'Speaker 1: I sleep well.' }
  good(await call('POST /api/customer/output/generate?wait=30', asked))
  await call('GET /api/customer/output/nothing')
  const see = async (type: string) =>
    good(await asking(server, own.owner)(`GET /api/user/access/dashboard/get/${own.accessId}?type=${type}`)).rows
  const day = new Date().toISOString().slice(0, 10)
  const row = { day, customerIdentifier: 'clinic' }
  const usage = [
    { ...row, meter: 'output', total: 1 },
    { ...row, meter: 'transcript', total: 1 },
  ]
  expect(await see('usage')).toEqual(usage)
  expect(await see('cost')).toEqual([])
  expect(await see('latency')).toMatchObject([{ ...row, outputs: 1 }])
  await expect.poll(() => see('errors')).toEqual([{ ...row, code: 'not_found', total: 1 }])
  expect(await see('customers')).toMatchObject([{ customerIdentifier: 'clinic', users: 0, outputs: 1, transcripts: 1 }])
  good(await asking(server, own.owner)(`DELETE /api/user/customers/${own.accessId}/clinic`))
  expect(await see('usage')).toEqual(usage.map(({ customerIdentifier: _, ...rest }) => rest))
})

test('the dashboard of an organisation with very many rows leaves out the oldest days, not the newest', async () => {
  const own = await newPartner(server)
  const call = bearing(server, await tokenOf(server, own.live, 'clinic'))
  await server.store.database.execute(
    `insert into access_days (access_id, test, day, what, customer_id, total)
     select '${own.accessId}', false, to_char(now() at time zone 'UTC' - interval '1 day', 'YYYY-MM-DD'), 'output', gen_random_uuid(), 1
     from generate_series(1, 10000)`,
  )
  good(await call('POST /api/customer/transcript/submit/text', { text: 'Speaker 1: I sleep well.' }))
  const path = `GET /api/user/access/dashboard/get/${own.accessId}?type=usage`
  const { rows } = good(await asking(server, own.owner)(path))
  expect(rows).toHaveLength(10_000)
  expect(rows.at(-1)).toMatchObject({ meter: 'transcript', total: 1 })
})
