import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { directoryPermissions } from '../../lib/contracts/index.ts'
import { directoryRoles, layouts } from '../../server/store/schema/index.ts'
import { administrator, asking, auditOf, type Someone, someone } from './administrator.ts'
import { refusal, smallLayout } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let admin: Someone
let call: ReturnType<typeof asking>
let now = Date.now()
beforeAll(async () => {
  server = await startTestServer({ deps: { clock: { now: () => new Date(now) } } })
  admin = await administrator(server)
  call = asking(server, admin)
})
afterAll(() => server.close())

describe('directories', () => {
  const create = async (name: string, managerEmail?: string): Promise<string> =>
    (await call('PUT /api/admin/directories', { name, ...(managerEmail === undefined ? {} : { managerEmail }) })).body
      .directoryId
  const seatsOf = (directoryId: string) =>
    server.store.database.select().from(directoryRoles).where(eq(directoryRoles.directoryId, directoryId))
  /** Gives a person a seat. */
  const seat = (directoryId: string, { userId }: Someone) =>
    server.store.database
      .insert(directoryRoles)
      .values({ id: randomUUID(), directoryId, name: 'Seat', status: 'occupied', userId })

  test('are created with an offer to their manager, found, changed and deleted', async () => {
    const name = `Clinic ${randomUUID()}`
    const made = await call('PUT /api/admin/directories', { name, managerEmail: 'Head@Clinic.example' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ name, roles: { total: 1, occupied: 0 }, settings: { language: 'en' } })
    const { directoryId } = made.body
    expect(await seatsOf(directoryId)).toMatchObject([
      { status: 'invited', email: 'head@clinic.example', permissions: [...directoryPermissions] },
    ])
    const found = await call(`GET /api/admin/directories?search=${encodeURIComponent(name.toUpperCase())}`)
    expect(found.body).toMatchObject({ total: 1, items: [{ directoryId, name }] })
    const change = { name: 'South Clinic', settings: { language: 'de', secondFactorRequired: true } }
    const changed = await call(`POST /api/admin/directories/${directoryId}`, change)
    expect(changed.body).toMatchObject({ ...change, settings: { ...change.settings, sharing: { reports: true } } })
    expect((await call(`GET /api/admin/directories/${directoryId}`)).body).toEqual(changed.body)
    expect((await call(`DELETE /api/admin/directories/${directoryId}`)).status).toBe(200)
    expect(refusal(await call(`GET /api/admin/directories/${directoryId}`))).toEqual([404, 'not_found'])
    expect(await auditOf(server, directoryId)).toEqual(
      ['directory.create', 'directory.update', 'directory.delete'].map((action) => [action, admin.userId, null]),
    )
  })

  test('offer their management once to an email, and never to a member', async () => {
    const member = await someone(server)
    const directoryId = await create('North Clinic', 'head@clinic.example')
    await seat(directoryId, member)
    const offer = (managerEmail: string) => call(`POST /api/admin/directories/${directoryId}`, { managerEmail })
    await offer('HEAD@clinic.example')
    await offer(member.email.toUpperCase())
    expect(await seatsOf(directoryId)).toHaveLength(2)
    await offer('second@clinic.example')
    expect(await seatsOf(directoryId)).toHaveLength(3)
  })

  test('are deleted without what their members own, and never while they own things of people who have left', async () => {
    const member = await someone(server)
    const directoryId = await create('East Clinic')
    await seat(directoryId, member)
    const own = asking(server, member)
    const { body } = await own('POST /api/user/layouts', smallLayout)
    const { database } = server.store
    await database.update(layouts).set({ directoryId, shared: true }).where(eq(layouts.id, body._id))
    const licence = await call('PUT /api/admin/licenses', { directoryId, product: 'trial' })
    const left = randomUUID()
    await database.insert(layouts).values({
      id: left,
      directoryId,
      name: 'Left behind',
      type: 'other',
      source: 'user',
      definition: { description: '', instructions: '', config: {}, fields: [] },
    })
    expect(refusal(await call(`DELETE /api/admin/directories/${directoryId}`))).toEqual([409, 'conflict'])
    await database.delete(layouts).where(eq(layouts.id, left))
    expect((await call(`DELETE /api/admin/directories/${directoryId}`)).status).toBe(200)
    expect((await own(`GET /api/user/layouts/${body._id}`)).body).toMatchObject({ access: 'owner', shared: false })
    const ended = await call(`GET /api/admin/licenses/${licence.body.licenseId}`)
    expect(ended.body).toMatchObject({ active: false, directoryId })
  })

  test.each(['GET', 'POST', 'DELETE'])('%s of an unknown one answers not_found', async (method) => {
    const body = method === 'POST' ? { name: 'x' } : undefined
    const answer = await call(`${method} /api/admin/directories/${randomUUID()}`, body)
    expect(refusal(answer)).toEqual([404, 'not_found'])
  })

  test('a request that is repeated with its key creates one directory', async () => {
    const name = `Once ${randomUUID()}`
    const key = { 'idempotency-key': randomUUID() }
    const [one, two] = [
      await call('PUT /api/admin/directories', { name }, key),
      await call('PUT /api/admin/directories', { name }, key),
    ]
    expect(two.body).toEqual(one.body)
    expect((await call(`GET /api/admin/directories?search=${encodeURIComponent(name)}`)).body.total).toBe(1)
  })
})

