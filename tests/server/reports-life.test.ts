import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddedWriter, generate } from '../../server/generation/index.ts'
import type { Generate } from '../../server/generation/request.ts'
import { ask, newPerson, refusal, smallLayout } from './ask.ts'
import { stated, stating } from './scripted-writer.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let token: string
let email: string
let layoutId: string
let generation: Generate = stating
beforeAll(async () => {
  server = await startTestServer({
    deps: {
      generate: (request) => generation(request),
      writers: () => ({ name: 'A model', followsInstructions: true, async *write() {} }),
    },
  })
  const person = await newPerson(server.url)
  token = person.accessToken
  email = person.email
  layoutId = (await ask(server.url, 'POST /api/user/layouts', { token, body: smallLayout })).body._id
})
afterAll(() => server.close())

const words = 'Speaker 1: My mood is better.'
const call = (route: string, body?: object, who = token) =>
  ask(server.url, route, { token: who, ...(body === undefined ? {} : { body }) })
const written = async () => {
  generation = stating
  const { body } = await call('POST /api/user/reports?wait=20', { layoutId, transcript: words, patientId: 'MRN 1' })
  return body
}
const history = async (id: string) => (await call(`GET /api/user/reports/${id}/history`)).body

describe('a signed report', () => {
  test('says who signed it and when, and cannot be changed', async () => {
    const { _id, version } = await written()
    const signed = await call(`POST /api/user/reports/${_id}/sign`, { version })
    expect(signed.body).toMatchObject({ status: 'signed', signature: { by: email }, version: version + 1 })
    const next = { version: version + 1 }
    for (const [route, body] of [
      [`PUT /api/user/reports/${_id}`, { ...next, title: 'x' }],
      [`POST /api/user/reports/${_id}/fields/mood/rewrite`, next],
      [`PUT /api/user/reports/${_id}/flags`, { ...next, fieldId: 'mood', index: 0, verdict: 'accepted' }],
      [`POST /api/user/reports/${_id}/sign`, next],
      [`DELETE /api/user/reports/${_id}`, undefined],
    ] as const)
      expect(refusal(await call(route, body))).toEqual([409, 'locked'])
  })

  test('can be unlocked with a reason, which stays in its history', async () => {
    const { _id, version } = await written()
    await call(`POST /api/user/reports/${_id}/sign`, { version })
    const blank = await call(`POST /api/user/reports/${_id}/unlock`, { version: version + 1, reason: '  ' })
    expect(refusal(blank)).toEqual([400, 'invalid_request'])
    const unlocked = await call(`POST /api/user/reports/${_id}/unlock`, { version: version + 1, reason: 'Wrong date' })
    expect(unlocked.body).toMatchObject({ status: 'ready', version: version + 2 })
    expect(unlocked.body).not.toHaveProperty('signature')
    expect((await history(_id)).items[0]).toMatchObject({ kind: 'unlocked', by: email, reason: 'Wrong date' })
  })

  test('is signed in the version that was read: a change in the meantime refuses the signature', async () => {
    const { _id, version } = await written()
    await call(`PUT /api/user/reports/${_id}`, { version, title: 'Another' })
    expect(refusal(await call(`POST /api/user/reports/${_id}/sign`, { version }))).toEqual([409, 'changed_meanwhile'])
  })
})

describe('a report’s history', () => {
  test('lists every change with the values before and after, newest first, back to the first writing', async () => {
    const { _id, version } = await written()
    await call(`PUT /api/user/reports/${_id}`, { version, values: [{ id: 'mood', value: ['Improved.'] }] })
    const { items, total } = await history(_id)
    expect(total).toBe(2)
    expect(items).toMatchObject([
      {
        version: version + 1,
        by: email,
        kind: 'edited',
        changes: [{ id: 'mood', name: 'Mood', before: [words], after: ['Improved.'] }],
      },
      { version: 1, kind: 'generated', changes: [] },
    ])
  })

  test('is stored encrypted, and only its owner can read it', async () => {
    const { _id, version } = await written()
    await call(`PUT /api/user/reports/${_id}`, { version, values: [{ id: 'mood', value: ['unmistakable'] }] })
    const { rows } = await server.store.database.execute(
      `select content from output_changes where output_id = '${_id}'`,
    )
    expect(Buffer.from((rows[0] as { content: Buffer }).content).toString('latin1')).not.toContain('unmistakable')
    const other = await newPerson(server.url)
    const stolen = await call(`GET /api/user/reports/${_id}/history`, undefined, other.accessToken)
    expect(refusal(stolen)).toEqual([404, 'not_found'])
  })
})

