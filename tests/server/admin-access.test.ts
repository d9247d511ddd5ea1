import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessMembers } from '../../server/store/schema/index.ts'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { administrator, asking, auditOf, type Someone, someone } from './administrator.ts'
import { refusal } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let mail: MailServer
let server: TestServer
let admin: Someone
let call: ReturnType<typeof asking>
beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer({ env: { MAIL_URL: mail.url, MAIL_FROM: 'scribe@clinic.example' } })
  admin = await administrator(server)
  call = asking(server, admin)
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

const noLimits = { output: null, transcript: null, minute: null, template: null, customers: null }
const add = (organization: object, more: object = {}, headers = {}) =>
  call('POST /api/admin/access/add', { organization, ...more }, headers)

test('a developer organisation is created with its limits, found, changed and deleted', async () => {
  const organization = { name: `Partner ${randomUUID()}`, website: 'https://partner.example' }
  const made = await add(organization, { limits: { output: 100, customers: 5 } })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    organization,
    limits: { ...noLimits, output: 100, customers: 5 },
    members: { accepted: 0, invited: 0 },
    people: [],
    hasLogo: false,
  })
  const { accessId } = made.body
  const search = async (text: string) =>
    (await call(`GET /api/admin/access/list?limit=1&search=${encodeURIComponent(text)}`)).body
  expect(await search(organization.name.toUpperCase())).toMatchObject({ total: 1, items: [{ accessId, organization }] })
  expect(await search(randomUUID())).toMatchObject({ total: 0, items: [] })

  const change = (body: object) => call(`PUT /api/admin/access/update/${accessId}`, body)
  const metered = await change({ metronomeId: 'customer-1' })
  expect(metered.body).toMatchObject({ organization, limits: { output: 100 }, metronomeId: 'customer-1' })
  const renamed = await change({ organization: { name: 'New name' }, limits: { minute: 60 }, metronomeId: null })
  expect(renamed.body).toMatchObject({ organization: { name: 'New name' }, limits: { ...noLimits, minute: 60 } })
  expect(renamed.body.organization).not.toHaveProperty('website')
  expect(renamed.body).not.toHaveProperty('metronomeId')
  expect((await call(`GET /api/admin/access/get/${accessId}`)).body).toEqual(renamed.body)

  expect((await call(`DELETE /api/admin/access/remove/${accessId}`)).status).toBe(200)
  for (const [method, path, body] of [
    ['GET', 'get', undefined],
    ['PUT', 'update', { metronomeId: null }],
    ['DELETE', 'remove', undefined],
  ] as const)
    expect(refusal(await call(`${method} /api/admin/access/${path}/${accessId}`, body))).toEqual([404, 'not_found'])
  expect(await auditOf(server, accessId)).toEqual(
    ['access.create', 'access.update', 'access.update', 'access.delete'].map((action) => [action, admin.userId, null]),
  )
})

test('its owners are invited by mail, once for each email, and a member or an invited person becomes an owner without a mail', async () => {
  const ownerEmail = `Owner-${randomUUID()}@partner.example`
  const { body } = await add({ name: 'Partner of mails' }, { ownerEmail })
  const invited = { email: ownerEmail.toLowerCase(), permission: 'owner', status: 'invited' }
  expect(body).toMatchObject({ members: { accepted: 0, invited: 1 }, people: [invited] })
  const { raw } = await mail.mailTo(invited.email)
  expect(raw).toContain('Partner of mails')
  const invite = (email: string) => call(`PUT /api/admin/access/update/${body.accessId}`, { ownerEmail: email })
  await server.store.database
    .update(accessMembers)
    .set({ permission: 'read' })
    .where(eq(accessMembers.accessId, body.accessId))
  expect((await invite(ownerEmail.toUpperCase())).body.people).toEqual([invited])

  const member = await someone(server)
  await server.store.database
    .insert(accessMembers)
    .values({ id: randomUUID(), accessId: body.accessId, userId: member.userId, permission: 'read' })
  const promoted = await invite(member.email)
  expect(promoted.body.members).toEqual({ accepted: 1, invited: 1 })
  expect(promoted.body.people).toContainEqual({
    email: member.email,
    userId: member.userId,
    permission: 'owner',
    status: 'accepted',
  })
  await invite('last@partner.example')
  await mail.mailTo('last@partner.example')
  expect(mail.offered).toEqual([invited.email, 'last@partner.example'])
  await call(`DELETE /api/admin/access/remove/${body.accessId}`)
  const left = await server.store.database.select().from(accessMembers).where(eq(accessMembers.accessId, body.accessId))
  expect(left).toEqual([])
})

test('names, addresses and limits are checked, and a repeated request creates one organisation', async () => {
  const bad = [400, 'invalid_request']
  expect(refusal(await add({ name: '  ' }))).toEqual(bad)
  expect(refusal(await add({ name: 'x', website: 'javascript:alert(1)' }))).toEqual(bad)
  expect(refusal(await add({ name: 'x' }, { limits: { output: -1 } }))).toEqual(bad)
  expect(refusal(await add({ name: 'x' }, { limits: { unknown: 1 } }))).toEqual(bad)
  const name = `Once ${randomUUID()}`
  const headers = { 'idempotency-key': randomUUID() }
  const [one, two] = [await add({ name }, {}, headers), await add({ name }, {}, headers)]
  expect(two.body).toEqual(one.body)
  expect((await call(`GET /api/admin/access/list?search=${encodeURIComponent(name)}`)).body.total).toBe(1)
})
