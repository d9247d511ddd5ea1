import { afterEach, describe, expect, test } from 'vitest'
import type { Field, VisitContext, WritingStyle } from '../../lib/contracts/index.ts'
import { generate } from '../../server/generation/index.ts'
import { answerSchema } from '../../server/providers/language/answer-schema.ts'
import { openAiCompatibleWriter } from '../../server/providers/language/openai-compatible.ts'
import { system } from '../../server/providers/language/rules.ts'
import { answersOf } from '../fakes/note-model.ts'
import { type ChatReply, type ChatRequest, type FakeOpenAi, startFakeOpenAi } from '../fakes/openai-server.ts'

const turns = [
  'Speaker 0: How do you sleep, and how is your mood?',
  'Speaker 1: I lie awake until two. My mood is low since March.',
  'Speaker 0: Then we meet next Tuesday.',
]
const fields: Field[] = [{ id: 'state', name: 'Present state', type: 'string' }]
const awake = { evidence: [{ turn: 1, quote: 'I lie awake until two.' }], text: 'Mood is low since March.' }
const low = { evidence: [{ turn: 1, quote: 'My mood is low since March.' }], text: 'Lies awake until two.' }
const answer = (sentences: object[], more: object = {}) =>
  answersOf({ f0: { state: 'stated', evidence: [], value: [], sentences, confidence: 0.9, ...more } })

let fake: FakeOpenAi | undefined
afterEach(async () => {
  await fake?.close()
  fake = undefined
})

interface More {
  context?: VisitContext
  style?: WritingStyle
  asked?: Field[]
  words?: readonly string[]
}

async function written(reply: (request: ChatRequest, count: number) => ChatReply, more: More = {}) {
  const server = await startFakeOpenAi(reply)
  fake = server
  const writer = openAiCompatibleWriter({ baseUrl: server.baseUrl, model: 'm' })
  const { context = {}, style, asked = fields, words = turns } = more
  const { results } = await generate({
    template: { id: 't', name: 'T', instructions: '', fields: asked },
    turns: words,
    context,
    ...(style === undefined ? {} : { style }),
    writers: () => ({ ...writer, reviewer: null }),
    signal: new AbortController().signal,
  })
  const prompts = server.requests.map(({ body }) => body.messages.at(-1)?.content ?? '')
  return { results, result: results[0], prompts }
}
const always =
  (content: string): ((request: ChatRequest, count: number) => ChatReply) =>
  () => ({ kind: 'text', content })

describe('the sentences of a text', () => {
  test('keep the quotes that the model gave them, although other words fit better', async () => {
    const { result } = await written(always(answer([awake, low])))
    const value = result?.value[0] ?? ''
    expect(value).toBe('Mood is low since March. Lies awake until two.')
    const linked = result?.evidence.map(({ quote, span }) => [
      quote,
      span?.kind === 'text' ? value.slice(span.from, span.to) : null,
    ])
    expect(linked).toEqual([
      ['I lie awake until two.', 'Mood is low since March.'],
      ['My mood is low since March.', 'Lies awake until two.'],
    ])
  })

  test('are linked by their words if the model named quotes for the whole text only', async () => {
    const evidence = [...awake.evidence, ...low.evidence]
    const value = ['Mood is low since March. Lies awake until two.']
    const { result } = await written(always(answer([], { evidence, value })))
    expect(result?.evidence.map(({ quote, span }) => [quote, span])).toEqual([
      ['I lie awake until two.', { kind: 'text', item: 0, from: 25, to: 46 }],
      ['My mood is low since March.', { kind: 'text', item: 0, from: 0, to: 24 }],
    ])
  })

  test.each([
    ['bullet', '- Mood is low since March.\n- Lies awake until two.'],
    ['numbered', '1. Mood is low since March.\n2. Lies awake until two.'],
    ['paragraph', 'Mood is low since March. Lies awake until two.'],
  ] as const)('have the format of their field: %s', async (format, text) => {
    const asked: Field[] = [{ id: 'state', name: 'State', type: 'string', format }]
    const { result } = await written(always(answer([awake, { ...low, text: `- ${low.text}` }])), { asked })
    expect(result?.value).toEqual([text])
  })
})