describe('a rewritten field', () => {
  const rewrite = (id: string, body: object) => call(`POST /api/user/reports/${id}/fields/mood/rewrite`, body)

  test('follows the instruction, is stored under the version, and its old value stays in the history', async () => {
    const { _id, version } = await written()
    const asked: unknown[] = []
    generation = async (request) => {
      asked.push(
        request.rewriting,
        request.template.fields.map(({ id }) => id),
      )
      return { results: [stated({ id: 'mood', type: 'string' }, 'Better.')], omissions: [], notices: [] }
    }
    const { body } = await rewrite(_id, { version, instruction: 'shorter' })
    expect(asked).toEqual([{ text: words, instruction: 'shorter' }, ['mood']])
    expect(body.results[0]).toMatchObject({ id: 'mood', value: ['Better.'] })
    expect(body.results[1].id).toBe('sleeps')
    expect((await history(_id)).items[0]).toMatchObject({
      kind: 'rewritten',
      reason: 'shorter',
      changes: [{ before: [words] }],
    })
  })

  test.each<[string, Generate]>([
    ['fails', () => Promise.reject(new Error('My mood is better'))],
    ['writes nothing', async () => ({ results: [], omissions: [], notices: [] })],
  ])('keeps its value if the model %s', async (_, failing) => {
    const report = await written()
    generation = failing
    const answer = await rewrite(report._id, { version: report.version })
    expect(refusal(answer)).toEqual([502, 'model_failed'])
    expect(JSON.stringify(answer.body)).not.toContain('mood is')
    expect((await call(`GET /api/user/reports/${report._id}`)).body).toEqual(report)
  })

  test('needs the words that it is written from', async () => {
    const { _id, version, transcriptId } = await written()
    const listedAs = async () => {
      const { items } = (await call('GET /api/user/reports')).body as {
        items: { _id: string; transcriptId?: string }[]
      }
      return items.find((one) => one._id === _id)?.transcriptId
    }
    expect([transcriptId, await listedAs()]).toEqual([expect.any(String), transcriptId])
    await call(`DELETE /api/user/transcripts/${transcriptId}`)
    expect(await listedAs()).toBeUndefined()
    expect(refusal(await rewrite(_id, { version }))).toEqual([409, 'locked'])
  })

  test('is refused if the report has no such field', async () => {
    const { _id, version } = await written()
    expect(refusal(await call(`POST /api/user/reports/${_id}/fields/other/rewrite`, { version }))).toEqual([
      404,
      'not_found',
    ])
  })
})

describe('the last change of a report', () => {
  const undo = (id: string, version: number) => call(`POST /api/user/reports/${id}/undo`, { version })

  test('is undone completely: the value with its state, its evidence and its flags, and the history says so', async () => {
    const { _id, version, results, omissions } = await written()
    generation = async () => ({
      results: [stated({ id: 'mood', type: 'string' }, 'Better.')],
      omissions: [],
      notices: [],
    })
    await call(`POST /api/user/reports/${_id}/fields/mood/rewrite`, { version, instruction: 'shorter' })
    const { body } = await undo(_id, version + 1)
    expect(body).toMatchObject({ version: version + 2, results, omissions })
    expect((await history(_id)).items[0]).toMatchObject({
      kind: 'undone',
      changes: [{ id: 'mood', before: ['Better.'], after: [words] }],
    })
    await call(`PUT /api/user/reports/${_id}`, {
      version: version + 2,
      title: 'T',
      values: [{ id: 'mood', value: ['x'] }],
    })
    expect((await undo(_id, version + 3)).body).toMatchObject({ title: body.title, results })
  })

  test('is not undone if it was another kind of change, or somebody else has changed the report, or another person asks', async () => {
    const { _id, version } = await written()
    expect(refusal(await undo(_id, version))).toEqual([409, 'locked'])
    await call(`PUT /api/user/reports/${_id}`, { version, title: 'A' })
    await call(`PUT /api/user/reports/${_id}`, { version: version + 1, title: 'B' })
    expect(refusal(await undo(_id, version + 1))).toEqual([409, 'changed_meanwhile'])
    const other = await newPerson(server.url)
    const stolen = await call(`POST /api/user/reports/${_id}/undo`, { version: version + 2 }, other.accessToken)
    expect(refusal(stolen)).toEqual([404, 'not_found'])
  })
})

