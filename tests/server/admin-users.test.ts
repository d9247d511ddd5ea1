import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '../../lib/contracts/index.ts'
import { administrator, asking, auditOf, type Someone, someone } from './administrator.ts'
import { ask, newPerson, password, refusal, smallLayout } from './ask.ts'
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

const account = (token: string) => ask(server.url, 'GET /api/user/account', { token })
const signIn = (email: string, word = password) =>
  ask(server.url, 'POST /api/user/login/email', { body: { email, password: word } })

describe('calls of administrators', () => {
  const adminCalls = allEndpoints
    .filter(({ audience }) => audience === 'admin')
    .map(({ method, path }) => `${method} /api${path}`)

  test.each(adminCalls)(
    '%s is refused to a stranger, to an ordinary user and to an acting administrator',
    async (name) => {
      const route = name.replace(/\{\w+\}/g, randomUUID())
      const sends = /^(POST|PUT)/.test(route) ? { raw: '{"not json' } : {}
      expect(refusal(await ask(server.url, route, sends))).toEqual([401, 'not_signed_in'])
      const person = await someone(server)
      expect(refusal(await ask(server.url, route, { ...sends, token: person.token }))).toEqual([403, 'forbidden'])
      const other = await administrator(server)
      const acting = await call(`POST /api/admin/users/login/${other.userId}`)
      expect(acting.status).toBe(200)
      expect(refusal(await ask(server.url, route, { ...sends, token: acting.body.accessToken }))).toEqual([
        403,
        'forbidden',
      ])
    },
  )
})

