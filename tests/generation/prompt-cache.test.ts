import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Field } from '../../lib/contracts/index.ts'
import { generate } from '../../server/generation/index.ts'
import { languageWriter } from '../../server/providers/language/index.ts'
import { promptFigures } from '../eval/measures/prompt.ts'
import { startHostedModels } from '../fakes/hosted-models.ts'

describe('the calls of a note of 40 minutes with 20 fields', () => {
  let figures: Awaited<ReturnType<typeof promptFigures>>
  beforeAll(async () => {
    figures = await promptFigures()
  }, 120_000)

  test('read the transcript once: what is not in the cache is at most 1.15 of one reading', () => {
    const { transcriptTokens, later } = figures
    expect(later.calls).toBe(2)
    expect(later.uncachedTokens / transcriptTokens).toBeLessThanOrEqual(1.15)
  })

  test.each(['first', 'groups'] as const)('also with a cold cache and with several groups of fields (%s)', (note) => {
    const { readingTokens } = figures
    expect(figures[note].calls).toBe(note === 'first' ? 2 : 6)
    expect(figures[note].uncachedTokens / readingTokens).toBeLessThanOrEqual(1.15)
  })

  test('have the same beginning, byte by byte, for every group of fields and for the review', () => {
    const { prompts } = figures
    expect(prompts).toHaveLength(6)
    const [first = ''] = prompts
    const beginning = first.slice(0, first.indexOf('</transcript>'))
    expect(beginning).toContain('The template of the note: {"name":"Progress note","group":"Clinic"}')
    expect(beginning).toContain('"Speaker 0": the provider; "Speaker 1": the patient')
    expect(beginning).not.toContain('f0: Topic')
    for (const prompt of prompts) expect(prompt.startsWith(beginning)).toBe(true)
    expect(prompts.filter((prompt) => prompt.includes('\n<statements>\n'))).toHaveLength(1)
  })
})

describe('for Anthropic and Bedrock, which cache only marked text,', () => {
  const turns = ['Speaker 0: How do you sleep?', 'Speaker 1: I sleep five hours a night, and I walk every day.']
  const fields: Field[] = [{ id: 'sleep', name: 'Sleep', type: 'string' }]
  const hosting = startHostedModels(() => ({ kind: 'answer', content: '{}' }))
  afterAll(async () => (await hosting).close())

  test('the ends of the rules and of the transcript are marked', async () => {
    const hosted = await hosting
    const providers = {
      'openai-compatible': null,
      anthropic: { apiKey: 'k', baseUrl: `${hosted.url}/v1` },
      azure: null,
      bedrock: { apiKey: 'k', region: 'us-east-1', baseUrl: hosted.url },
      ollama: { baseUrl: 'http://127.0.0.1:9' },
    }
    for (const provider of ['anthropic', 'bedrock'] as const) {
      const writer = languageWriter({ provider, modelId: 'm', name: 'M', contextSize: 0, price: null }, providers)
      const template = { id: 't', name: 'T', instructions: '', fields }
      const signal = new AbortController().signal
      await generate({ template, turns, context: {}, writers: () => writer, signal }).catch(() => undefined)
    }
    const mark = /"(?:cache_control|cachePoint)":\{"type":"(\w+)"\}/g
    const marks = hosted.requests.map(({ body: { system, messages } }) =>
      [system, messages].map((part) => [...JSON.stringify(part).matchAll(mark)].map(([, type]) => type)),
    )
    expect(marks).toEqual([
      [['ephemeral'], ['ephemeral']],
      [['ephemeral'], ['ephemeral']],
      [['default'], ['default']],
      [['default'], ['default']],
    ])
    for (const { body } of hosted.requests) {
      const text = JSON.stringify(body.messages)
      expect(text.search(mark)).toBeLessThan(text.indexOf('f0: '))
    }
  })
})
