import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DirectoryRoleDraft } from '../../lib/contracts/index.ts'
import { refusal } from './ask.ts'
import { as, join, newDirectory, newUser } from './directory.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let url: string
beforeAll(async () => {
  server = await startTestServer()
  url = server.url
})
afterAll(() => server.close())

/** Creates a directory. Returns functions that make the calls for its roles, as its owner. */
async function newClinic() {
  const clinic = await newDirectory(url)
  const roles = `/api/user/directories/roles/${clinic.directoryId}`
  const one = (roleId: string) => `/api/user/directories/roles/get/${clinic.directoryId}/${roleId}`
  const call = as(url, clinic.owner)
  return {
    ...clinic,
    roles,
    one,
    add: (draft: Partial<DirectoryRoleDraft> = {}) =>
      call(`POST ${roles}`, { name: 'Seat', permissions: [], ...draft }),
    get: (roleId: string) => call(`GET ${one(roleId)}`),
    change: (roleId: string, draft: Partial<DirectoryRoleDraft>) =>
      call(`PUT ${roles}/${roleId}`, { name: 'Seat', permissions: [], ...draft }),
    remove: (roleId: string) => call(`DELETE ${roles}/${roleId}`),
    leave: () => call(`DELETE /api/user/directories/invitations/leave/${clinic.directoryId}`),
    ownRoleId: (await call('GET /api/user/directories')).body.items[0].roleId as string,
  }
}