describe('users', () => {
  test('are created without a password, found, and can sign in when one is set', async () => {
    const email = `New.Person-${randomUUID()}@Clinic.example`
    const made = await call('PUT /api/admin/users', { email, name: ' Dr. New ' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      email: email.toLowerCase(),
      name: 'Dr. New',
      admin: false,
      disabled: false,
      hasPassword: false,
      seats: [],
    })
    const { userId } = made.body
    expect(refusal(await call('PUT /api/admin/users', { email }))).toEqual([409, 'already_registered'])
    expect(refusal(await signIn(email))).toEqual([401, 'wrong_credentials'])
    const found = await call(`GET /api/admin/users?search=${encodeURIComponent(email.slice(0, 20).toUpperCase())}`)
    expect(found.body.items.map((user: Someone) => user.userId)).toContain(userId)
    const changed = await call(`POST /api/admin/users/${userId}`, { password, name: null })
    expect(changed.body).toMatchObject({ hasPassword: true })
    expect(changed.body).not.toHaveProperty('name')
    expect((await signIn(email)).status).toBe(200)
    expect(await auditOf(server, userId)).toEqual([
      ['user.create', admin.userId, null],
      ['account.sign-in-refused', null, null],
      ['user.update', admin.userId, null],
      ['account.sign-in', userId, null],
    ])
  })

  test('can be created with a password, and a repeated creation does not bring an old password back', async () => {
    const email = `person-${randomUUID()}@clinic.example`
    const headers = { 'idempotency-key': randomUUID() }
    const create = () => call('PUT /api/admin/users', { email, password }, headers)
    const { status, body } = await create()
    expect([status, body.hasPassword]).toEqual([201, true])
    expect((await signIn(email)).status).toBe(200)
    await call(`POST /api/admin/users/${body.userId}`, { password: 'another long password' })
    expect((await create()).body.userId).toBe(body.userId)
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn(email, 'another long password')).status).toBe(200)
  })

  test('no answer and no list holds a password or its hash', async () => {
    const { userId } = await someone(server)
    const answers = [await call(`GET /api/admin/users/${userId}`), await call('GET /api/admin/users?limit=100')]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toContain('$argon2')
    }
  })

  test('that are disabled are signed out everywhere at once, and cannot sign in until they are enabled', async () => {
    const person = await newPerson(server.url)
    const { id } = (await account(person.accessToken)).body
    const second = (await signIn(person.email)).body
    expect((await call(`POST /api/admin/users/${id}`, { disabled: true })).body.disabled).toBe(true)
    for (const token of [person.accessToken, second.accessToken])
      expect(refusal(await account(token))).toEqual([401, 'session_ended'])
    const renewed = await ask(server.url, 'POST /api/user/login/token', {
      body: { refreshToken: person.refreshToken },
    })
    expect(refusal(renewed)).toEqual([401, 'session_ended'])
    expect(refusal(await signIn(person.email))).toEqual([401, 'wrong_credentials'])
    expect((await call(`POST /api/admin/users/${id}`, { disabled: false })).body.disabled).toBe(false)
    expect(refusal(await account(person.accessToken))).toEqual([401, 'session_ended'])
    expect((await signIn(person.email)).status).toBe(200)
  })

  test('whose password is changed are signed out everywhere', async () => {
    const person = await someone(server)
    await call(`POST /api/admin/users/${person.userId}`, { password: 'another long password' })
    expect(refusal(await account(person.token))).toEqual([401, 'session_ended'])
    expect((await signIn(person.email, 'another long password')).status).toBe(200)
    const weak = await call(`POST /api/admin/users/${person.userId}`, { password: 'short' })
    expect(refusal(weak)).toEqual([400, 'invalid_request'])
    const common = await call(`POST /api/admin/users/${person.userId}`, { password: 'password123' })
    expect(refusal(common)).toEqual([400, 'invalid_request'])
  })

  test('become administrators and stop being so at once', async () => {
    const person = await someone(server)
    const list = () => ask(server.url, 'GET /api/admin/users', { token: person.token })
    expect(refusal(await list())).toEqual([403, 'forbidden'])
    await call(`POST /api/admin/users/${person.userId}`, { admin: true })
    expect((await list()).status).toBe(200)
    await call(`POST /api/admin/users/${person.userId}`, { admin: false })
    expect(refusal(await list())).toEqual([403, 'forbidden'])
  })

  test('an administrator cannot disable, demote or delete the own account, or set the own password', async () => {
    for (const change of [{ disabled: true }, { admin: false }, { password }])
      expect(refusal(await call(`POST /api/admin/users/${admin.userId}`, change))).toEqual([409, 'conflict'])
    expect(refusal(await call(`DELETE /api/admin/users/${admin.userId}`))).toEqual([409, 'conflict'])
    expect(refusal(await call(`POST /api/admin/users/login/${admin.userId}`))).toEqual([409, 'conflict'])
    expect((await account(admin.token)).body.admin).toBe(true)
  })

  test('are deleted only when they own nothing', async () => {
    const person = await someone(server)
    const own = asking(server, person)
    const layout = await own('POST /api/user/layouts', smallLayout)
    const refused = await call(`DELETE /api/admin/users/${person.userId}`)
    expect(refusal(refused)).toEqual([409, 'conflict'])
    expect((await account(person.token)).status).toBe(200)
    await own(`DELETE /api/user/layouts/${layout.body._id}`)
    const licence = await call('PUT /api/admin/licenses', { userId: person.userId, product: 'trial' })
    const sharing = await someone(server)
    const shared = await asking(server, sharing)('POST /api/user/layouts', smallLayout)
    const editors = `/api/user/layouts/${shared.body._id}`
    await asking(server, sharing)(`PUT ${editors}/editors`, { editors: [person.email] })
    expect((await call(`DELETE /api/admin/users/${person.userId}`)).status).toBe(200)
    // The email address of the deleted person is no longer an editor of the layout. Otherwise, a person who registers
    // with this address later would get access to the layout.
    expect((await asking(server, sharing)(`GET ${editors}`)).body.editors).toEqual([])
    expect(refusal(await account(person.token))).toEqual([401, 'session_ended'])
    expect(refusal(await call(`GET /api/admin/users/${person.userId}`))).toEqual([404, 'not_found'])
    expect((await call(`GET /api/admin/licenses/${licence.body.licenseId}`)).body.active).toBe(false)
  })

  test.each(['GET /api/admin/users/ID', 'POST /api/admin/users/ID', 'DELETE /api/admin/users/ID'])(
    '%s answers not_found for nobody',
    async (route) => {
      const body = route.startsWith('POST') ? {} : undefined
      expect(refusal(await call(route.replace('ID', randomUUID()), body))).toEqual([404, 'not_found'])
    },
  )

  test('an administrator signs a user out everywhere', async () => {
    const person = await someone(server)
    expect((await call(`DELETE /api/admin/users/logout/${person.userId}`)).status).toBe(200)
    expect(refusal(await account(person.token))).toEqual([401, 'session_ended'])
    expect(refusal(await call(`DELETE /api/admin/users/logout/${randomUUID()}`))).toEqual([404, 'not_found'])
  })
})

