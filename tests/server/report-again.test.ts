import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { unreviewed } from '../../lib/report/index.ts'
import { generate, type Writer } from '../../server/generation/index.ts'
import { openAiCompatibleWriter } from '../../server/providers/language/openai-compatible.ts'
import { answersOf, askedFor } from '../fakes/note-model.ts'
import { type ChatReply, type ChatRequest, type FakeOpenAi, startFakeOpenAi } from '../fakes/openai-server.ts'
import { ask, newPerson, refusal } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let token: string
let writer: Writer
let fake: FakeOpenAi | undefined
let logged = ''
beforeAll(async () => {
  const lines = new PassThrough()
  lines.on('data', (chunk: Buffer) => {
    logged += chunk.toString()
  })
  server = await startTestServer({ deps: { generate, writers: () => writer, log: pino({ level: 'warn' }, lines) } })
  token = (await newPerson(server.url)).accessToken
})
afterAll(() => server.close())
afterEach(async () => {
  await fake?.close()
  fake = undefined
})

const call = (route: string, body?: object, who = token) =>
  ask(server.url, route, { token: who, ...(body === undefined ? {} : { body }) })
const creditsOf = async (id: string) =>
  (await server.store.database.execute(`select 1 from usage where output_id = '${id}'`)).rows.length
const settled = async (id: string) => {
  await expect.poll(async () => (await call(`GET /api/user/reports/${id}`)).body.status).not.toBe('generating')
  return (await call(`GET /api/user/reports/${id}`)).body
}

/** Starts a fake model server with this rule for its replies. The writer uses it from now on. */
async function modelThat(reply: (asked: ChatRequest, count: number) => ChatReply): Promise<FakeOpenAi> {
  fake = await startFakeOpenAi(reply)
  writer = { ...openAiCompatibleWriter({ baseUrl: fake.baseUrl, model: 'test-model', apiKey: 'k' }), reviewer: null }
  return fake
}

const answer = (quote: string, turn = 1) => ({
  state: 'stated',
  confidence: 1,
  evidence: [{ turn, quote }],
  value: [quote],
})
const everyField = (asked: ChatRequest, quote: string, turn?: number): ChatReply => {
  const answers = askedFor(asked).map((name) => [name, answer(quote, turn)])
  return { kind: 'text', content: answersOf(Object.fromEntries(answers)) }
}
const textOf = ({ messages }: ChatRequest) => messages.map(({ content }) => content).join('\n')

const transcript = 'Speaker 0: How do you sleep?\nSpeaker 1: Five hours a night.'
/** The writer asks for these fields in two requests, because they have different temperatures. */
const fields = [
  { id: 'sleep', name: 'Sleep', type: 'string', temperature: 0.2 },
  { id: 'plan', name: 'Plan', type: 'string', temperature: 0.5 },
]
async function written(layoutFields: object[] = fields) {
  const layout = await call('POST /api/user/layouts', { name: 'Note', fields: layoutFields })
  const body = { layoutId: layout.body._id, transcript, patientId: 'P-1' }
  return (await call('POST /api/user/reports?wait=60', body)).body
}

describe('a model that fails for every group', () => {
  test.each([
    [401, 'The language model refused the key of this server. Ask your administrator to check the key.'],
    [429, 'The language model cannot take more requests at the moment. Wait a few minutes and try again.'],
    [500, 'The language model does not work at the moment. Wait a few minutes and try again.'],
  ])(
    'with status %i: the report is failed with a sentence, costs nothing, and one log line names the provider',
    async (status, sentence) => {
      await modelThat(() => ({ kind: 'fail', status, message: 'You sent: Five hours a night.' }))
      logged = ''
      const report = await written()
      expect(report).toMatchObject({ status: 'failed', statusText: sentence, results: [] })
      expect(await creditsOf(report._id)).toBe(0)
      const lines = logged
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(lines).toMatchObject([{ outputId: report._id, slot: 0, provider: 'openai-compatible', status }])
      expect(logged).not.toContain('Five hours')
    },
  )

  test('without a network: the same', async () => {
    const gone = await modelThat(() => ({ kind: 'silence' }))
    await gone.close()
    fake = undefined
    logged = ''
    const report = await written()
    expect(report).toMatchObject({
      status: 'failed',
      statusText: 'The server cannot reach the language model. Try again, or tell your administrator.',
    })
    expect(await creditsOf(report._id)).toBe(0)
    expect(JSON.parse(logged)).toMatchObject({
      slot: 0,
      provider: 'openai-compatible',
      status: null,
      kind: 'unreachable',
    })
  })
})