describe('a seat', () => {
  test('is added open, or offered to an email, and says nothing about an account', async () => {
    const clinic = await newClinic()
    const open = await clinic.add({ permissions: ['layouts.share', 'layouts.share'] })
    expect(open.status).toBe(201)
    expect(open.body).toMatchObject({ status: 'open', permissions: ['layouts.share'] })
    expect(open.body).not.toHaveProperty('email')
    const known = await newUser(url)
    const offers = [known.email.toUpperCase(), 'Nobody@Clinic.Example']
    const answers = await Promise.all(offers.map((email) => clinic.add({ email })))
    for (const [index, { body }] of answers.entries()) {
      const { roleId, createdAt: _, ...told } = body
      const email = offers[index]?.toLowerCase()
      // The same for an email with an account and for one without.
      const invitation = { invitation: { at: expect.any(String), mail: 'none' } }
      expect(told).toEqual({ ...invitation, name: 'Seat', permissions: [], status: 'invited', email })
      expect((await clinic.get(roleId)).body).toEqual(body)
    }
  })

  test('is counted, and searched by name, email, status and permission', async () => {
    const clinic = await newClinic()
    const member = await join(url, clinic, ['reports.sign'])
    await clinic.add({ name: '100% open' })
    await clinic.add({ name: 'Offered', email: 'offered@clinic.example' })
    const call = as(url, clinic.owner)
    const search = async (wanted: object, more = '') => {
      const { body } = await call(`GET ${clinic.roles}?search=${encodeURIComponent(JSON.stringify(wanted))}${more}`)
      return body.items.map(({ name }: { name: string }) => name)
    }
    const counts = await Promise.all(
      ['count', 'count-occupied'].map((path) => call(`GET /api/user/directories/roles/${path}/${clinic.directoryId}`)),
    )
    expect(counts.map(({ body }) => body)).toEqual([{ count: 4 }, { count: 2 }])
    expect(await search({})).toEqual(['Administrator', 'Clinician', '100% open', 'Offered'])
    expect(await search({}, '&offset=1&limit=2')).toEqual(['Clinician', '100% open'])
    expect(await search({ name: '0% O' })).toEqual(['100% open'])
    expect(await search({ email: member.email.slice(0, -3).toUpperCase() })).toEqual(['Clinician'])
    expect(await search({ email: 'offered@' })).toEqual(['Offered'])
    expect(await search({ status: 'open' })).toEqual(['100% open'])
    expect(await search({ permission: 'reports.sign', status: 'occupied' })).toEqual(['Administrator', 'Clinician'])
    for (const wrong of ['{', '[]', '"x"', '{"unknown":1}', '{"status":"free"}']) {
      const answer = await call(`GET ${clinic.roles}?search=${encodeURIComponent(wrong)}`)
      expect([wrong, ...refusal(answer)]).toEqual([wrong, 400, 'invalid_request'])
    }
  })

  test('is offered to somebody else, taken back, and deleted', async () => {
    const clinic = await newClinic()
    const { body } = await clinic.add({ email: 'first@clinic.example' })
    const second = await clinic.change(body.roleId, { name: 'Renamed', email: 'Second@clinic.example' })
    expect(second.body).toMatchObject({ name: 'Renamed', status: 'invited', email: 'second@clinic.example' })
    expect((await clinic.change(body.roleId, {})).body).toMatchObject({ status: 'invited' })
    const open = await clinic.change(body.roleId, { email: null })
    expect(open.body).toMatchObject({ status: 'open' })
    expect(open.body).not.toHaveProperty('email')
    expect((await clinic.remove(body.roleId)).status).toBe(200)
    expect(refusal(await clinic.get(body.roleId))).toEqual([404, 'not_found'])
    expect(refusal(await clinic.remove(body.roleId))).toEqual([404, 'not_found'])
  })

  test('of another directory does not exist here', async () => {
    const [clinic, other] = [await newClinic(), await newClinic()]
    const { body } = await other.add()
    for (const answer of [clinic.get, clinic.remove, (id: string) => clinic.change(id, {})])
      for (const id of [body.roleId, randomUUID()]) expect(refusal(await answer(id))).toEqual([404, 'not_found'])
    expect((await other.get(body.roleId)).status).toBe(200)
  })

  test('can only have a licence of its own directory', async () => {
    const [clinic, other] = [await newClinic(), await newClinic()]
    const license = async (directoryId: string) => {
      const id = randomUUID()
      await server.store.database.execute(
        `insert into licenses (id, directory_id, product) values ('${id}', '${directoryId}', 'clinic')`,
      )
      return id
    }
    const own = await license(clinic.directoryId)
    expect((await clinic.add({ licenseId: own })).body.licenseId).toBe(own)
    const foreign = await license(other.directoryId)
    for (const licenseId of [foreign, randomUUID()])
      expect(refusal(await clinic.add({ licenseId }))).toEqual([400, 'invalid_request'])
  })

  test('is not offered to an email that has a seat or an offer in the directory', async () => {
    const clinic = await newClinic()
    const member = await join(url, clinic)
    const offered = await clinic.add({ email: 'offered@clinic.example' })
    const open = await clinic.add()
    for (const email of [member.email.toUpperCase(), 'offered@clinic.example']) {
      expect(refusal(await clinic.add({ email }))).toEqual([409, 'conflict'])
      expect(refusal(await clinic.change(open.body.roleId, { email }))).toEqual([409, 'conflict'])
    }
    expect((await clinic.change(offered.body.roleId, { email: 'offered@clinic.example' })).status).toBe(200)
    const elsewhere = await newClinic()
    expect((await elsewhere.add({ email: member.email })).status).toBe(201)
  })

  test('offered twice at the same moment to one email is offered once', async () => {
    const clinic = await newClinic()
    const email = 'twice@clinic.example'
    const answers = await Promise.all([clinic.add({ email }), clinic.add({ email }), clinic.add({ email })])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  test('leaves audit rows without names and emails', async () => {
    const clinic = await newClinic()
    const { body } = await clinic.add({ name: 'Unmistakable', email: 'unmistakable@clinic.example' })
    await clinic.change(body.roleId, { email: null })
    await clinic.remove(body.roleId)
    const { rows } = await server.store.database.execute(
      `select * from audit_entries where directory_id = '${clinic.directoryId}' and subject_id = '${body.roleId}' order by id`,
    )
    expect(rows.map(({ action }) => action)).toEqual(['role.create', 'role.update', 'role.delete'])
    expect(JSON.stringify(rows).toLowerCase()).not.toContain('unmistakable')
  })
})

describe('a person in a seat', () => {
  const acts = async (person: { accessToken: string }) =>
    (await as(url, person)('GET /api/user/directories')).body.items.length > 0

  test('stays when the seat is saved as it was answered', async () => {
    const clinic = await newClinic()
    const member = await join(url, clinic)
    const saved = await clinic.change(member.roleId, { name: 'Renamed', email: member.email })
    expect(saved.body).toMatchObject({ name: 'Renamed', status: 'occupied', userId: member.userId })
    expect(await acts(member)).toBe(true)
  })

  test.each<[string, (clinic: Awaited<ReturnType<typeof newClinic>>, roleId: string) => Promise<unknown>]>([
    ['is deleted', (clinic, roleId) => clinic.remove(roleId)],
    ['is offered to somebody else', (clinic, roleId) => clinic.change(roleId, { email: 'next@clinic.example' })],
    ['is made open', (clinic, roleId) => clinic.change(roleId, { email: null })],
  ])('is out of the directory with the next call when the seat %s', async (_, change) => {
    const clinic = await newClinic()
    const member = await join(url, clinic, ['layouts.share'])
    await change(clinic, member.roleId)
    expect(await acts(member)).toBe(false)
    const layout = await as(url, member)('POST /api/user/layouts', { name: 'Mine', fields: [] })
    const share = { editors: [], directory: true }
    const shared = await as(url, member)(`PUT /api/user/layouts/${layout.body._id}/editors`, share)
    expect(refusal(shared)).toEqual([403, 'forbidden'])
  })

  test('has changed permissions with the next call', async () => {
    const clinic = await newClinic()
    const member = await join(url, clinic, ['roles.manage'])
    expect((await as(url, member)(`GET ${clinic.roles}`)).status).toBe(200)
    await clinic.change(member.roleId, { permissions: [] })
    expect(refusal(await as(url, member)(`GET ${clinic.roles}`))).toEqual([403, 'forbidden'])
  })
})

describe('nobody gives a permission that they do not have', () => {
  test('neither to a new seat nor to an existing one, and not by offering a seat that has it', async () => {
    const clinic = await newClinic()
    const member = await join(url, clinic, ['roles.manage', 'reports.read'])
    const strong = await clinic.add({ permissions: ['directory.manage'] })
    const weak = await clinic.add()
    const call = as(url, member)
    const draft = (permissions: string[], more = {}) => ({ name: 'Seat', permissions, ...more })
    const refused = [
      await call(`POST ${clinic.roles}`, draft(['reports.sign'])),
      await call(`PUT ${clinic.roles}/${weak.body.roleId}`, draft(['directory.manage'])),
      await call(`PUT ${clinic.roles}/${member.roleId}`, draft(['roles.manage', 'directory.manage'])),
      await call(`PUT ${clinic.roles}/${strong.body.roleId}`, draft(['directory.manage'], { email: 'me@x.example' })),
    ]
    for (const answer of refused) expect(refusal(answer)).toEqual([403, 'forbidden'])
    expect(refused[0]?.body.message).toMatch(/reports\.sign/)
    expect((await clinic.get(strong.body.roleId)).body.status).toBe('open')
    expect((await call(`POST ${clinic.roles}`, draft(['reports.read']))).status).toBe(201)
    // Keeping a permission that the seat already has does not count as giving it.
    const renamed = await call(`PUT ${clinic.roles}/${strong.body.roleId}`, draft(['directory.manage']))
    expect(renamed.status).toBe(200)
  })
})

describe('the last member who manages the directory', () => {
  test('cannot leave, lose the permission, or be removed', async () => {
    const clinic = await newClinic()
    const member = await join(url, clinic, ['roles.manage'])
    const refused = [
      await clinic.leave(),
      await clinic.remove(clinic.ownRoleId),
      await clinic.change(clinic.ownRoleId, { permissions: ['roles.manage'] }),
      await clinic.change(clinic.ownRoleId, { permissions: ['directory.manage'], email: null }),
      await as(url, member)(`DELETE ${clinic.roles}/${clinic.ownRoleId}`),
    ]
    for (const answer of refused) expect(refusal(answer)).toEqual([409, 'conflict'])
    expect(refused[0]?.body.message).toMatch(/manage/)
    expect((await clinic.get(clinic.ownRoleId)).body).toMatchObject({ status: 'occupied' })
  })

  test('can leave once somebody else manages it', async () => {
    const clinic = await newClinic()
    const offered = await clinic.add({ permissions: ['directory.manage'], email: 'later@clinic.example' })
    expect(refusal(await clinic.leave())).toEqual([409, 'conflict'])
    await clinic.remove(offered.body.roleId)
    await join(url, clinic, ['directory.manage'])
    expect((await clinic.leave()).status).toBe(200)
  })

  test('does not count a colleague whose account is disabled', async () => {
    const clinic = await newClinic()
    const other = await join(url, clinic, ['directory.manage'])
    await server.store.database.execute(`update users set disabled_at = now() where id = '${other.userId}'`)
    expect(refusal(await clinic.leave())).toEqual([409, 'conflict'])
  })

  test('stays when both of two leave at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const clinic = await newClinic()
      const other = await join(url, clinic, ['directory.manage', 'roles.manage'])
      const leave = `DELETE /api/user/directories/invitations/leave/${clinic.directoryId}`
      const answers = await Promise.all([clinic.leave(), as(url, other)(leave)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    }
  })

  test('stays when one of two leaves while the other is removed by the first', async () => {
    for (let round = 0; round < 5; round++) {
      const clinic = await newClinic()
      const other = await join(url, clinic, ['directory.manage', 'roles.manage'])
      await Promise.all([
        clinic.leave(),
        as(url, other)(`DELETE ${clinic.roles}/${clinic.ownRoleId}`),
        clinic.remove(other.roleId),
      ])
      const { rows } = await server.store.database.execute(
        `select 1 from directory_roles where directory_id = '${clinic.directoryId}' and user_id is not null and 'directory.manage' = any(permissions)`,
      )
      expect(rows).toHaveLength(1)
    }
  })
})
