import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Result } from '../../lib/contracts/index.ts'
import { embeddedWriter, generate } from '../../server/generation/index.ts'
import { ask, newPerson, refusal, smallLayout } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let token: string
let layoutId: string
beforeAll(async () => {
  server = await startTestServer({ deps: { generate, writers: () => embeddedWriter } })
  token = (await newPerson(server.url)).accessToken
  layoutId = (await ask(server.url, 'POST /api/user/layouts', { token, body: smallLayout })).body._id
})
afterAll(() => server.close())

const transcript = 'Speaker 0: How do you sleep?\nSpeaker 1: I sleep about five hours a night.'
const create = (more: object) =>
  ask(server.url, 'POST /api/user/reports?wait=30', {
    token,
    body: { layoutId, transcript, patientId: 'P-1', ...more },
  })
const resultOf = ({ results }: { results: Result[] }, id: string) => results.find((result) => result.id === id)

describe('fields of the page’s form', () => {
  const dynamicFields = [
    { id: 'page-sleep', name: 'Sleep' },
    { id: 'mood', name: 'The layout has this one too' },
  ]

  test('are written together with the layout’s fields and returned with their names, each field once', async () => {
    const { body } = await create({ dynamicFields })
    expect(body.status).toBe('ready')
    expect(body.dynamicFields).toEqual([dynamicFields[0]])
    expect(body.results.map(({ id }: Result) => id)).toEqual(['mood', 'sleeps', 'page-sleep'])
    expect(resultOf(body, 'page-sleep')).toMatchObject({ type: 'string', evidence: [{ turn: 0 }, { turn: 1 }] })
    expect(body.template.fields.map(({ id }: { id: string }) => id)).toEqual(['mood', 'sleeps'])
    const again = await ask(server.url, `GET /api/user/reports/${body._id}`, { token })
    expect(again.body.dynamicFields).toEqual(body.dynamicFields)
  })

  test('can be corrected by hand like any other', async () => {
    const { body } = await create({ dynamicFields })
    const values = [{ id: 'page-sleep', value: ['Sleeps badly.'] }]
    const edited = await ask(server.url, `PUT /api/user/reports/${body._id}`, {
      token,
      body: { version: body.version, values },
    })
    expect(resultOf(edited.body, 'page-sleep')).toMatchObject({ value: ['Sleeps badly.'], state: 'entered' })
  })

  test('are absent if the page sent none', async () => {
    expect((await create({})).body).not.toHaveProperty('dynamicFields')
  })
})

describe('values that the page already has', () => {
  const page_values = [{ label: 'Mood', value: 'Low since March.' }]

  test('fill fields that nobody spoke about, marked as from the page and never as said', async () => {
    const { body } = await create({ context: { page_values } })
    expect(resultOf(body, 'mood')).toMatchObject({
      value: ['Low since March.'],
      state: 'entered',
      given: 'page',
      evidence: [],
      flags: [],
    })
    expect(body.context.page_values).toEqual(page_values)
  })

  test('are not assumed if they were not sent', async () => {
    expect(resultOf((await create({})).body, 'mood')).toMatchObject({ value: [], state: 'not_discussed' })
  })

  test('are stored encrypted', async () => {
    const { body } = await create({ context: { page_values: [{ label: 'Mood', value: 'Unmistakable.' }] } })
    const { rows } = await server.store.database.execute(
      `select encode(request, 'escape') as request, encode(content, 'escape') as content from outputs where id = '${body._id}'`,
    )
    expect(JSON.stringify(rows)).not.toContain('Unmistakable')
  })

  test('of one person’s form are not used for the notes of a group', async () => {
    const participants = [{ patientId: 'P-1', name: 'Dana' }]
    const body = { layoutId, transcript, participants, context: { page_values } }
    const answer = await ask(server.url, 'POST /api/user/reports/group', { token, body })
    expect(refusal(answer)).toEqual([400, 'invalid_request'])
  })
})

test('a value that was extended by hand keeps its evidence, and the typed part has none', async () => {
  const { body } = await create({ dynamicFields: [{ id: 'page-sleep', name: 'Sleep' }] })
  const before = resultOf(body, 'page-sleep')
  const edit = (version: number, value: string[]) =>
    ask(server.url, `PUT /api/user/reports/${body._id}`, {
      token,
      body: { version, values: [{ id: 'page-sleep', value }] },
    })
  const edited = await edit(body.version, [`${before?.value[0]}\n\nTo be watched.`])
  expect(resultOf(edited.body, 'page-sleep')).toMatchObject({
    state: 'entered',
    byHand: ['To be watched.'],
    evidence: before?.evidence,
  })
  const undone = await ask(server.url, `POST /api/user/reports/${body._id}/undo`, {
    token,
    body: { version: edited.body.version },
  })
  expect(resultOf(undone.body, 'page-sleep')).toEqual(before)
})