describe('licences', () => {
  test('are granted to a person with the credits of their product, changed and ended', async () => {
    const person = await someone(server)
    const granted = await call('PUT /api/admin/licenses', { userId: person.userId, product: 'trial', sessionLimit: 3 })
    expect(granted.status).toBe(201)
    expect(granted.body).toMatchObject({
      userId: person.userId,
      ownerName: person.email,
      product: 'trial',
      active: true,
      credits: { document: { limit: 20, used: 0 }, session: { limit: 3, used: 0 } },
    })
    const { licenseId } = granted.body
    const own = asking(server, person)
    expect((await own('GET /api/user/licenses')).body.items).toMatchObject([{ licenseId }])
    for (let index = 0; index < 2; index += 1) await own('POST /api/user/licenses/increment-usage/session')
    const change = (body: object) => call(`POST /api/admin/licenses/${licenseId}`, body)
    const tooLow = await change({ sessionLimit: 1 })
    expect(refusal(tooLow)).toEqual([409, 'conflict'])
    expect(tooLow.body.message).toContain('2 session credits')
    expect((await change({ sessionLimit: 2 })).body.credits.session).toEqual({ limit: 2, used: 2 })
    expect(refusal(await own('POST /api/user/licenses/increment-usage/session'))).toEqual([402, 'no_credit'])
    expect((await change({ sessionLimit: null })).body.credits.session.limit).toBeNull()
    expect((await own('POST /api/user/licenses/increment-usage/session')).status).toBe(200)
    expect((await change({ endsAt: new Date(now).toISOString() })).body.active).toBe(false)
    expect(refusal(await own('POST /api/user/licenses/increment-usage/session'))).toEqual([402, 'no_credit'])
    expect((await change({ endsAt: null })).body).not.toHaveProperty('endsAt')
    expect((await own('POST /api/user/licenses/increment-usage/session')).status).toBe(200)
  })

  test('are listed by owner and by name, and a used one is not deleted', async () => {
    const person = await someone(server)
    const grant = () => call('PUT /api/admin/licenses', { userId: person.userId, product: 'standard' })
    const [used, unused] = [(await grant()).body.licenseId, (await grant()).body.licenseId]
    const idsOf = async (query: string) =>
      (await call(`GET /api/admin/licenses?${query}`)).body.items.map(
        ({ licenseId }: { licenseId: string }) => licenseId,
      )
    expect((await idsOf(`userId=${person.userId}`)).sort()).toEqual([used, unused].sort())
    expect((await idsOf(`search=${encodeURIComponent(person.email)}`)).sort()).toEqual([used, unused].sort())
    expect(await idsOf(`directoryId=${person.userId}`)).toEqual([])
    await asking(server, person)('POST /api/user/licenses/increment-usage/session')
    const credits = async (id: string) => (await call(`GET /api/admin/licenses/${id}`)).body.credits.session.used
    const [first, second] = (await credits(used)) === 1 ? [used, unused] : [unused, used]
    expect(refusal(await call(`DELETE /api/admin/licenses/${first}`))).toEqual([409, 'conflict'])
    expect((await call(`DELETE /api/admin/licenses/${second}`)).status).toBe(200)
    expect(await idsOf(`userId=${person.userId}`)).toEqual([first])
  })

  test('need one existing owner, a product that exists, and an end after their start', async () => {
    const { userId } = await someone(server)
    const grant = async (body: object) => refusal(await call('PUT /api/admin/licenses', body))
    expect(await grant({ userId, product: 'gold' })).toEqual([400, 'invalid_request'])
    expect(await grant({ product: 'trial' })).toEqual([400, 'invalid_request'])
    expect(await grant({ userId, directoryId: randomUUID(), product: 'trial' })).toEqual([400, 'invalid_request'])
    expect(await grant({ userId, product: 'trial', endsAt: '2020-01-01T00:00:00.000Z' })).toEqual([
      400,
      'invalid_request',
    ])
    expect(await grant({ userId: randomUUID(), product: 'trial' })).toEqual([404, 'not_found'])
    expect(await grant({ directoryId: randomUUID(), product: 'trial' })).toEqual([404, 'not_found'])
  })

  test.each(['GET', 'POST', 'DELETE'])('%s of an unknown one answers not_found', async (method) => {
    const body = method === 'POST' ? { sessionLimit: 1 } : undefined
    expect(refusal(await call(`${method} /api/admin/licenses/${randomUUID()}`, body))).toEqual([404, 'not_found'])
  })
})

describe('banners', () => {
  const shownTo = async (person: Someone) =>
    (await asking(server, person)('GET /api/user/banners')).body.banners.map(({ text }: { text: string }) => text)

  test('are shown to every signed-in person from their start to their end', async () => {
    const person = await someone(server)
    const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
    const add = (body: object) => call('POST /api/admin/banners', body)
    const always = await add({ text: 'Maintenance tonight', level: 'warning' })
    expect(always.status).toBe(201)
    await add({ text: 'Later', startsAt: at(5), endsAt: at(10) })
    expect(refusal(await add({ text: 'Never', startsAt: at(5), endsAt: at(5) }))).toEqual([400, 'invalid_request'])
    expect(refusal(await add({ text: '  ' }))).toEqual([400, 'invalid_request'])
    expect(await shownTo(person)).toEqual(['Maintenance tonight'])
    now += 6 * 60_000
    expect(await shownTo(person)).toEqual(['Maintenance tonight', 'Later'])
    now += 4 * 60_000
    expect(await shownTo(person)).toEqual(['Maintenance tonight'])
    const remove = () => call(`DELETE /api/admin/banners/${always.body.bannerId}`)
    expect((await remove()).status).toBe(200)
    expect(refusal(await remove())).toEqual([404, 'not_found'])
    expect(await shownTo(person)).toEqual([])
  })
})
