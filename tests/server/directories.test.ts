import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { directoryPermissions, directorySettings, endpoints } from '../../lib/contracts/index.ts'
import { type Answer, ask, password, refusal, smallLayout } from './ask.ts'
import { as, join, newDirectory, newUser } from './directory.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let url: string
beforeAll(async () => {
  server = await startTestServer()
  url = server.url
})
afterAll(() => server.close())

const listed = ({ body }: Answer) => body.items.map(({ name }: { name: string }) => name)

describe('a directory', () => {
  test('gives its creator a seat with all permissions, in which the session acts at once', async () => {
    const person = await newUser(url)
    const made = await as(url, person)('POST /api/user/directories', { name: ' North Clinic ' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ name: 'North Clinic', permissions: [...directoryPermissions], chosen: true })
    expect((await as(url, person)('GET /api/user/directories')).body.items).toEqual([made.body])
    const { directoryId, roleId } = made.body
    expect((await as(url, person)(`GET /api/user/directories/get/${directoryId}`)).body).toEqual(made.body)
    const role = await as(url, person)(`GET /api/user/directories/roles/get/${directoryId}/${roleId}`)
    expect(role.body).toMatchObject({ name: 'Administrator', status: 'occupied', email: person.email })
  })

  test('is created once by a repeated call with the same key', async () => {
    const person = await newUser(url)
    const create = () =>
      ask(url, 'POST /api/user/directories', {
        token: person.accessToken,
        body: { name: 'Once' },
        headers: { 'idempotency-key': 'one' },
      })
    const [first, second] = await Promise.all([create(), create()])
    expect(second.body).toEqual(first.body)
    expect((await as(url, person)('GET /api/user/directories')).body.total).toBe(1)
    await as(url, person)(`DELETE /api/user/directories/${first.body.directoryId}`)
    expect(refusal(await create())).toEqual([404, 'not_found'])
  })

  test('is renamed by a member who manages it', async () => {
    const clinic = await newDirectory(url)
    const member = await join(url, clinic)
    const path = `/api/user/directories/${clinic.directoryId}`
    expect((await as(url, clinic.owner)(`PUT ${path}`, { name: 'South Clinic' })).body.name).toBe('South Clinic')
    expect(listed(await as(url, member)('GET /api/user/directories?search=SOUTH'))).toEqual(['South Clinic'])
    expect(listed(await as(url, member)('GET /api/user/directories?search=north'))).toEqual([])
    expect(refusal(await as(url, clinic.owner)(`PUT ${path}`, { name: '  ' }))).toEqual([400, 'invalid_request'])
  })

  test('is left for another one by choosing, on this device only', async () => {
    const clinic = await newDirectory(url)
    const person = clinic.owner
    const second = await as(url, person)('POST /api/user/directories', { name: 'Second' })
    const chosen = async (token: string) =>
      (await ask(url, 'GET /api/user/directories', { token })).body.items.flatMap(
        ({ chosen, name }: { chosen: boolean; name: string }) => (chosen ? [name] : []),
      )
    const elsewhere = await ask(url, 'POST /api/user/login/email', { body: { email: person.email, password } })
    expect(await chosen(person.accessToken)).toEqual(['Second'])
    expect(await chosen(elsewhere.body.accessToken)).toEqual(['North Clinic'])
    const choose = (directoryId: string | null) => as(url, person)('POST /api/user/directories/choose', { directoryId })
    await choose(clinic.directoryId)
    expect(await chosen(person.accessToken)).toEqual(['North Clinic'])
    await choose(null)
    expect(await chosen(person.accessToken)).toEqual([])
    await choose(second.body.directoryId)
    const foreign = await newDirectory(url)
    expect(refusal(await choose(foreign.directoryId))).toEqual([404, 'not_found'])
    expect(refusal(await choose(randomUUID()))).toEqual([404, 'not_found'])
    expect(await chosen(person.accessToken)).toEqual(['Second'])
  })

  test('that is deleted leaves everybody with their own things, unshared', async () => {
    const clinic = await newDirectory(url)
    const member = await join(url, clinic, ['layouts.share'])
    const layout = await as(url, member)('POST /api/user/layouts', smallLayout)
    await as(url, member)(`PUT /api/user/layouts/${layout.body._id}/editors`, { editors: [], directory: true })
    const words = { layoutId: layout.body._id, transcript: 'Speaker 1: My mood is better.', patientId: 'MRN 1' }
    const report = await as(url, member)('POST /api/user/reports?wait=20', words)
    await server.store.database.execute(
      `insert into licenses (id, directory_id, product) values ('${randomUUID()}', '${clinic.directoryId}', 'clinic')`,
    )
    const gone = await as(url, clinic.owner)(`DELETE /api/user/directories/${clinic.directoryId}`)
    expect(gone.status).toBe(200)
    const licences = await server.store.database.execute(
      `select ends_at <= now() as ended from licenses where directory_id = '${clinic.directoryId}'`,
    )
    expect(licences.rows).toEqual([{ ended: true }])
    expect((await as(url, member)('GET /api/user/directories')).body.total).toBe(0)
    const kept = await as(url, member)(`GET /api/user/layouts/${layout.body._id}`)
    expect(kept.body).toMatchObject({ shared: false, access: 'owner' })
    expect(kept.body).not.toHaveProperty('directoryName')
    expect((await as(url, member)(`GET /api/user/reports/${report.body._id}`)).body).toMatchObject({ status: 'ready' })
    const entries = await server.store.database.execute(
      `select action from audit_entries where directory_id = '${clinic.directoryId}' and user_id = '${clinic.owner.userId}' order by id`,
    )
    expect(entries.rows.map(({ action }) => action)).toEqual(['directory.create', 'role.create', 'directory.delete'])
  })

  test('is not deleted while it owns things of people whose accounts were deleted', async () => {
    const clinic = await newDirectory(url)
    const layout = await as(url, clinic.owner)('POST /api/user/layouts', smallLayout)
    await server.store.database.execute(`update layouts set user_id = null where id = '${layout.body._id}'`)
    const refused = await as(url, clinic.owner)(`DELETE /api/user/directories/${clinic.directoryId}`)
    expect(refusal(refused)).toEqual([409, 'conflict'])
    expect(refused.body.message).toMatch(/accounts were deleted/)
    expect((await as(url, clinic.owner)('GET /api/user/directories')).body.total).toBe(1)
  })
})

