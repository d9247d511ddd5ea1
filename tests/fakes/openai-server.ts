import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

const chatRequest = z.object({
  model: z.string(),
  messages: z
    .array(z.object({ role: z.enum(['system', 'user', 'assistant', 'developer']), content: z.string() }))
    .min(1),
  temperature: z.number().optional(),
  stream: z.boolean().optional(),
  response_format: z
    .discriminatedUnion('type', [
      z.object({
        type: z.literal('json_schema'),
        json_schema: z.object({ name: z.string(), schema: z.record(z.string(), z.unknown()) }).loose(),
      }),
      z.object({ type: z.literal('json_object') }),
    ])
    .optional(),
})
export type ChatRequest = z.infer<typeof chatRequest>

/** The speed of a fake model: the time to its first token, and its tokens (four characters each) per second. */
export interface ChatPace {
  firstTokenMs: number
  tokensPerSecond: number
}

/**
 * The fake model's answer to a request: text, text cut at the token limit, a stream that breaks off, an HTTP error, or
 * no answer. After each token, the fake calls `spoken` with the number of characters sent, and waits for the promise
 * that `spoken` returns.
 */
export type ChatReply =
  | { kind: 'text'; content: string; pace?: ChatPace; spoken?: (characters: number) => void | Promise<void> }
  | { kind: 'broken'; content: string }
  | { kind: 'cut'; content: string }
  | { kind: 'fail'; status: number; message?: string }
  | { kind: 'silence' }

export interface FakeOpenAi {
  /** The base URL, including the version. */
  baseUrl: string
  /** All received requests, with their credentials. */
  requests: { body: ChatRequest; authorization: string | undefined; apiKey: string | undefined }[]
  /** Number of requests whose connection was closed before the answer was complete. */
  hungUp: () => number
  /** Number of received requests whose answer is not complete yet. */
  answering: () => number
  close: () => Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** An error in OpenAI's format. Errors that may be retried ask for a retry at once. */
function refuse(response: ServerResponse, { status, message }: Extract<ChatReply, { kind: 'fail' }>): void {
  if (status === 429 || status >= 500) response.setHeader('retry-after-ms', '1')
  const type = status === 401 ? 'invalid_request_error' : 'server_error'
  send(response, status, { error: { message: message ?? 'The model is not available', type, param: null, code: null } })
}

const tick = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const tokenCharacters = 4

/** The tokens that a model has read, and how many of them it found in its cache. */
interface ReadTokens {
  prompt_tokens: number
  prompt_tokens_details?: { cached_tokens: number }
}

/** The fake reports cached tokens in multiples of this number, as the prompt cache of a provider does. */
const cacheStep = 128

/**
 * Counts the tokens of a request: first the schema of the answer, then the messages. Also counts the tokens at the
 * beginning that are the same as in an earlier request. `keep` must be called when the answer begins: a provider can
 * reuse the beginning of a request only from then on.
 */
function promptCache(): (request: ChatRequest) => { tokens: ReadTokens; keep: () => void } {
  const earlier: string[] = []
  return ({ messages, response_format }) => {
    const schema = JSON.stringify(response_format ?? null)
    const text = schema + messages.map(({ role, content }) => `${role}\n${content}`).join('\n')
    const shared = Math.max(0, ...earlier.map((one) => commonLength(one, text)))
    const cached = Math.floor(shared / tokenCharacters / cacheStep) * cacheStep
    return {
      tokens: {
        prompt_tokens: Math.ceil(text.length / tokenCharacters),
        prompt_tokens_details: { cached_tokens: cached },
      },
      keep: () => void earlier.push(text),
    }
  }
}

function commonLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

/** Streams an answer token by token at the given speed. */
async function speak(
  response: ServerResponse,
  model: string,
  answer: Extract<ChatReply, { content: string }>,
  read: ReadTokens = { prompt_tokens: 100 },
  onBegin: () => void = () => {},
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const chunk = (delta: object, finish: string | null, usage?: object) =>
    response.write(
      `data: ${JSON.stringify({
        id: 'chatcmpl',
        object: 'chat.completion.chunk',
        created: 0,
        model,
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...(usage === undefined ? {} : { usage }),
      })}\n\n`,
    )
  const tokens = answer.content.match(new RegExp(`[\\s\\S]{1,${tokenCharacters}}`, 'g')) ?? []
  const pace = answer.kind === 'text' ? answer.pace : undefined
  const begun = performance.now()
  for (const [index, token] of tokens.entries()) {
    if (pace) {
      const dueMs = pace.firstTokenMs + (index / pace.tokensPerSecond) * 1000
      const waitMs = dueMs - (performance.now() - begun)
      if (waitMs > 1) await tick(waitMs)
    }
    if (response.destroyed) return
    if (index === 0) onBegin()
    chunk({ role: 'assistant', content: token }, null)
    if (answer.kind === 'text') await answer.spoken?.((index + 1) * tokenCharacters)
  }
  if (answer.kind === 'broken') {
    await tick(0)
    response.destroy()
    return
  }
  chunk({}, answer.kind === 'cut' ? 'length' : 'stop', {
    ...read,
    completion_tokens: tokens.length,
    total_tokens: read.prompt_tokens + tokens.length,
  })
  response.end('data: [DONE]\n\n')
}

/**
 * A server that implements OpenAI's chat-completions protocol on a free port of 127.0.0.1. `reply` supplies the
 * answers. With `cache`, it counts tokens, and remembers the beginnings of prompts as a provider's cache does.
 */
export async function startFakeOpenAi(
  reply: (body: ChatRequest, count: number) => ChatReply,
  { cache = false }: { cache?: boolean } = {},
): Promise<FakeOpenAi> {
  const read = cache ? promptCache() : undefined
  const requests: FakeOpenAi['requests'] = []
  let hungUp = 0
  let answering = 0
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url?.split('?')[0] !== '/v1/chat/completions')
      return send(response, 404, { error: { message: 'Unknown request URL', type: 'invalid_request_error' } })
    const parsed = chatRequest.safeParse(await bodyOf(request))
    if (!parsed.success)
      return send(response, 400, { error: { message: z.prettifyError(parsed.error), type: 'invalid_request_error' } })
    answering += 1
    response.on('close', () => {
      if (!response.writableFinished) hungUp += 1
      answering -= 1
    })
    requests.push({
      body: parsed.data,
      authorization: request.headers.authorization,
      apiKey: request.headers['api-key']?.toString(),
    })
    const answer = reply(parsed.data, requests.length)
    const { tokens, keep } = read?.(parsed.data) ?? {}
    if (answer.kind === 'silence') return
    if (answer.kind === 'fail') return refuse(response, answer)
    if (parsed.data.stream === true) return speak(response, parsed.data.model, answer, tokens, keep)
    if (answer.kind === 'broken') return response.destroy()
    send(response, 200, {
      id: `chatcmpl-${requests.length}`,
      object: 'chat.completion',
      created: 0,
      model: parsed.data.model,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: answer.content },
          finish_reason: answer.kind === 'cut' ? 'length' : 'stop',
        },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, ...tokens },
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    hungUp: () => hungUp,
    answering: () => answering,
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections()
        server.close((error) => (error === undefined ? resolve() : reject(error)))
      }),
  }
}