test('a flag can be accepted or dismissed by a person, and that is stored', async () => {
  generation = async ({ template }) => ({
    results: template.fields.map((field) => ({
      ...stated(field, words),
      flags: [{ severity: 2 as const, text: 'better', reason: 'A word without evidence.' }],
    })),
    omissions: [],
    notices: [],
  })
  const { body } = await call('POST /api/user/reports?wait=20', { layoutId, transcript: words, patientId: 'MRN 1' })
  const verdict = { version: body.version, fieldId: 'mood', index: 0, verdict: 'dismissed' }
  const judged = await call(`PUT /api/user/reports/${body._id}/flags`, verdict)
  expect(judged.body.results[0].flags).toMatchObject([{ verdict: 'dismissed' }])
  expect(judged.body.results[1].flags[0]).not.toHaveProperty('verdict')
  const none = await call(`PUT /api/user/reports/${body._id}/flags`, {
    ...verdict,
    version: body.version + 1,
    index: 3,
  })
  expect(refusal(none)).toEqual([400, 'invalid_request'])
})

test('a note is written in the language of its layout, which every version of the layout keeps', async () => {
  const asked: (string | undefined)[][] = []
  generation = (request) => {
    asked.push([request.language, request.template.language])
    return stating(request)
  }
  const { body: layout } = await call('POST /api/user/layouts', { ...smallLayout, language: 'es' })
  expect(layout).toMatchObject({ language: 'es' })
  const write = async () => {
    const request = { layoutId: layout._id, transcript: words, patientId: 'MRN 1', language: 'de' }
    return (await call('POST /api/user/reports?wait=20', request)).body
  }
  expect((await write()).template).toMatchObject({ language: 'es' })
  await call(`PUT /api/user/layouts/${layout._id}`, { version: 1, layout: smallLayout })
  expect((await write()).template).not.toHaveProperty('language')
  expect(asked).toEqual([
    ['de', 'es'],
    ['de', undefined],
  ])
  const { body: restored } = await call(`POST /api/user/layouts/${layout._id}/versions/1/restore`)
  expect(restored).toMatchObject({ language: 'es', version: 3 })
})

test('a group session gives each person their own note, one credit each, without another person’s words', async () => {
  const seen: string[][] = []
  generation = (request) => {
    seen.push([...request.turns])
    return stating(request)
  }
  const count = async () => Number((await server.store.database.execute('select count(*) as n from usage')).rows[0]?.n)
  const credits = await count()
  const transcript = 'Speaker 1: I grow orchids at home.\nSpeaker 2: I collect quartz stones.'
  const { status, body } = await call('POST /api/user/reports/group', {
    layoutId,
    transcript,
    participants: [
      { patientId: 'MRN A', name: 'Ana Ruiz', speakers: [1] },
      { patientId: 'MRN B', name: 'Ben Okafor', speakers: [2] },
    ],
  })
  expect([status, body.reports.map(({ patientId }: { patientId: string }) => patientId)]).toEqual([
    201,
    ['MRN A', 'MRN B'],
  ])
  await expect
    .poll(async () => (await call('GET /api/user/reports?patientId=MRN%20B')).body.items[0]?.status)
    .toBe('ready')
  await expect
    .poll(async () => (await call('GET /api/user/reports?patientId=MRN%20A')).body.items[0]?.status)
    .toBe('ready')
  expect(seen.map((turns) => turns.filter(Boolean)).sort()).toEqual([
    ['Speaker 1: I grow orchids at home.'],
    ['Speaker 2: I collect quartz stones.'],
  ])
  expect(await count()).toBe(credits + 2)
})

test('without speakers, each note of a group has the sentences about its person; without any, it fails and says what to do', async () => {
  const seen: string[][] = []
  generation = (request) => {
    seen.push([...request.turns])
    return generate({ ...request, writers: () => embeddedWriter })
  }
  const { body } = await call('POST /api/user/reports/group', {
    layoutId,
    transcript: 'Ana is in a better mood this week.\nBen relapsed on Sunday.\nI am in a low mood, Cleo.',
    participants: ['Ana Ruiz', 'Ben Okafor', 'Cleo Marsh'].map((name) => ({ patientId: name, name })),
  })
  const settled = await Promise.all(
    body.reports.map(async ({ _id }: { _id: string }) => {
      await expect.poll(async () => (await call(`GET /api/user/reports/${_id}`)).body.status).not.toBe('generating')
      return (await call(`GET /api/user/reports/${_id}`)).body
    }),
  )
  expect(settled.map(({ status, statusText }) => [status, statusText])).toEqual([
    ['ready', undefined],
    ['ready', undefined],
    ['failed', expect.stringContaining('choose a voice for each person')],
  ])
  expect(seen.map((turns) => turns.filter(Boolean)).sort()).toEqual([
    [],
    ['Ana is in a better mood this week.'],
    ['Ben relapsed on Sunday.'],
  ])
})