describe('settings', () => {
  test('have defaults, are read by every member and replaced by those who manage the directory', async () => {
    const clinic = await newDirectory(url)
    const member = await join(url, clinic)
    const path = `/api/user/directories/settings/${clinic.directoryId}`
    expect((await as(url, member)(`GET ${path}`)).body).toEqual(directorySettings.parse({}))
    const wanted = {
      language: 'es',
      retentionDays: { transcripts: 30, outputs: null },
      consent: { required: true, text: 'I agree.', version: 2 },
    }
    const saved = await as(url, clinic.owner)(`PUT ${path}`, wanted)
    expect(saved.body).toEqual(directorySettings.parse(wanted))
    expect((await as(url, member)(`GET ${path}`)).body).toEqual(saved.body)
    expect((await as(url, clinic.owner)(`PUT ${path}`, {})).body).toEqual(directorySettings.parse({}))
  })

  test('are not overwritten by a manager who has read them before another manager changed them', async () => {
    const clinic = await newDirectory(url)
    const other = await join(url, clinic, ['directory.manage'])
    const path = `/api/user/directories/settings/${clinic.directoryId}`
    const change = (who: typeof clinic.owner, settings: object) => as(url, who)(`PUT ${path}`, settings)
    const before = directorySettings.parse({})
    const consent = { ...before.consent, required: true }
    const changed = { ...before, consent }
    expect((await change(clinic.owner, { ...changed, before })).body).toEqual(changed)

    const late = await change(other, { ...before, secondFactorRequired: true, before })
    expect(refusal(late)).toEqual([409, 'changed_meanwhile'])
    expect(late.body.current).toEqual(changed)
    expect((await as(url, other)(`GET ${path}`)).body).toEqual(changed)

    const both = { ...changed, secondFactorRequired: true }
    expect((await change(other, { ...both, before: changed })).body).toEqual(both)
    // This request has no property `before`, in which a client sends the settings that it has read. So the server has
    // nothing to compare, and the request overwrites the changes of other people.
    expect((await change(clinic.owner, before)).body).toEqual(before)
  })

  test.each([{ unknown: 1 }, { retentionDays: { transcripts: 0 } }, { signInMethods: ['fax'] }, { models: [15] }])(
    'that do not fit are refused: %j',
    async (wrong) => {
      const clinic = await newDirectory(url)
      const answer = await as(url, clinic.owner)(`PUT /api/user/directories/settings/${clinic.directoryId}`, wrong)
      expect(refusal(answer)).toEqual([400, 'invalid_request'])
    },
  )
})

