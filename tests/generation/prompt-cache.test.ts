import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Field } from '../../lib/contracts/index.ts'
import { generate, type TokenCount } from '../../server/generation/index.ts'
import { languageWriter } from '../../server/providers/language/index.ts'
import { openAiCompatibleWriter } from '../../server/providers/language/openai-compatible.ts'
import { startHostedModels } from '../fakes/hosted-models.ts'
import { notedTurns, noteFor } from '../fakes/note-model.ts'
import { type FakeOpenAi, startFakeOpenAi } from '../fakes/openai-server.ts'
import { reviewReply, statementsIn } from '../fakes/reviewer.ts'

/** A visit of about 2,000 words. */
const turns = [
  ...notedTurns,
  ...Array.from(
    { length: 130 },
    (_, at) => `Speaker ${at % 2}: We spoke of matter ${at} at length, as of the one before it.`,
  ),
]
const groups: Field[] = Array.from({ length: 30 }, (_, at) => ({
  id: `f${at}`,
  name: at % 6 === 0 ? `Dose ${at}` : `Matter ${at}`,
  instructions: 'What the patient says about it. Two sentences, in the third person.',
  type: 'string',
  temperature: (at % 5) / 10,
}))

let fake: FakeOpenAi
beforeAll(async () => {
  fake = await startFakeOpenAi(
    (request) =>
      statementsIn(request) === null
        ? { kind: 'text', content: noteFor(request) }
        : reviewReply(request, { verdict: () => 'supported' }),
    { cache: true },
  )
})
afterAll(() => fake.close())

const request = (onUsage: (slot: number, tokens: TokenCount) => void) => ({
  turns,
  context: { patient: { name: 'Maya Okafor' }, page_values: [{ label: 'Sleep', value: 'poor' }] },
  writers: () => openAiCompatibleWriter({ baseUrl: fake.baseUrl, model: 'm' }),
  reviewerSlot: 1,
  signal: new AbortController().signal,
  onUsage,
})
const template = { id: 't', name: 'Progress note', group: 'Clinic', instructions: 'Be brief.', fields: groups }

describe('the calls of one note', () => {
  test('share the beginning of their prompt: of later calls, 80 % of the tokens are in the cache', async () => {
    const used: TokenCount[] = []
    await generate({ ...request((_, tokens) => used.push(tokens)), template })
    const [only] = groups
    if (only === undefined) throw new Error('There is no field.')
    const rewriting = { text: 'Sleeps badly.', instruction: 'Shorter.' }
    const rewritten = { ...request((_, tokens) => used.push(tokens)), template: { ...template, fields: [only] } }
    await generate({ ...rewritten, rewriting })
    // The note needs five calls to write the fields, one review, and at least one call for second answers. The
    // rewriting needs one call and one review.
    expect(used.length).toBeGreaterThanOrEqual(9)
    // Two calls find nothing in the prompt cache: the first call and the first review. A prompt begins with the schema
    // of the answer, and a review has another schema.
    expect(used.filter(({ cachedInputTokens }) => cachedInputTokens === undefined)).toHaveLength(2)
    const first = used.find(({ cachedInputTokens }) => cachedInputTokens === undefined)
    const later = used.filter((tokens) => tokens !== first)
    const sum = (of: (tokens: TokenCount) => number) => later.reduce((all, one) => all + of(one), 0)
    const share = sum(({ cachedInputTokens = 0 }) => cachedInputTokens) / sum(({ inputTokens }) => inputTokens)
    expect(share).toBeGreaterThanOrEqual(0.8)
  })

  test('begin with the template, the speakers and the transcript; the fields come last', () => {
    const [first, second] = fake.requests.map(({ body }) => body.messages.at(-1)?.content ?? '')
    const beginning = first?.slice(0, first.indexOf('</transcript>')) ?? ''
    expect(beginning).toContain('The template of the note: {"name":"Progress note","group":"Clinic"}')
    expect(beginning).toContain('"Speaker 0": the provider; "Speaker 1": the patient')
    expect(second?.startsWith(beginning)).toBe(true)
    expect(beginning).not.toContain('Matter 1')
  })
})

test('the end of the shared part is marked for the caches of Anthropic and of Bedrock', async () => {
  const hosted = await startHostedModels(() => ({ kind: 'answer', content: '{}' }))
  const providers = {
    'openai-compatible': null,
    anthropic: { apiKey: 'k', baseUrl: `${hosted.url}/v1` },
    azure: null,
    bedrock: { apiKey: 'k', region: 'us-east-1', baseUrl: hosted.url },
    ollama: { baseUrl: 'http://127.0.0.1:9' },
  }
  try {
    for (const provider of ['anthropic', 'bedrock'] as const) {
      const writer = languageWriter({ provider, modelId: 'm', name: 'M', contextSize: 0, price: null }, providers)
      const note = { ...template, fields: groups.slice(0, 1) }
      const asked = { ...request(() => {}), reviewerSlot: 2, template: note, writers: () => writer }
      await generate(asked).catch(() => undefined)
    }
    const bodies = hosted.requests.map(({ body }) => JSON.stringify(body.messages))
    const marks = bodies.map((body) => /"(?:cache_control|cachePoint)":\{"type":"(\w+)"\}/.exec(body)?.[1])
    expect(new Set(marks)).toEqual(new Set(['ephemeral', 'default']))
    for (const body of bodies) expect(body.search(/"cache_control"|"cachePoint"/)).toBeLessThan(body.indexOf('f0: '))
  } finally {
    await hosted.close()
  }
})
