import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedLayouts } from '../../server/services/seed.ts'
import { ask, newPerson, refusal, smallLayout } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let token: string
let email: string
beforeAll(async () => {
  server = await startTestServer()
  await seedLayouts({ database: server.store.database, clock: { now: () => new Date() } })
  const person = await newPerson(server.url)
  token = person.accessToken
  email = person.email
})
afterAll(() => server.close())

const create = (body: unknown, headers = {}) => ask(server.url, 'POST /api/user/layouts', { token, body, headers })
const get = (id: string, by = token) => ask(server.url, `GET /api/user/layouts/${id}`, { token: by })

describe('one’s own layouts', () => {
  test('are saved, read back, changed and deleted', async () => {
    const made = await create({ ...smallLayout, group: '  Group A ' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ name: 'Progress note', email, group: 'Group A', version: 1, status: 'ready' })
    expect((await get(made.body._id)).body).toEqual(made.body)
    const change = { version: 1, layout: { ...smallLayout, name: 'Renamed', group: '  ' } }
    const changed = await ask(server.url, `PUT /api/user/layouts/${made.body._id}`, { token, body: change })
    expect(changed.body).toMatchObject({ name: 'Renamed', version: 2 })
    expect(changed.body).not.toHaveProperty('group')
    const gone = await ask(server.url, `DELETE /api/user/layouts/${made.body._id}`, { token })
    expect(gone.status).toBe(200)
    expect(refusal(await get(made.body._id))).toEqual([404, 'not_found'])
  })

  test('of two who save from the same version, the second is told', async () => {
    const { body } = await create(smallLayout)
    const save = (name: string) =>
      ask(server.url, `PUT /api/user/layouts/${body._id}`, {
        token,
        body: { version: 1, layout: { ...smallLayout, name } },
      })
    const answers = await Promise.all([save('one'), save('two')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('changed_meanwhile')
  })

  test('a text-based layout keeps its text and has no fields', async () => {
    const { body } = await create({ name: 'Letter', text: 'Dear [name], you were seen on [date].' })
    expect(body.text).toContain('[name]')
    expect(body).not.toHaveProperty('fields')
  })

  test('a draft with both fields and text, or with an id twice, is refused', async () => {
    expect(refusal(await create({ ...smallLayout, text: 'x' }))).toEqual([400, 'invalid_request'])
    const twice = await create({ name: 'x', fields: [...smallLayout.fields, ...smallLayout.fields] })
    const message = 'Field ID must be unique: "Mood" and "Mood" both have the ID "mood".'
    expect(twice.body).toMatchObject({ code: 'invalid_request', message })
  })

  test('the list is paged and searched, with % and _ meaning themselves', async () => {
    await create({ ...smallLayout, name: 'Zebra 100% sure' })
    await create({ ...smallLayout, name: 'Zebra 1000 sure' })
    const list = (query: string) => ask(server.url, `GET /api/user/layouts?${query}`, { token })
    const found = await list(`search=${encodeURIComponent('ZEBRA 100%')}`)
    expect(found.body.items.map(({ name }: { name: string }) => name)).toEqual(['Zebra 100% sure'])
    const page = await list('search=zebra&limit=1&offset=1')
    expect(page.body).toMatchObject({ total: 2, offset: 1, limit: 1 })
    expect(page.body.items).toHaveLength(1)
  })
})

describe('public layouts', () => {
  test('come with the product once, however often the server starts', async () => {
    const seeding = { database: server.store.database, clock: { now: () => new Date() } }
    await Promise.all([seedLayouts(seeding), seedLayouts(seeding)])
    const { body } = await ask(server.url, 'GET /api/user/layouts?limit=100', { token })
    const shared = body.items.filter((layout: { email?: string }) => layout.email === undefined)
    expect(shared.map(({ name }: { name: string }) => name).sort()).toEqual([
      'DAP note',
      'Intake assessment',
      'Psychiatric follow-up',
      'SOAP note',
    ])
  })

  test('can be read and copied by anyone, and changed by nobody', async () => {
    const { body } = await ask(server.url, 'GET /api/user/layouts?search=SOAP', { token })
    const soap = body.items[0]
    const change = { token, body: { version: soap.version, layout: smallLayout } }
    expect(refusal(await ask(server.url, `PUT /api/user/layouts/${soap._id}`, change))).toEqual([403, 'forbidden'])
    expect(refusal(await ask(server.url, `DELETE /api/user/layouts/${soap._id}`, { token }))).toEqual([
      403,
      'forbidden',
    ])
    const copy = await ask(server.url, `POST /api/user/layouts/${soap._id}/copy`, { token })
    expect(copy.status).toBe(201)
    expect(copy.body).toMatchObject({ name: 'SOAP note (copy)', email, fields: soap.fields, version: 1 })
  })
})

test('an editor may change a layout but not delete it', async () => {
  const { body } = await create(smallLayout)
  const editor = await newPerson(server.url)
  await server.store.database.execute(`update layouts set editors = array['${editor.email}'] where id = '${body._id}'`)
  const layout = { ...smallLayout, name: 'Edited' }
  const changed = await ask(server.url, `PUT /api/user/layouts/${body._id}`, {
    token: editor.accessToken,
    body: { version: 1, layout },
  })
  expect(changed.body).toMatchObject({ name: 'Edited', email, editors: [editor.email] })
  const deleted = await ask(server.url, `DELETE /api/user/layouts/${body._id}`, { token: editor.accessToken })
  expect(refusal(deleted)).toEqual([403, 'forbidden'])
})
