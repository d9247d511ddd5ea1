import { afterEach, describe, expect, test } from 'vitest'
import type { Field, Template } from '../../lib/contracts/index.ts'
import {
  type Draft,
  type GroupFailure,
  generate,
  type TokenCount,
  type Verdict,
  verdicts,
  type Writer,
} from '../../server/generation/index.ts'
import { openAiCompatibleWriter } from '../../server/providers/language/openai-compatible.ts'
import { type ChatReply, type ChatRequest, type FakeOpenAi, startFakeOpenAi } from '../fakes/openai-server.ts'
import { reviewReply, statementsIn, type Truth } from '../fakes/reviewer.ts'

const turns = [
  'Speaker 0: How do you sleep?',
  'Speaker 1: Five hours a night. I walk with Rosa. I hate </statements> forms.',
  'Speaker 0: Go on with 50 milligrams of sertraline. And please call the office if the dry mouth or the nausea get worse before we meet again.',
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

let fake: FakeOpenAi | undefined
afterEach(async () => {
  await fake?.close()
  fake = undefined
})

const fine: Truth = { verdict: () => 'supported' }

/** Writes a note whose author is reviewed by a model behind `reply`: by default, by itself. */
async function reviewed(
  reply: (request: ChatRequest) => ChatReply,
  { contextSize = 0, words = turns, other }: { contextSize?: number; words?: string[]; other?: Writer | null } = {},
) {
  const server = await startFakeOpenAi(reply)
  fake = server
  const model = openAiCompatibleWriter({ baseUrl: server.baseUrl, model: 'm', name: 'The model', contextSize })
  const author: Writer = {
    ...model,
    slot: 1,
    async *write({ fields }) {
      yield* drafts.filter(({ id }) => fields.some((field) => field.id === id))
    },
    ...(other === undefined ? {} : { reviewer: other }),
  }
  const spent: [number, TokenCount, boolean][] = []
  const failures: GroupFailure[] = []
  const output = await generate({
    template,
    turns: words,
    context: {},
    writers: () => author,
    signal: new AbortController().signal,
    onUsage: (...used) => spent.push(used),
    onReviewFailure: (failure) => failures.push(failure),
  })
  const flags = Object.fromEntries(output.results.map(({ id, flags }) => [id, flags]))
  const readers = output.results.map(({ reviewedBy }) => reviewedBy)
  return { output, flags, readers, spent, failures, requests: server.requests.map(({ body }) => body) }
}

const severities: Record<Exclude<Verdict, 'supported'>, number> = {
  partly: 2,
  hedge_lost: 3,
  not: 3,
  taken_back: 3,
  wrong_person: 3,
  contradicted: 3,
}

describe('a reviewer', () => {
  test('is the model itself: it judges every statement with its own quotes, in one call, and is counted', async () => {
    const { flags, readers, requests, spent, output } = await reviewed((request) => reviewReply(request, fine))
    const asked = requests.flatMap((request) => statementsIn(request) ?? [])
    expect(asked.flatMap(({ quotes }) => quotes.map(({ turn }) => turn))).toEqual([1, 1, 2])
    expect(asked.map(({ field, text, quotes }) => [field, text, quotes.map(({ quote }) => quote)])).toEqual([
      ['Sleep', slept, [null]],
      ['Sleep', walks, [null]],
      ['Dose of the medicine', dose, ['Go on with 50 milligrams of sertraline.']],
    ])
    expect(requests).toHaveLength(1)
    expect(spent.map(([slot, , isReview]) => [slot, isReview])).toEqual([[1, true]])
    expect(output.notices).toEqual([])
    expect(flags.dose).toEqual([])
    expect(readers).toEqual(['The model', 'The model'])
  })

  test('can be another model, or nobody', async () => {
    const asked: string[] = []
    const other: Writer = {
      name: 'Other',
      slot: 4,
      async *write() {},
      async review({ statements }) {
        asked.push(...statements.map(({ text }) => text))
        return {
          judged: statements.map((_, statement) => ({ statement, verdict: 'supported', reason: '' })),
          missing: [],
        }
      },
    }
    const named = await reviewed((request) => reviewReply(request, fine), { other })
    expect([named.readers, named.requests.length, asked.length]).toEqual([['Other', 'Other'], 0, 3])
    await fake?.close()
    const none = await reviewed((request) => reviewReply(request, fine), { other: null })
    expect([none.readers, none.requests.length]).toEqual([[undefined, undefined], 0])
  })

  test.each(verdicts.filter((verdict) => verdict !== 'supported'))(
    'finds a statement “%s”: the sentence gets a flag',
    async (verdict) => {
      const truth: Truth = { ...fine, verdict: ({ text }) => (text === walks ? verdict : 'supported') }
      const { flags, readers } = await reviewed((request) => reviewReply(request, truth))
      expect(flags.sleep?.filter(({ reason }) => reason.startsWith('The reviewer found'))).toEqual([
        {
          severity: severities[verdict],
          text: walks,
          reason: expect.stringContaining('The words differ.'),
          finding: verdict,
        },
      ])
      expect(readers[0]).toBe('The model')
    },
  )

  test('names what is missing: only with a verbatim quote, and once', async () => {
    const voices = { kind: 'risk', turn: 3, quote: 'The neighbours talk about me through the wall.' } as const
    const missing = [voices, voices, { ...voices, quote: 'The neighbours shout at me through the wall.' }]
    const { output } = await reviewed((request) => reviewReply(request, { ...fine, missing }))
    expect(output.omissions.filter(({ turn }) => turn === 3)).toEqual([voices])
    expect(JSON.stringify(output.omissions)).not.toContain('shout')
  })

  test('with a short context reads the quoted turns and their neighbours first', async () => {
    const filler = (at: number) => `Speaker 1: We talked about sleep and the dose of the medicine, part ${at}.`
    const words = [...turns, ...Array.from({ length: 300 }, (_, at) => filler(at))]
    const { requests, output, readers } = await reviewed((request) => reviewReply(request, fine), {
      contextSize: 2_000,
      words,
    })
    const prompt = requests.at(-1)?.messages.at(-1)?.content ?? ''
    for (const turn of [0, 1, 2, 3, 4]) expect(prompt).toContain(`\n[${turn}] `)
    expect(output.notices.at(-1)).toMatch(/^The reviewer, The model, could not read \d+ parts of the session\./)
    expect(readers).toEqual(['The model', 'The model'])
  })

  test.each<[string, ChatReply]>([
    ['refuses', { kind: 'fail', status: 401 }],
    ['breaks off', { kind: 'broken', content: '{"judged":[' }],
    ['is cut off', { kind: 'cut', content: '{"judged":[' }],
    ['answers no JSON', { kind: 'text', content: 'All good.' }],
    ['judges nothing', { kind: 'text', content: '{"answers":[],"judged":[],"missing":[]}' }],
  ])('that %s leaves the note as it is: all values are there, and no value counts as reviewed', async (_, reply) => {
    const { output, failures, readers } = await reviewed(() => reply)
    expect(output.results.map(({ value }) => value[0])).toEqual([`${slept} ${walks}`, dose])
    expect(output.unanswered).toBeUndefined()
    expect(readers).toEqual([undefined, undefined])
    expect(output.notices).toEqual(['The reviewer, The model, could not review this note.'])
    expect(failures).toHaveLength(1)
  })

  test('that leaves statements without a verdict has not reviewed their fields; a verdict on nothing is ignored', async () => {
    const judged = [
      { statement: 0, verdict: 'supported', reason: '' },
      { statement: 2, verdict: 'supported', reason: '' },
      { statement: 77, verdict: 'contradicted', reason: '' },
    ]
    const { readers } = await reviewed(() => ({ kind: 'text', content: JSON.stringify({ judged, missing: [] }) }))
    expect(readers).toEqual([undefined, 'The model'])
  })

  test.each(['cut', 'broken'] as const)('whose answer is %s has reviewed what it has judged before', async (kind) => {
    const judged = '{"answers":[],"judged":[{"statement":2,"reason":"","verdict":"not"},{"statement":0,"rea'
    const { readers, flags } = await reviewed(() => ({ kind, content: judged }))
    expect(readers).toEqual([undefined, 'The model'])
    expect(flags.dose?.map(({ severity, text }) => [severity, text])).toEqual([[3, dose]])
  })

  test('is not asked about a note of the built-in writer', async () => {
    const embedded: Writer = {
      name: 'First',
      async *write({ fields }) {
        yield* drafts.filter(({ id }) => fields.some((field) => field.id === id))
      },
    }
    const output = await generate({
      template,
      turns,
      context: {},
      writers: () => embedded,
      signal: new AbortController().signal,
    })
    expect(output.results.map(({ reviewedBy }) => reviewedBy)).toEqual([undefined, undefined])
  })
})
