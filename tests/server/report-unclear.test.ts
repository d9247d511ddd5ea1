import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Result } from '../../lib/contracts/index.ts'
import { type Draft, embeddedWriter, generate, type Writer } from '../../server/generation/index.ts'
import { ask, newPerson, refusal } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let token: string
let writer: Writer
/** What the model answers for each field, by its id. */
let drafts: Record<string, Partial<Draft>>
const model: Writer = {
  name: 'A model',
  provider: 'somebody',
  async *write({ fields, onUsage }) {
    onUsage?.({ inputTokens: 10, outputTokens: 10 })
    const nothing = { value: [], state: 'not_discussed', confidence: 1, evidence: [] } as const
    for (const { id } of fields) yield { id, ...nothing, ...drafts[id] } as Draft
  },
}
beforeAll(async () => {
  server = await startTestServer({ deps: { generate, writers: () => writer } })
  token = (await newPerson(server.url)).accessToken
})
afterAll(() => server.close())

const slept = { turn: 1, quote: 'Maybe five hours, I am not sure.' }
const thoughts = { turn: 3, quote: 'I just get suicidal thoughts.' }
const stated = (value: string, ...evidence: Draft['evidence']) => ({
  value: [value],
  state: 'stated' as const,
  evidence,
})
beforeEach(() => {
  writer = model
  drafts = {
    hours: { state: 'unclear', evidence: [slept], value: ['5'] },
    history: stated('Has suicidal thoughts.', thoughts),
  }
})

const transcript = [
  'Speaker 0: How long do you sleep?',
  `Speaker 1: ${slept.quote}`,
  'Speaker 0: And how are you otherwise?',
  `Speaker 1: ${thoughts.quote}`,
].join('\n')
const fields = [
  { id: 'hours', name: 'Hours of sleep', type: 'number' },
  { id: 'why', name: 'Short sleep', type: 'string', condition: { id: 'hours', equals: '' } },
  { id: 'history', name: 'History', type: 'string' },
  { id: 'si', name: 'Suicidal ideation', type: 'boolean' },
]
const call = async (route: string, body?: object) =>
  (await ask(server.url, route, { token, ...(body === undefined ? {} : { body }) })).body
async function note(): Promise<{ _id: string; version: number; results: Result[] }> {
  const { _id: layoutId } = await call('POST /api/user/layouts', { name: 'Note', fields })
  return call('POST /api/user/reports?wait=60', { layoutId, transcript, patientId: 'P-1' })
}
const resultOf = ({ results }: { results: Result[] }, id: string) => results.find((result) => result.id === id)
const historyOf = async (id: string) => (await call(`GET /api/user/reports/${id}/history`)).items

test('a field without a certain answer keeps its words and gets no value, until a person decides', async () => {
  const { _id, version, results } = await note()
  // A condition on it does not hold, not even that it is empty.
  expect(results.map(({ id, state, value }) => [id, state, value])).toEqual([
    ['hours', 'unclear', []],
    ['history', 'stated', ['Has suicidal thoughts.']],
    ['si', 'not_discussed', []],
  ])
  expect(results[0]).toMatchObject({ evidence: [slept], writer: 'model' })
  const path = `/api/user/reports/${_id}`
  const chosen = await call(`PUT ${path}`, { version, values: [{ id: 'hours', value: ['5'] }] })
  expect(resultOf(chosen, 'hours')).toMatchObject({ value: ['5'], state: 'entered', evidence: [slept] })
  const undone = await call(`POST ${path}/undo`, { version: chosen.version })
  expect(resultOf(undone, 'hours')).toEqual(results[0])
  const left = await call(`PUT ${path}`, { version: undone.version, values: [{ id: 'hours', value: [] }] })
  expect(resultOf(left, 'hours')).toMatchObject({ value: [], state: 'entered', evidence: [slept] })
  expect((await historyOf(_id))[0]).toMatchObject({
    kind: 'edited',
    changes: [{ id: 'hours', name: 'Hours of sleep', before: [], after: [] }],
  })
})

test('a note with such a field can be signed', async () => {
  const { _id, version } = await note()
  const signed = await call(`POST /api/user/reports/${_id}/sign`, { version })
  expect(signed.status).toBe('signed')
  expect(resultOf(signed, 'hours')).toMatchObject({ state: 'unclear', evidence: [slept] })
})

test('writing a field again never replaces its value by words without a certain answer', async () => {
  const { _id, version } = await note()
  drafts.history = { state: 'unclear', evidence: [thoughts] }
  const answer = await ask(server.url, `POST /api/user/reports/${_id}/fields/history/rewrite`, {
    token,
    body: { version },
  })
  expect(refusal(answer)).toContain('model_failed')
  expect(answer.body.message).toBe('The session has no certain answer for this field, so the old text was kept.')
})

test('writing a field again keeps what only it said of a risk: the field about the risk then shows these words', async () => {
  const { _id, version } = await note()
  drafts.history = stated('Sleeps about five hours.', slept)
  const rewritten = await call(`POST /api/user/reports/${_id}/fields/history/rewrite`, { version })
  expect(rewritten.omissions).toMatchObject([{ kind: 'risk', ...thoughts }])
  expect(resultOf(rewritten, 'si')).toMatchObject({ value: [], state: 'unclear', evidence: [thoughts] })
})

test('the history says which values no language model wrote, also after a model has written some again', async () => {
  writer = embeddedWriter
  const { _id, version, results } = await note()
  expect(new Set(results.map((result) => result.writer))).toEqual(new Set(['embedded']))
  writer = model
  await call(`POST /api/user/reports/${_id}/fields/history/rewrite`, { version })
  expect(await historyOf(_id)).toMatchObject([
    { kind: 'rewritten', writer: 'model' },
    { kind: 'generated', writer: 'embedded' },
  ])
  const written = await note()
  expect(await historyOf(written._id)).toMatchObject([{ kind: 'generated', writer: 'model' }])
})
