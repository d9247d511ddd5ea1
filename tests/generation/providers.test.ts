import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Template, template as templateContract } from '../../lib/contracts/index.ts'
import { readConfig } from '../../server/config.ts'
import { generate, type Writer } from '../../server/generation/index.ts'
import { configuredModels } from '../../server/services/models.ts'
import { chooseWriters, presentModels } from '../../server/writers.ts'
import { type HostedModels, startHostedModels } from '../fakes/hosted-models.ts'
import { answersOf } from '../fakes/note-model.ts'
import { type FakeOpenAi, startFakeOpenAi } from '../fakes/openai-server.ts'

const turns = ['Speaker 0: How do you sleep?', 'Speaker 1: About five hours a night.']
const template: Template = {
  id: 't',
  name: 'T',
  instructions: '',
  fields: [{ id: 'sleep', name: 'Sleep', type: 'string' }],
}
const answer = answersOf({
  f0: {
    state: 'stated',
    confidence: 0.9,
    evidence: [{ turn: 1, quote: 'About five hours' }],
    value: ['Sleeps about five hours.'],
  },
})

let hosted: HostedModels
let openAi: FakeOpenAi
beforeAll(async () => {
  hosted = await startHostedModels(() => ({ kind: 'answer', content: answer }))
  openAi = await startFakeOpenAi(() => ({ kind: 'text', content: answer }))
})
afterAll(() => Promise.all([hosted.close(), openAi.close()]))

const writerOf = (environment: Record<string, string>): Writer => {
  const config = readConfig(environment)
  return chooseWriters(configuredModels(config.models), config)(0)
}
async function written(writer: Writer, asked: Template = template) {
  const spent: object[] = []
  const { results, notices } = await generate({
    template: asked,
    turns,
    context: {},
    writers: () => ({ ...writer, reviewer: null }),
    signal: new AbortController().signal,
    onUsage: (_, tokens) => spent.push(tokens),
  })
  return { value: results[0]?.value, flags: results[0]?.flags, notices, spent }
}
const sound = { value: ['Sleeps about five hours.'], flags: [], notices: [] }

describe('a note is written by a model of', () => {
  test('Anthropic, with its key in its own header', async () => {
    const writer = writerOf({
      MODEL_PROVIDER: 'anthropic',
      MODEL_NAME: 'claude-sonnet-4-5',
      ANTHROPIC_API_KEY: 'key-a',
      ANTHROPIC_BASE_URL: `${hosted.url}/v1`,
    })
    expect(await written(writer)).toEqual({ ...sound, spent: [{ inputTokens: 100, outputTokens: 50 }] })
    expect(hosted.requests.at(-1)).toMatchObject({ path: '/v1/messages', headers: { 'x-api-key': 'key-a' } })
  })

  test('Amazon Bedrock, over its event stream', async () => {
    const writer = writerOf({
      MODEL_PROVIDER: 'bedrock',
      MODEL_NAME: 'anthropic.claude-3-haiku',
      BEDROCK_API_KEY: 'key-b',
      BEDROCK_REGION: 'us-east-1',
      BEDROCK_BASE_URL: hosted.url,
    })
    expect(await written(writer)).toEqual({ ...sound, spent: [{ inputTokens: 100, outputTokens: 50 }] })
    expect(hosted.requests.at(-1)).toMatchObject({
      path: '/model/anthropic.claude-3-haiku/converse-stream',
      headers: { authorization: 'Bearer key-b' },
    })
  })

  test('Azure OpenAI', async () => {
    const writer = writerOf({
      MODEL_PROVIDER: 'azure',
      MODEL_NAME: 'clinic-deployment',
      AZURE_API_KEY: 'key-c',
      AZURE_BASE_URL: openAi.baseUrl,
    })
    expect(await written(writer)).toMatchObject(sound)
    expect(openAi.requests.at(-1)).toMatchObject({ body: { model: 'clinic-deployment' }, apiKey: 'key-c' })
  })

  test('Ollama, in its own protocol, with the context that the request needs', async () => {
    const environment = { MODEL_PROVIDER: 'ollama', MODEL_NAME: 'small', OLLAMA_BASE_URL: hosted.url }
    const writer = writerOf(environment)
    expect(await written(writer)).toEqual({ ...sound, spent: [{ inputTokens: 100, outputTokens: 50 }] })
    expect(hosted.requests.at(-1)).toMatchObject({ path: '/api/chat', body: { model: 'small' } })
    expect(writer.contextSize).toBe(4096)
    const long = {
      ...template,
      fields: [{ id: 'sleep', name: 'Sleep', type: 'string', instructions: 'x '.repeat(9000) }],
    }
    for (const [size, wanted] of [
      ['32768', 16384],
      ['12000', 12000],
    ] as const) {
      const wide = writerOf({ ...environment, MODEL_CONTEXT_SIZE: size })
      await written(wide, templateContract.parse(long))
      expect(hosted.requests.at(-1)?.body.options).toMatchObject({ num_ctx: wanted })
    }
  })
})

