import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddedWriter, generate, type Writer } from '../../server/generation/index.ts'
import { ask, newPerson, refusal } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const silentWriter: Writer = {
  name: 'silent',
  // biome-ignore lint/correctness/useYield: a writer that fails before its first word
  async *write() {
    throw new Error('No answer.')
  },
}

let server: TestServer
let token: string
let writer: Writer = embeddedWriter
beforeAll(async () => {
  server = await startTestServer({ deps: { generate, writers: () => writer } })
  token = (await newPerson(server.url)).accessToken
})
afterAll(() => server.close())

const request = {
  context: { patient: { name: 'Maya' } },
  transcript: 'Speaker 0: How do you sleep?\nSpeaker 1: I sleep five hours a night.',
  template: {
    name: 'Sleep',
    instructions: '',
    fields: [
      { id: 'sleep', name: 'Sleep', type: 'string', instructions: 'How the client sleeps.' },
      { id: 'off', name: 'Off', type: 'boolean', disabled: true },
    ],
  },
  outputs: [],
}
const example = (body: unknown) => ask(server.url, 'POST /api/user/examples/generate', { token, body })

describe('an example', () => {
  test('answers each field that is not disabled, with its quotes and its writer', async () => {
    const { status, body } = await example(request)
    expect(status).toBe(200)
    const evidence = [expect.objectContaining({ quote: expect.stringContaining('five hours') })]
    const value = [expect.stringContaining('five hours')]
    expect(body.results).toEqual([
      {
        id: 'sleep',
        type: 'string',
        value,
        state: 'stated',
        evidence: expect.arrayContaining(evidence),
        writer: 'embedded',
      },
    ])
  })

  test('stores nothing and costs nothing', async () => {
    await example(request)
    for (const table of ['outputs', 'transcripts', 'usage']) {
      const { rows } = await server.store.database.execute(`select 1 from ${table}`)
      expect(rows).toEqual([])
    }
  })

  test('from a transcript without words is refused with a sentence', async () => {
    const answer = await example({ ...request, transcript: 'Speaker 0:  ' })
    expect(refusal(answer)).toEqual([422, 'nothing_said'])
    expect(answer.body.message).toBe('This transcript is empty. Choose a transcript in which somebody speaks.')
  })

  test('whose writer fails is reported as failed, not answered with empty fields', async () => {
    writer = silentWriter
    const answer = await example(request)
    writer = embeddedWriter
    expect(refusal(answer)).toEqual([502, 'model_failed'])
    expect(answer.body.message).toContain('did not answer')
  })

  test.each<[string, object, RegExp]>([
    [
      'a duplicate id',
      { fields: [request.template.fields[0], request.template.fields[0]] },
      /^Field ID must be unique: “Sleep”/,
    ],
    [
      'a cycle',
      { fields: [{ ...request.template.fields[0], condition: { id: 'sleep', equals: '' } }] },
      /“Sleep” refers to that field itself/,
    ],
    ['script in a name', { fields: [{ id: 'x', name: '<script>1</script>', type: 'date' }] }, /contains HTML code/],
  ])('from a template with %s is refused with a sentence that names the field', async (_, change, sentence) => {
    const answer = await example({ ...request, template: { ...request.template, ...change } })
    expect(refusal(answer)).toEqual([400, 'invalid_request'])
    expect(answer.body.message).toMatch(sentence)
  })

  test('needs a valid request, and somebody who is signed in', async () => {
    expect(refusal(await example({}))).toEqual([400, 'invalid_request'])
    expect(refusal(await example({ ...request, extra: 1 }))).toEqual([400, 'invalid_request'])
    expect(refusal(await ask(server.url, 'POST /api/user/examples/generate', { body: request }))).toEqual([
      401,
      'not_signed_in',
    ])
  })
})