describe('an administrator who acts as a user', () => {
  const actAs = async ({ userId }: Someone) => (await call(`POST /api/admin/users/login/${userId}`)).body.accessToken

  test('sees what the user sees, and the account says who acts', async () => {
    const person = await someone(server)
    const token = await actAs(person)
    expect((await account(token)).body).toMatchObject({ id: person.userId, actingAdministrator: true })
    expect((await account(person.token)).body).not.toHaveProperty('actingAdministrator')
  })

  test('leaves both names in the audit log', async () => {
    const person = await someone(server)
    const { body } = await asking(server, person)('POST /api/user/layouts', smallLayout)
    const acting = asking(server, { token: await actAs(person) })
    const change = { version: 1, layout: { ...smallLayout, name: 'Repaired' } }
    expect((await acting(`PUT /api/user/layouts/${body._id}`, change)).status).toBe(200)
    expect(await auditOf(server, person.userId)).toContainEqual(['user.sign-in-as', person.userId, admin.userId])
    expect(await auditOf(server, body._id)).toEqual([
      ['layout.create', person.userId, null],
      ['layout.update', person.userId, admin.userId],
    ])
    const byAdmin = await call(`GET /api/admin/audit?userId=${admin.userId}&action=layout&limit=1`)
    expect(byAdmin.body.items[0]).toMatchObject({
      action: 'layout.update',
      subjectId: body._id,
      userId: person.userId,
      email: person.email,
      administratorId: admin.userId,
      administratorEmail: admin.email,
    })
  })

  test('never signs a note and never takes a signature back', async () => {
    const person = await someone(server)
    const own = asking(server, person)
    const acting = asking(server, { token: await actAs(person) })
    const layout = await own('POST /api/user/layouts', smallLayout)
    const request = { layoutId: layout.body._id, transcript: 'Speaker 1: I feel better.', patientId: 'P' }
    const { body } = await own('POST /api/user/reports?wait=20', request)
    const { version } = body
    expect(refusal(await acting(`POST /api/user/reports/${body._id}/sign`, { version }))).toEqual([403, 'forbidden'])
    expect((await own(`POST /api/user/reports/${body._id}/sign`, { version })).status).toBe(200)
    const unlock = { version: version + 1, reason: 'A reason' }
    expect(refusal(await acting(`POST /api/user/reports/${body._id}/unlock`, unlock))).toEqual([403, 'forbidden'])
  })

  const code = `ticket=${'x'.repeat(43)}&code=000000`
  test.each([
    ['DELETE /api/user/account', { password, phrase: 'delete my account' }],
    ['POST /api/user/account/export', undefined],
    ['PUT /api/user/account/email', { email: 'other@clinic.example', password }],
    [`GET /api/user/account/email?${code}`, undefined],
    ['PUT /api/user/account/alternative-email', { email: 'other@clinic.example' }],
    [`GET /api/user/account/alternative-email?${code}`, undefined],
    ['DELETE /api/user/account/alternative-email', undefined],
    ['POST /api/user/account/2fa/email', { password }],
    ['DELETE /api/user/account/2fa', { password }],
  ])('never changes how the person signs in, and never takes or deletes the account: %s', async (route, body) => {
    const person = await someone(server)
    const acting = asking(server, { token: await actAs(person) })
    expect(refusal(await acting(route, body))).toEqual([403, 'forbidden'])
  })

  test('is signed out after 60 minutes, also after renewing the session', async () => {
    const person = await someone(server)
    const started = (await call(`POST /api/admin/users/login/${person.userId}`)).body
    const renew = (refreshToken: string) => ask(server.url, 'POST /api/user/login/token', { body: { refreshToken } })
    now += 55 * 60_000
    const renewed = await renew(started.refreshToken)
    expect(renewed.status).toBe(200)
    expect(Date.parse(renewed.body.expiresAt) - now).toBe(5 * 60_000)
    now += 6 * 60_000
    expect(refusal(await account(renewed.body.accessToken))).toEqual([401, 'session_ended'])
    expect(refusal(await renew(renewed.body.refreshToken))).toEqual([401, 'session_ended'])
    admin = { ...admin, token: (await signIn(admin.email)).body.accessToken }
    call = asking(server, admin)
  })

  test('can choose another time, from one minute to a day', async () => {
    const person = await someone(server)
    const login = (expirationMinutes: number) =>
      call('POST /api/admin/users/custom-login', { userId: person.userId, expirationMinutes })
    for (const wrong of [0, 1441, 1.5]) expect(refusal(await login(wrong))).toEqual([400, 'invalid_request'])
    const { body } = await login(1)
    expect(Date.parse(body.expiresAt) - now).toBe(60_000)
    expect((await account(body.accessToken)).body.actingAdministrator).toBe(true)
    now += 61_000
    expect(refusal(await account(body.accessToken))).toEqual([401, 'session_ended'])
    expect((await login(1440)).status).toBe(200)
  })

  test('without a user opens a further session of the administrator, which ends after its time', async () => {
    const { status, body } = await call('POST /api/admin/users/custom-login', { expirationMinutes: 2 })
    expect(status).toBe(200)
    const own = await account(body.accessToken)
    expect([own.body.email, own.body.admin, own.body.actingAdministrator ?? false]).toEqual([admin.email, true, false])
    now += 121_000
    expect(refusal(await account(body.accessToken))).toEqual([401, 'session_ended'])
    expect((await account(admin.token)).status).toBe(200)
  })

  test('is refused for a disabled user and for nobody', async () => {
    const person = await someone(server)
    await call(`POST /api/admin/users/${person.userId}`, { disabled: true })
    expect(refusal(await call(`POST /api/admin/users/login/${person.userId}`))).toEqual([409, 'conflict'])
    expect(refusal(await call(`POST /api/admin/users/login/${randomUUID()}`))).toEqual([404, 'not_found'])
    const custom = { userId: randomUUID(), expirationMinutes: 5 }
    expect(refusal(await call('POST /api/admin/users/custom-login', custom))).toEqual([404, 'not_found'])
  })

  test.each([
    ['is disabled', { disabled: true }],
    ['is demoted', { admin: false }],
  ])('stops acting when the administrator %s', async (_name, change) => {
    const person = await someone(server)
    const other = await administrator(server)
    const acting = await asking(server, other)(`POST /api/admin/users/login/${person.userId}`)
    expect((await account(acting.body.accessToken)).status).toBe(200)
    await call(`POST /api/admin/users/${other.userId}`, change)
    expect(refusal(await account(acting.body.accessToken))).toEqual([401, 'session_ended'])
    expect((await account(person.token)).status).toBe(200)
  })
})