describe('a model that fails for some groups', () => {
  const isPlan = (asked: ChatRequest) => textOf(asked).includes('f0: Plan')

  test('the note names the fields, and a retry asks for those alone', async () => {
    let fails = true
    const model = await modelThat((asked) =>
      fails && isPlan(asked) ? { kind: 'fail', status: 401 } : everyField(asked, 'Five hours a night.'),
    )
    const report = await written()
    expect(report).toMatchObject({
      status: 'ready',
      unanswered: ['plan'],
      notices: ['The language model did not answer, so 1 field was left empty (“Plan”).', unreviewed],
      statusText: 'The language model refused the key of this server. Ask your administrator to check the key.',
    })
    expect(await creditsOf(report._id)).toBe(1)

    // The person corrects the answered field in the meantime. The retry must not change it.
    const edited = await call(`PUT /api/user/reports/${report._id}`, {
      version: report.version,
      values: [{ id: 'sleep', value: ['Sleeps five hours.'] }],
    })
    fails = false
    const asked = model.requests.length
    const again = await call(`POST /api/user/reports/${report._id}/retry`, { version: edited.body.version })
    // A fast writer may have finished before the response is read.
    expect(again.status).toBe(200)
    expect(['generating', 'ready']).toContain(again.body.status)
    const whole = await settled(report._id)
    expect(whole.results.map(({ id, value }: { id: string; value: string[] }) => [id, value])).toEqual([
      ['sleep', ['Sleeps five hours.']],
      ['plan', ['Five hours a night.']],
    ])
    expect(whole).toMatchObject({ status: 'ready', notices: [unreviewed] })
    expect(whole).not.toHaveProperty('unanswered')
    expect(whole).not.toHaveProperty('statusText')
    expect(model.requests.slice(asked).map(({ body }) => isPlan(body))).toEqual([true])
    expect(await creditsOf(report._id)).toBe(1)
    const { items } = (await call(`GET /api/user/reports/${report._id}/history`)).body
    expect(items[0]).toMatchObject({
      kind: 'rewritten',
      changes: [{ id: 'plan', before: [], after: ['Five hours a night.'] }],
    })
  })

  test('a retry without success leaves the note as it is, and gives the reason', async () => {
    await modelThat((asked) =>
      isPlan(asked) ? { kind: 'fail', status: 401 } : everyField(asked, 'Five hours a night.'),
    )
    const report = await written()
    await modelThat(() => ({ kind: 'fail', status: 429 }))
    await call(`POST /api/user/reports/${report._id}/retry`, { version: report.version })
    expect(await settled(report._id)).toMatchObject({
      status: 'ready',
      results: report.results,
      unanswered: ['plan'],
      statusText: 'The language model cannot take more requests at the moment. Wait a few minutes and try again.',
    })
  })

  test('a field whose condition depends on an unanswered field is unanswered too', async () => {
    let fails = true
    await modelThat((asked) =>
      fails && isPlan(asked) ? { kind: 'fail', status: 401 } : everyField(asked, 'Five hours a night.'),
    )
    const report = await written([
      ...fields,
      { id: 'why', name: 'Why', type: 'string', condition: { id: 'plan', contains: 'hours' } },
    ])
    expect(report.unanswered).toEqual(['plan', 'why'])
    fails = false
    await call(`POST /api/user/reports/${report._id}/retry`, { version: report.version })
    const { results } = await settled(report._id)
    expect(results.map(({ value }: { value: string[] }) => value.length)).toEqual([1, 1, 1])
  })

  test('a value entered by hand is no longer unanswered', async () => {
    await modelThat((asked) =>
      isPlan(asked) ? { kind: 'fail', status: 401 } : everyField(asked, 'Five hours a night.'),
    )
    const { _id, version } = await written()
    const values = [{ id: 'plan', value: ['Rest.'] }]
    const { body } = await call(`PUT /api/user/reports/${_id}`, { version, values })
    expect(body).not.toHaveProperty('unanswered')
    expect(body.notices).toEqual([unreviewed])
    const again = await call(`POST /api/user/reports/${_id}/retry`, { version: body.version })
    expect(refusal(again)).toEqual([409, 'locked'])
  })

  test('rewriting a field that the model does not answer changes nothing, and gives the reason', async () => {
    await modelThat((asked) =>
      isPlan(asked) ? { kind: 'fail', status: 401 } : everyField(asked, 'Five hours a night.'),
    )
    const { _id, version } = await written()
    const rewritten = await call(`POST /api/user/reports/${_id}/fields/plan/rewrite`, { version })
    expect(refusal(rewritten)).toEqual([502, 'model_failed'])
    expect((await call(`GET /api/user/reports/${_id}`)).body).toMatchObject({ version, unanswered: ['plan'] })
  })
})

