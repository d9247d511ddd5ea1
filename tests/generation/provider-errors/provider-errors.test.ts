import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Field } from '../../../lib/contracts/index.ts'
import { generate } from '../../../server/generation/index.ts'
import { languageWriter } from '../../../server/providers/language/index.ts'
import type { LanguageProviders } from '../../../server/providers/language/model.ts'
import { noteOf } from '../../fakes/note-model.ts'
import { type ErrorBody, errorBodies, sentences } from './bodies.ts'

const fields: Field[] = ['Sleep', 'Rest'].map((name) => ({ id: name, name, type: 'string' }))
const turns = ['Speaker 0: How do you sleep?', 'Speaker 1: I sleep five hours a night, and I walk every day.']

type Answer = (response: ServerResponse, request: Record<string, unknown>) => void
let answer: Answer
let requests = 0
const server = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  requests += 1
  answer(response, JSON.parse(Buffer.concat(parts).toString()))
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

/** Writes a note with a model whose provider answers like this. */
function write(by: ErrorBody['by'], given: Answer, maxOutputTokens = 0) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const providers: LanguageProviders = {
    'openai-compatible': { baseUrl: `${url}/v1`, apiKey: 'k' },
    anthropic: { baseUrl: `${url}/v1`, apiKey: 'k' },
    azure: { baseUrl: `${url}/v1`, apiKey: 'k', resourceName: null },
    bedrock: { baseUrl: url, apiKey: 'k', region: 'us-east-1' },
    ollama: { baseUrl: url },
  }
  const model = { provider: by, modelId: 'm', name: 'M', contextSize: 0, price: null, maxOutputTokens }
  const writer = languageWriter(model, providers, { answerMs: 20_000, silenceMs: 20_000, retryMs: 1 })
  answer = given
  requests = 0
  return generate({
    template: { id: 't', name: 'T', instructions: '', fields },
    turns,
    context: {},
    writers: () => ({ ...writer, reviewer: null }),
    signal: AbortSignal.timeout(30_000),
  })
}

function refuse(response: ServerResponse, { by, status, body }: ErrorBody): void {
  const json = JSON.stringify(body)
  if (status !== 200) return void response.writeHead(status, { 'content-type': 'application/json' }).end(json)
  const line = by === 'ollama' ? `${json}\n` : `${by === 'anthropic' ? 'event: error\n' : ''}data: ${json}\n\n`
  response.writeHead(200, { 'content-type': by === 'ollama' ? 'application/x-ndjson' : 'text/event-stream' }).end(line)
}

test.each(errorBodies.map((one, at) => [`${at} ${one.by} ${one.status} ${one.means}`, one] as const))(
  'the error of a provider leads to its sentence and its number of requests: %s',
  async (_, body) => {
    const failed = write(body.by, (response) => refuse(response, body))
    await expect(failed).rejects.toThrow(sentences[body.means])
    expect(requests).toBe(body.calls)
  },
)

test('a longest answer that the model does not know is left out', async () => {
  const message =
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
  const note = await write(
    'openai-compatible',
    (response, { max_tokens: most }) => {
      const delta = { role: 'assistant', content: noteOf(['f0', 'f1']) }
      const chunk = {
        id: 'c',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        choices: [{ index: 0, delta, finish_reason: 'stop' }],
      }
      if (most === undefined)
        response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`)
      else response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
    },
    8000,
  )
  expect(note.results.map(({ state }) => state)).toEqual(['stated', 'stated'])
  expect(requests).toBe(2)
})