describe('the people in a directory', () => {
  test('are seen by every member', async () => {
    const clinic = await newDirectory(url)
    const member = await join(url, clinic)
    await as(url, clinic.owner)(`POST /api/user/directories/roles/${clinic.directoryId}`, {
      name: 'Offered',
      permissions: [],
      email: 'nobody@clinic.example',
    })
    const ids = await as(url, member)(`GET /api/user/directories/users/ids/${clinic.directoryId}`)
    expect(ids.body.userIds).toEqual([clinic.owner.userId, member.userId])
    const list = (query = '') => as(url, member)(`GET /api/user/directories/users/list/${clinic.directoryId}${query}`)
    const { body } = await list()
    expect(body.total).toBe(2)
    expect(body.items).toContainEqual({
      userId: member.userId,
      email: member.email,
      roleId: member.roleId,
      role: 'Clinician',
    })
    expect((await list('?search=administr')).body.items).toMatchObject([{ userId: clinic.owner.userId }])
    expect((await list('?limit=1&offset=1')).body.items).toHaveLength(1)
  })
})

describe('who may call', () => {
  const calls = [...Object.values(endpoints.directories), ...Object.values(endpoints.lookup)].flatMap(
    ({ method, path, permission }) => (permission === null ? [] : [[method, path, permission] as const]),
  )
  /** Valid bodies and queries, so that the only reason for a refusal is the seat. */
  const bodies: Record<string, unknown> = {
    '/user/directories/{directoryId}': { name: 'Renamed' },
    '/user/directories/roles/{directoryId}': { name: 'Seat', permissions: [] },
    '/user/directories/roles/{directoryId}/{roleId}': { name: 'Seat', permissions: [] },
    '/user/directories/settings/{directoryId}': {},
    '/user/directories/people/{directoryId}': { people: [{ line: 1, email: 'ana@clinic.example' }], dryRun: false },
  }
  const queryOf = (path: string, { email, userId }: { email: string; userId: string }) =>
    path.endsWith('by-email') ? `?email=${email}` : path.endsWith('by-user-id') ? `?userId=${userId}` : ''

  test.each(calls)('%s %s is refused to strangers, former members and members without %s', async (...call) => {
    const [method, path, permission] = call
    const clinic = await newDirectory(url)
    const others = directoryPermissions.filter((one) => one !== permission)
    const member = await join(url, clinic, others)
    const former = await join(url, clinic, others)
    await as(url, former)(`DELETE /api/user/directories/invitations/leave/${clinic.directoryId}`)
    const stranger = await newUser(url)
    const { roleId } = await join(url, clinic)
    const real = path.replace('{directoryId}', clinic.directoryId).replace('{roleId}', roleId)
    const sends = method === 'POST' || method === 'PUT'
    const by = (person: typeof stranger) =>
      as(url, person)(`${method} /api${real}${queryOf(path, clinic.owner)}`, sends ? bodies[path] : undefined)
    for (const person of [stranger, former]) expect(refusal(await by(person))).toEqual([404, 'not_found'])
    if (permission === 'member') expect((await by(member)).status).toBe(200)
    else expect(refusal(await by(member))).toEqual([403, 'forbidden'])
  })
})