describe('the model that writes', () => {
  const more = JSON.stringify([
    { slot: 2, provider: 'anthropic', model: 'claude', name: 'Careful', contextSize: 200_000, price: '3/15' },
  ])

  test('is chosen by slot; the built-in writer gets the first free slot', () => {
    const config = readConfig({
      MODEL_BASE_URL: 'http://127.0.0.1:1/v1',
      MODEL_NAME: 'first',
      MODELS: more,
      ANTHROPIC_API_KEY: 'k',
    })
    const rows = configuredModels(config.models)
    expect(rows.map(({ slot, name }) => [slot, name])).toEqual([
      [0, 'first'],
      [1, 'Built-in writer'],
      [2, 'Careful'],
    ])
    const writers = chooseWriters(rows, config)
    expect([writers(0).name, writers(2).name, writers(2).contextSize, writers(9).name]).toEqual([
      'first',
      'Careful',
      200_000,
      'first',
    ])
  })

  describe('of Ollama', () => {
    const listed = {
      models: [{ name: 'nomic-embed-text', details: { family: 'nomic-bert' } }, { name: 'llama3.2:3b' }],
    }
    const about: Record<string, object> = {
      'nomic-embed-text': { capabilities: ['embedding'], model_info: { 'nomic-bert.context_length': 2048 } },
      'llama3.2:3b': { capabilities: ['completion'], model_info: { 'llama.context_length': 131072 } },
      'wide:7b': { capabilities: ['completion'], parameters: 'stop "<eot>"\nnum_ctx                        16384' },
    }
    let ollama: Server
    let environment: Record<string, string>
    /** If false, the fake Ollama does not report what its models can do, as older versions of Ollama. */
    let tells = true
    beforeAll(async () => {
      ollama = createServer(async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        if (request.url === '/api/tags') return response.end(JSON.stringify(listed))
        const { model } = JSON.parse(Buffer.concat(chunks).toString()) as { model: string }
        const known = request.url === '/api/show' && request.method === 'POST' && tells ? about[model] : undefined
        response.writeHead(known ? 200 : 404).end(JSON.stringify(known ?? { error: `model '${model}' not found` }))
      })
      await new Promise<void>((resolve) => ollama.listen(0, '127.0.0.1', resolve))
      environment = { OLLAMA_BASE_URL: `http://127.0.0.1:${(ollama.address() as AddressInfo).port}` }
    })
    afterAll(() => {
      ollama.closeAllConnections()
      ollama.close()
    })
    const present = (more: Record<string, string> = {}) => presentModels(readConfig({ ...environment, ...more }))

    test('is the configured one, with its own context length', async () => {
      const configured = { MODEL_PROVIDER: 'ollama', MODEL_NAME: 'wide:7b' }
      expect(await present(configured)).toMatchObject([{ slot: 0, modelId: 'wide:7b', contextSize: 16384 }])
      expect(await present({ ...configured, MODEL_CONTEXT_SIZE: '9000' })).toMatchObject([{ contextSize: 9000 }])
      expect(await present({ ...configured, MODEL_NAME: 'unknown' })).toMatchObject([{ contextSize: 4096 }])
    })

    test('is a text model if none is configured, and never an embedding model', async () => {
      const found = { slot: 0, provider: 'ollama', modelId: 'llama3.2:3b' }
      // The server uses at most 32,768 tokens of the context of a model, because a larger context may need more memory
      // than the machine has. An administrator can set another size.
      expect(await present()).toMatchObject([{ ...found, contextSize: 32768 }])
      tells = false
      expect(await present()).toMatchObject([{ ...found, contextSize: 4096 }])
    })

    test('is none if Ollama does not run: the built-in writer writes', async () => {
      expect(await presentModels(readConfig({ OLLAMA_BASE_URL: 'http://127.0.0.1:1' }))).toEqual([])
    })
  })

  test.each([
    [{ MODELS: more }, /^ANTHROPIC_API_KEY must /],
    [{ MODEL_PROVIDER: 'azure', MODEL_NAME: 'x', AZURE_API_KEY: 'k' }, /^AZURE_API_KEY and AZURE_RESOURCE_NAME /],
    [{ MODEL_PROVIDER: 'bedrock', MODEL_NAME: 'x', BEDROCK_API_KEY: 'k' }, /^BEDROCK_API_KEY and BEDROCK_REGION /],
    [{ MODEL_NAME: 'x' }, /^MODEL_BASE_URL must /],
    [
      {
        MODEL_NAME: 'x',
        MODEL_BASE_URL: 'http://127.0.0.1:1/v1',
        MODELS: more.replace('"slot":2', '"slot":0'),
        ANTHROPIC_API_KEY: 'k',
      },
      /^MODELS must not name a slot twice/,
    ],
  ])('needs a configured provider, and the error names the missing variable', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence)
  })
})