describe('the audit log', () => {
  test('is searched by person, subject, action and time, newest first and in pages', async () => {
    const person = await someone(server)
    const own = asking(server, person)
    const { body } = await own('POST /api/user/layouts', smallLayout)
    const before = new Date(now).toISOString()
    now += 60_000
    await own(`DELETE /api/user/layouts/${body._id}`)
    const actions = async (query: string) =>
      (await call(`GET /api/admin/audit?${query}`)).body.items.map(({ action }: { action: string }) => action)
    expect(await actions(`userId=${person.userId}`)).toEqual(['layout.delete', 'layout.create', 'account.create'])
    expect(await actions(`subjectId=${body._id}&limit=1&offset=1`)).toEqual(['layout.create'])
    expect(await actions(`subjectId=${body._id}&action=layout.delete`)).toEqual(['layout.delete'])
    expect(await actions(`subjectId=${body._id}&action=report`)).toEqual([])
    const after = new Date(now).toISOString()
    expect(await actions(`subjectId=${body._id}&from=${after}`)).toEqual(['layout.delete'])
    expect(await actions(`subjectId=${body._id}&to=${after}&from=${before}`)).toEqual(['layout.create'])
    expect(refusal(await call('GET /api/admin/audit?action=%25'))).toEqual([400, 'invalid_request'])
  })
})
