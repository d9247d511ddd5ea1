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

  test('when two save from the same version, the second one is informed', async () => {
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

  test('a layout made from a form keeps the data that recognises the form, through a copy, a save and a version', async () => {
    const form = [
      {
        fieldId: 'mood',
        pageId: 'note-mood-1a2b3c',
        label: 'Mood today',
        section: 'Session',
        kind: 'text',
        controlName: 'note[mood]',
        options: '',
      },
    ]
    const { body } = await create({ ...smallLayout, form })
    expect(body.form).toEqual(form)
    const copy = await ask(server.url, `POST /api/user/layouts/${body._id}/copy`, { token })
    expect(copy.body.form).toEqual(form)
    const moved = [{ ...form[0], label: 'Mood' }]
    const saved = await ask(server.url, `PUT /api/user/layouts/${body._id}`, {
      token,
      body: { version: 1, layout: { ...smallLayout, form: moved } },
    })
    expect(saved.body.form).toEqual(moved)
    const first = await ask(server.url, `GET /api/user/layouts/${body._id}/versions/1`, { token })
    expect(first.body.form).toEqual(form)
    const answered = [{ ...form[0], value: 'Low' }]
    expect(refusal(await create({ ...smallLayout, form: answered }))).toEqual([400, 'invalid_request'])
  })

  test('a draft with both fields and text, or with an id twice, is refused', async () => {
    expect(refusal(await create({ ...smallLayout, text: 'x' }))).toEqual([400, 'invalid_request'])
    const twice = await create({ name: 'x', fields: [...smallLayout.fields, ...smallLayout.fields] })
    const message = 'Field ID must be unique: “Mood” and “Mood” both have the ID “mood”.'
    expect(twice.body).toMatchObject({ code: 'invalid_request', message })
  })

  test('the list is paged and searched, and % and _ have no special meaning', async () => {
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
  test('are installed once, no matter how often the server starts', async () => {
    const seeding = { database: server.store.database, clock: { now: () => new Date() } }
    await Promise.all([seedLayouts(seeding), seedLayouts(seeding)])
    const { body } = await ask(server.url, 'GET /api/user/layouts?limit=100', { token })
    const shared = body.items.filter((layout: { email?: string }) => layout.email === undefined)
    expect(shared.map(({ name }: { name: string }) => name).sort()).toEqual([
      'BIRP note',
      'DAP note',
      'Discharge summary',
      'GIRP note',
      'Group session note',
      'Intake assessment',
      'Psychiatric follow-up',
      'SOAP note',
      'Treatment plan',
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

describe('the list', () => {
  const names = ({ body }: { body: { items: { name: string }[] } }) => body.items.map(({ name }) => name).sort()

  test('is narrowed by group, source and access', async () => {
    const one = await newPerson(server.url)
    const two = await newPerson(server.url)
    const make = (body: object, by = one) =>
      ask(server.url, 'POST /api/user/layouts', { token: by.accessToken, body: { ...smallLayout, ...body } })
    const list = (query: string) =>
      ask(server.url, `GET /api/user/layouts?limit=100&${query}`, { token: one.accessToken })
    await make({ name: 'Grouped', group: ' Intake ' })
    await make({ name: 'Kipu’s', source: 'kipu' })
    const shared = await make({ name: 'Shared' }, two)
    await make({ name: 'Hidden' }, two)
    const editors = { token: two.accessToken, body: { editors: [one.email] } }
    await ask(server.url, `PUT /api/user/layouts/${shared.body._id}/editors`, editors)
    expect(names(await list('access=owner'))).toEqual(['Grouped', 'Kipu’s'])
    expect(names(await list('access=editor'))).toEqual(['Shared'])
    expect(names(await list('access=public'))).toContain('SOAP note')
    expect(names(await list('access=viewer'))).toEqual([])
    expect(names(await list('group=Intake'))).toEqual(['Grouped'])
    expect(names(await list('group=&access=owner'))).toEqual(['Kipu’s'])
    expect(names(await list('source=kipu'))).toEqual(['Kipu’s'])
    expect(names(await list('search=ipu&access=owner&source=kipu'))).toEqual(['Kipu’s'])
    expect(refusal(await list('access=all'))).toEqual([400, 'invalid_request'])
    expect(refusal(await list('source=nobody'))).toEqual([400, 'invalid_request'])
  })

  test('names the visible groups, and the number of layouts in each', async () => {
    const one = await newPerson(server.url)
    const before = await ask(server.url, 'GET /api/user/layouts/groups', { token: one.accessToken })
    const make = (group: string) =>
      ask(server.url, 'POST /api/user/layouts', { token: one.accessToken, body: { ...smallLayout, group } })
    await make('A group of mine')
    await make('A group of mine')
    const { body } = await ask(server.url, 'GET /api/user/layouts/groups', { token: one.accessToken })
    expect(body.groups).toContainEqual({ name: 'A group of mine', count: 2 })
    expect(body.groups).toHaveLength(before.body.groups.length + 1)
    const other = await ask(server.url, 'GET /api/user/layouts/groups', { token })
    expect(JSON.stringify(other.body)).not.toContain('A group of mine')
  })
})

describe('product 5.13: a layout that contradicts itself is refused with a sentence that names the field, and nothing is kept', () => {
  const field = { id: 'mood', name: 'Mood', type: 'string' }
  const choice = { id: 'c', name: 'Affect', type: 'single_choice', options: ['Flat'] }
  test.each<[string, object[], RegExp]>([
    [
      'a field’s id is unique',
      [field, { ...field, name: 'Mood today' }],
      /^Field ID must be unique: “Mood” and “Mood today”/,
    ],
    [
      'a condition does not look at its own field',
      [{ ...field, condition: { id: 'mood', equals: '' } }],
      /“Mood” refers to that field itself/,
    ],
    [
      'a condition looks at a field that is there',
      [{ ...field, condition: { id: 'x', equals: '' } }],
      /“Mood” depends on a field that does not exist/,
    ],
    [
      'conditions do not go in a circle',
      [
        { ...field, condition: { id: 'c', equals: '' } },
        { ...choice, condition: { id: 'mood', equals: '' } },
      ],
      /“Mood” and “Affect” depend on each other/,
    ],
    ['a field has a name', [{ ...field, name: ' ' }], /ID “mood” has no name/],
    [
      'a name is plain text',
      [{ ...field, name: 'Mood <script>1</script>' }],
      /“Mood <script>1<\/script>” contains HTML code/,
    ],
    ['options have words', [{ ...choice, options: ['Flat', ' '] }], /“Affect” has an empty option/],
    [
      'rows have as many cells as there are headers',
      [{ id: 't', name: 'Vitals', type: 'table', headers: ['a'], rows: [['', '']] }],
      /Row 1 of “Vitals” must have 1/,
    ],
  ])('%s', async (_, fields, sentence) => {
    const refused = await create({ name: 'Refused', fields })
    expect(refusal(refused)).toEqual([400, 'invalid_request'])
    expect(refused.body.message).toMatch(sentence)
    const { body } = await ask(server.url, 'GET /api/user/layouts?search=Refused', { token })
    expect(body.total).toBe(0)
  })

  test.each<[string, object]>([
    ['temperature and probability lie between 0 and 1', { ...field, temperature: 1.1 }],
    ['a model is 0 to 14', { ...field, model: 15 }],
    ['a type is one there is', { ...field, type: 'essay' }],
    ['a choice has at most 8 keys', { ...choice, headers: [] }],
    ['a choice has its options as texts', { ...choice, options: [1] }],
    ['a table has headers and rows', { id: 't', name: 'T', type: 'table', rows: [] }],
    ['a condition has exactly one operator', { ...field, condition: { id: 'x', equals: '', contains: '' } }],
    ['a choice has at most 500 options', { ...choice, options: Array.from({ length: 10_000 }, (_, at) => `${at}`) }],
  ])('%s', async (_, wrong) => {
    expect(refusal(await create({ name: 'Refused', fields: [wrong] }))).toEqual([400, 'invalid_request'])
  })

  test('a condition on a disabled field may be saved, because the field may be enabled again', async () => {
    const fields = [
      { ...field, disabled: true },
      { ...choice, condition: { id: 'mood', contains: 'low' } },
    ]
    expect((await create({ name: 'Kept', fields })).status).toBe(201)
  })
})
