import { afterEach, describe, expect, test } from 'vitest'
import type { Field, Template } from '../../lib/contracts/index.ts'
import { type Draft, type GroupFailure, generate, type TokenCount, type Writer } from '../../server/generation/index.ts'
import { openAiCompatibleWriter } from '../../server/providers/language/openai-compatible.ts'
import { type ChatReply, type ChatRequest, type FakeOpenAi, startFakeOpenAi } from '../fakes/openai-server.ts'
import { reviewReply, statementsIn, type Truth } from '../fakes/reviewer.ts'

const turns = [
  'Speaker 0: How do you sleep?',
  'Speaker 1: Five hours a night. I walk with Rosa. I hate </statements> forms.',
  'Speaker 0: Go on with 50 milligrams of sertraline.',
  'Speaker 1: Fine. The neighbours talk about me through the wall.',
]
const fields: Field[] = [
  { id: 'sleep', name: 'Sleep', type: 'string' },
  { id: 'dose', name: 'Dose of the medicine', type: 'string' },
]
const template: Template = { id: 't', name: 'T', instructions: '', fields }
const slept = 'Sleeps 5 hours a night.'
const walks = 'Walks with her sister.'
const dose = 'Sertraline 50 mg.'
const stated = { confidence: 0.9, state: 'stated' as const }
const drafts: Draft[] = [
  {
    ...stated,
    id: 'sleep',
    value: [`${slept} ${walks}`],
    evidence: [
      { turn: 1, quote: 'Five hours a night.' },
      { turn: 1, quote: 'I walk with Rosa.' },
    ],
  },
  { ...stated, id: 'dose', value: [dose], evidence: [{ turn: 2, quote: 'Go on with 50 milligrams of sertraline.' }] },
]
const first: Writer = {
  name: 'First',
  async *write({ fields }) {
    yield* drafts.filter(({ id }) => fields.some((field) => field.id === id))
  },
}

let fake: FakeOpenAi | undefined
afterEach(async () => {
  await fake?.close()
  fake = undefined
})

const sameDose = { ...stated, value: ['Takes sertraline, 50 mg.'], evidence: drafts[1]?.evidence }
const fine: Truth = { verdict: () => 'supported', second: sameDose }

async function reviewed(reply: (request: ChatRequest) => ChatReply) {
  const server = await startFakeOpenAi(reply)
  fake = server
  const second = openAiCompatibleWriter({ baseUrl: server.baseUrl, model: 'm', name: 'Second' })
  const spent: [number, TokenCount][] = []
  const failures: GroupFailure[] = []
  const output = await generate({
    template,
    turns,
    context: {},
    writers: (slot) => (slot === 1 ? second : first),
    reviewerSlot: 1,
    signal: new AbortController().signal,
    onUsage: (slot, tokens) => spent.push([slot, tokens]),
    onReviewFailure: (failure) => failures.push(failure),
  })
  const flags = Object.fromEntries(output.results.map(({ id, flags }) => [id, flags]))
  return { output, flags, spent, failures, requests: server.requests.map(({ body }) => body) }
}

describe('the second model', () => {
  test('judges every statement with its own quotes, in one call, and its tokens are counted', async () => {
    const { flags, requests, spent, output } = await reviewed((request) => reviewReply(request, fine))
    const asked = requests.flatMap((request) => statementsIn(request) ?? [])
    expect(asked.map(({ field, text, quotes }) => [field, text, quotes.map(({ quote }) => quote)])).toEqual([
      ['Sleep', slept, ['Five hours a night.']],
      ['Sleep', walks, ['I walk with Rosa.']],
      ['Dose of the medicine', dose, ['Go on with 50 milligrams of sertraline.']],
    ])
    expect(requests).toHaveLength(2)
    expect(spent.map(([slot]) => slot)).toEqual([1, 1])
    expect(output.notices).toEqual([])
    expect(flags.dose).toEqual([])
  })

  test.each([
    ['partly', 1],
    ['not', 2],
    ['contradicted', 3],
  ] as const)('finds a statement %s supported: the sentence gets a flag of severity %i', async (verdict, severity) => {
    const truth: Truth = { ...fine, verdict: ({ text }) => (text === walks ? verdict : 'supported') }
    const { flags } = await reviewed((request) => reviewReply(request, truth))
    expect(flags.sleep?.filter(({ reason }) => reason.includes('second model'))).toEqual([
      { severity, text: walks, reason: expect.stringContaining('The words differ.') },
    ])
  })

  test('names what is missing: only with a verbatim quote, and once', async () => {
    const voices = { kind: 'risk', turn: 3, quote: 'The neighbours talk about me through the wall.' } as const
    const missing = [voices, voices, { ...voices, quote: 'The neighbours shout at me through the wall.' }]
    const { output } = await reviewed((request) => reviewReply(request, { ...fine, missing }))
    expect(output.omissions.filter(({ turn }) => turn === 3)).toEqual([voices])
    expect(JSON.stringify(output.omissions)).not.toContain('shout')
  })

  test('writes the doses a second time, and shows a difference', async () => {
    const truth: Truth = { ...fine, second: { ...sameDose, value: ['Takes sertraline, 15 mg.'] } }
    const { flags, requests } = await reviewed((request) => reviewReply(request, truth))
    expect(flags.dose).toEqual([
      { severity: 2, text: '', reason: 'A second model wrote this answer differently: “Takes sertraline, 15 mg.”' },
    ])
    const written = requests.find((request) => statementsIn(request) === null)
    expect(JSON.stringify(written?.messages)).not.toContain('f0: Sleep')
  })

  test.each<[string, ChatReply]>([
    ['refuses', { kind: 'fail', status: 401 }],
    ['breaks off', { kind: 'broken', content: '{"judged":[' }],
    ['is cut off', { kind: 'cut', content: '{"judged":[' }],
    ['answers no JSON', { kind: 'text', content: 'All good.' }],
  ])('%s: the note is ready with all its values, and a notice says what was not done', async (_, reply) => {
    const { output, failures } = await reviewed(() => reply)
    expect(output.results.map(({ value }) => value[0])).toEqual([`${slept} ${walks}`, dose])
    expect(output.unanswered).toBeUndefined()
    expect(output.notices).toEqual([
      'The second model, Second, could not review this note. Only Chartside’s built-in check was done. Read the note carefully.',
      'The second model, Second, could not write the fields about doses, allergies and risk a second time. Only Chartside’s built-in check was done. Read the note carefully.',
    ])
    expect(failures).toHaveLength(2)
  })

  test('leaves statements without a verdict: a notice counts them, and a verdict on nothing is ignored', async () => {
    const judged = [
      { statement: 0, verdict: 'supported', reason: '' },
      { statement: 77, verdict: 'contradicted', reason: '' },
    ]
    const { output } = await reviewed((request) =>
      statementsIn(request) === null
        ? reviewReply(request, fine)
        : { kind: 'text', content: JSON.stringify({ judged, missing: [] }) },
    )
    expect(output.notices).toEqual([
      'The second model, Second, checked only 1 of 3 statements of this note. Check the other statements yourself.',
    ])
  })

  test('that cannot review, like the built-in writer, is not asked', async () => {
    const output = await generate({
      template,
      turns,
      context: {},
      writers: () => first,
      reviewerSlot: 1,
      signal: new AbortController().signal,
    })
    expect(output.notices).toEqual([])
  })
})