test('a wrong answer is asked once more, together with this answer and its fault', async () => {
  const invented = { ...low, text: 'Lies awake until nine.' }
  const { prompts, result } = await written((_, count) => ({
    kind: 'text',
    content: answer(count === 1 ? [invented] : [low]),
  }))
  const again = prompts[1] ?? ''
  const before = /<answer>\n(.*)\n<\/answer>/.exec(again)?.[1] ?? '{}'
  expect(JSON.parse(before)).toEqual({
    state: 'stated',
    confidence: 0.9,
    value: ['Lies awake until nine.'],
    evidence: [],
    sentences: [invented],
  })
  expect(again.slice(again.indexOf('</answer>'))).toMatch(/- This number was not said in the session. \(nine\)/)
  expect(prompts[0]).not.toContain('<answer>')
  expect(result?.value).toEqual(['Lies awake until two.'])
})

test('the date of the visit has its weekday, from which relative days are counted', async () => {
  const { prompts } = await written(always(answer([low])), { context: { current_visit: { date: '2026-11-28' } } })
  expect(prompts[0]).toContain('"current_visit":{"date":"2026-11-28","weekday":"Saturday"}')
})

describe('the style', () => {
  const style: WritingStyle = {
    person: 'first',
    tense: 'past',
    subject: 'client',
    length: 'brief',
    layout: 'bullets',
    abbreviations: 'none',
    forbidden: ['low'],
    terms: ['Okafor'],
  }

  test('is in the part of the prompt that all calls share, before the transcript', async () => {
    const { prompts } = await written(always(answer([low])), { style })
    const beginning = prompts[0]?.slice(0, prompts[0].indexOf('<transcript>')) ?? ''
    for (const words of [
      'first person of the clinician',
      'past tense',
      '“the client”',
      'Be brief',
      'as an item of a list',
      'no abbreviations',
      'Never write these phrases: ["low"]',
      'Terms: ["Okafor"]',
    ])
      expect(beginning).toContain(words)
  })

  test('keeps forbidden phrases out: the model is asked again, then the phrase is marked', async () => {
    const { prompts, result } = await written(always(answer([low, awake])), { style })
    expect(prompts).toHaveLength(2)
    expect(prompts[1]).toContain('- Your style does not allow this phrase. (low)')
    expect(result?.flags).toContainEqual({
      severity: 1,
      text: 'low',
      reason: 'Your style does not allow this phrase.',
    })
  })

  test('is third person where nothing is set, and marks nothing', async () => {
    const { prompts, result } = await written(always(answer([low])))
    expect(prompts[0]).toContain('Write in the third person.')
    expect(result?.flags).toEqual([])
  })
})

test('the example of the rules follows the rules: its quotes were said, and its answer has the schema', () => {
  const example = system.slice(system.indexOf('\nExample\n'))
  const said = [...example.matchAll(/^\[(\d+)\] (.*)$/gm)].map(([, , words = '']) => words)
  const { answers } = answerSchema.parse(JSON.parse(example.slice(example.indexOf('{'))))
  expect(answers.map(({ state }) => state)).toEqual(['stated', 'denied', 'stated', 'unclear'])
  for (const { evidence, sentences } of answers)
    for (const { turn, quote } of [...evidence, ...sentences.flatMap((one) => one.evidence)])
      expect(said[turn]).toContain(quote)
})

test('the first call with a long session goes ahead of the others until it is being answered', async () => {
  const words = [...turns, ...Array.from({ length: 80 }, (_, at) => `Speaker 1: We spoke of matter ${at} at length.`)]
  const asked = [0.1, 0.2, 0.3].map(
    (temperature, at): Field => ({
      id: `f${at}`,
      name: `Field ${at}`,
      type: 'string',
      temperature,
    }),
  )
  const order: string[] = []
  await written(
    (_, count) => {
      order.push(`asked ${count}`)
      return {
        kind: 'text',
        content: answer([low]),
        spoken: (characters) => void (characters === 4 && order.push(`answered ${count}`)),
      }
    },
    { asked, words },
  )
  expect(order.slice(0, 2)).toEqual(['asked 1', 'answered 1'])
  expect(order).toHaveLength(6)
})
