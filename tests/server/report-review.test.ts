import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { directorySettings } from '../../lib/contracts/index.ts'
import { unreviewed } from '../../lib/report/index.ts'
import { generate, type Writer } from '../../server/generation/index.ts'
import { openAiCompatibleWriter } from '../../server/providers/language/openai-compatible.ts'
import { type ChatReply, type ChatRequest, type FakeOpenAi, startFakeOpenAi } from '../fakes/openai-server.ts'
import { reviewReply, statementsIn } from '../fakes/reviewer.ts'
import { ask, newPerson } from './ask.ts'
import { as, newDirectory } from './directory.ts'
import { good } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const fields = [{ id: 'sleep', name: 'Sleep', type: 'string' }]
const transcript = 'Speaker 0: How do you sleep?\nSpeaker 1: Five hours a night. I walk every day.'
const first: Writer = {
  name: 'First',
  async *write({ fields }) {
    const evidence = [{ turn: 1, quote: 'Five hours a night. I walk every day.' }]
    for (const { id } of fields)
      yield { id, value: ['Sleeps 5 hours a night. Walks every day.'], confidence: 1, state: 'stated', evidence }
  },
}

let server: TestServer
let token: string
let reply: (request: ChatRequest) => ChatReply
let fake: FakeOpenAi
beforeAll(async () => {
  fake = await startFakeOpenAi((request) => reply(request))
  const price = { inputPerMillion: 2, outputPerMillion: 4 }
  const second = {
    ...openAiCompatibleWriter({ baseUrl: fake.baseUrl, model: 'second', name: 'Second', price }),
    slot: 7,
  }
  const writers = (slot: number) => (slot === 7 ? second : { ...first, slot: 0, reviewer: second })
  const deps = { generate, writers }
  server = await startTestServer({ deps })
  token = (await newPerson(server.url)).accessToken
})
afterEach(() => {
  fake.requests.length = 0
})
afterAll(async () => {
  await server.close()
  await fake.close()
})

async function noteOf() {
  const layout = await ask(server.url, 'POST /api/user/layouts', { token, body: { name: 'Note', fields } })
  const body = { layoutId: layout.body._id, transcript, patientId: 'P-1' }
  return good(await ask(server.url, 'POST /api/user/reports?wait=60', { token, body }))
}

describe('a note with a second model', () => {
  test('has its findings as flags, and names its tokens and its cost', async () => {
    reply = (request) =>
      reviewReply(request, { verdict: ({ text }) => (text === 'Walks every day.' ? 'contradicted' : 'supported') })
    const note = await noteOf()
    expect(note).toMatchObject({ status: 'ready', notices: [] })
    expect(note.results[0].reviewedBy).toBe('Second')
    expect(note.results[0].flags).toEqual([
      {
        severity: 3,
        text: 'Walks every day.',
        reason: 'The reviewer found that the session contradicts this. The words differ.',
        finding: 'contradicted',
      },
    ])
    expect(fake.requests).toHaveLength(1)
    const { inputTokens, outputTokens, costUsd } = note.spent[0]
    const used = { inputTokens, outputTokens, costUsd }
    expect(note.spent).toEqual([{ slot: 7, model: 'Second', ...used, review: used }])
    expect(costUsd).toBeCloseTo((2 * inputTokens + 4 * outputTokens) / 1_000_000)
    expect(inputTokens).toBeGreaterThan(0)
  })

  test('that fails is ready all the same, and says that nobody has reviewed it', async () => {
    reply = () => ({ kind: 'fail', status: 401 })
    const note = await noteOf()
    expect(note).toMatchObject({ status: 'ready' })
    expect(note.statusText).toBeUndefined()
    expect(note.results[0].value).toEqual(['Sleeps 5 hours a night. Walks every day.'])
    expect(note.notices).toEqual([unreviewed, 'The reviewer, Second, could not review this note.'])
  })

  test('of a directory that does not allow the second model is not sent to it', async () => {
    reply = (request) => reviewReply(request, { verdict: () => 'not' })
    const { directoryId, owner } = await newDirectory(server.url)
    const call = as(server.url, owner)
    const allow = (models: number[]) =>
      call(`PUT /api/user/directories/settings/${directoryId}`, { ...directorySettings.parse({}), models })
    const write = async () => {
      const layout = good(await call('POST /api/user/layouts', { name: 'Note', fields }))
      good(await call('POST /api/user/reports?wait=60', { layoutId: layout._id, transcript, patientId: 'P-1' }))
      return fake.requests.length
    }
    good(await allow([0, 3]))
    expect(await write()).toBe(0)
    good(await allow([0, 7]))
    expect(await write()).toBe(1)
  })

  test('is reviewed once; a rewritten field is reviewed again', async () => {
    reply = (request) => reviewReply(request, { verdict: () => 'supported' })
    const { _id, version } = await noteOf()
    const rewritten = good(
      await ask(server.url, `POST /api/user/reports/${_id}/fields/sleep/rewrite`, { token, body: { version } }),
    )
    expect(rewritten.results[0].reviewedBy).toBe('Second')
    expect(fake.requests.map(({ body }) => statementsIn(body)?.length)).toEqual([2, 2])
  })

  test('with a statement that is probably wrong is signed only after a decision', async () => {
    reply = (request) =>
      reviewReply(request, { verdict: ({ text }) => (text === 'Walks every day.' ? 'wrong_person' : 'supported') })
    const { _id, version } = await noteOf()
    const call = (path: string, body: object) => ask(server.url, path, { token, body })
    const refused = await call(`POST /api/user/reports/${_id}/sign`, { version })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This note has 1 statement that may be wrong. Correct or accept it, then sign.',
    ])
    const verdict = { version, fieldId: 'sleep', index: 0, verdict: 'accepted' }
    const judged = good(await call(`PUT /api/user/reports/${_id}/flags`, verdict))
    const signed = good(await call(`POST /api/user/reports/${_id}/sign`, { version: judged.version }))
    expect([signed.status, signed.results[0].flags[0].verdict]).toEqual(['signed', 'accepted'])
  })
})