describe('a failed report that is tried again', () => {
  const group = [
    'Speaker 0: How was the week, Ana?',
    'Speaker 1: I slept five hours a night.',
    'Speaker 2: I relapsed on Sunday and used heroin again.',
  ].join('\n')

  /** Creates a failed note for the patient Ana from a group session of Ana and Ben. */
  async function failedForAna() {
    await modelThat(() => ({ kind: 'fail', status: 401 }))
    const layout = await call('POST /api/user/layouts', { name: 'Group', fields })
    const { body } = await call('POST /api/user/reports/group', {
      layoutId: layout.body._id,
      transcript: group,
      participants: [
        { patientId: 'A', name: 'Ana Ruiz', speakers: [1] },
        { patientId: 'B', name: 'Ben Okafor', speakers: [2] },
      ],
    })
    const failed = await settled(body.reports[0]._id)
    await settled(body.reports[1]._id)
    expect(failed.status).toBe('failed')
    return { failed, layoutId: layout.body._id as string }
  }

  test('in a group session is written from its own person’s words, with the template as it was', async () => {
    const { failed, layoutId } = await failedForAna()
    const layout = { name: 'Other', fields: [{ id: 'other', name: 'Other', type: 'string' }] }
    await call(`PUT /api/user/layouts/${layoutId}`, { version: 1, layout })
    await call(`DELETE /api/user/layouts/${layoutId}`)
    const model = await modelThat((asked) => everyField(asked, 'I slept five hours a night.'))
    const again = await call(`POST /api/user/reports/${failed._id}/retry`, { version: failed.version })
    // A fast writer may have finished before the response is read.
    expect(['generating', 'ready']).toContain(again.body.status)
    expect(again.body._id).toBe(failed._id)
    expect(again.body.version).toBeGreaterThan(failed.version)
    const report = await settled(failed._id)
    expect(report).toMatchObject({ status: 'ready', patientId: 'A', title: failed.title })
    expect(report.results.map(({ id }: { id: string }) => id)).toEqual(['sleep', 'plan'])
    expect(model.requests.length).toBeGreaterThan(0)
    for (const { body } of model.requests) expect(textOf(body)).not.toMatch(/relapsed|heroin/)
    expect(await creditsOf(failed._id)).toBe(1)
  })

  test('field by field, or for its unanswered fields, uses no other words either', async () => {
    const { failed } = await failedForAna()
    const model = await modelThat((asked) =>
      textOf(asked).includes('f0: Plan')
        ? { kind: 'fail', status: 401 }
        : everyField(asked, 'I slept five hours a night.'),
    )
    await call(`POST /api/user/reports/${failed._id}/retry`, { version: failed.version })
    const partial = await settled(failed._id)
    expect(partial.unanswered).toEqual(['plan'])
    await call(`POST /api/user/reports/${failed._id}/fields/sleep/rewrite`, { version: partial.version })
    const { version } = await settled(failed._id)
    await call(`POST /api/user/reports/${failed._id}/retry`, { version })
    await settled(failed._id)
    expect(model.requests.length).toBeGreaterThanOrEqual(4)
    for (const { body } of model.requests) expect(textOf(body)).not.toMatch(/relapsed|heroin/)
  })

  test('keeps the fields of the page’s form', async () => {
    await modelThat(() => ({ kind: 'fail', status: 401 }))
    const layout = await call('POST /api/user/layouts', { name: 'Note', fields })
    const { body } = await call('POST /api/user/reports?wait=60', {
      layoutId: layout.body._id,
      transcript,
      patientId: 'P-1',
      dynamicFields: [{ id: 'page', name: 'Page field' }],
    })
    expect(body.status).toBe('failed')
    await modelThat((asked) => everyField(asked, 'Five hours a night.'))
    await call(`POST /api/user/reports/${body._id}/retry`, { version: body.version })
    const { results } = await settled(body._id)
    expect(results.map(({ id }: { id: string }) => id)).toEqual(['sleep', 'plan', 'page'])
  })

  test('can be retried only by its owner, needs its words, and is retried from the version that was seen', async () => {
    const { failed } = await failedForAna()
    const path = `POST /api/user/reports/${failed._id}/retry`
    const other = await newPerson(server.url)
    expect(refusal(await call(path, { version: failed.version }, other.accessToken))).toEqual([404, 'not_found'])
    expect(refusal(await call(path, { version: failed.version + 1 }))).toEqual([409, 'changed_meanwhile'])
    await call(`DELETE /api/user/transcripts/${failed.transcriptId}`)
    expect(refusal(await call(path, { version: failed.version }))).toEqual([409, 'locked'])
  })
})
