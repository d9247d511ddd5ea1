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

/** How the fake model answers a request: with text, cut off, with an HTTP failure, or never. */
export type ChatReply =
  | { kind: 'text'; content: string }
  | { kind: 'cut'; content: string }
  | { kind: 'fail'; status: number }
  | { kind: 'silence' }

export interface FakeOpenAi {
  /** The base address, with the version. */
  baseUrl: string
  /** Every request that came in, with its authorization header. */
  requests: { body: ChatRequest; authorization: string | undefined }[]
  /** How many requests their caller has hung up on. */
  hungUp: () => number
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

/** A server that speaks the chat-completions protocol of OpenAI on a free port of 127.0.0.1, its words given by `reply`. */
export async function startFakeOpenAi(reply: (body: ChatRequest, count: number) => ChatReply): Promise<FakeOpenAi> {
  const requests: FakeOpenAi['requests'] = []
  let hungUp = 0
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
      return send(response, 404, { error: { message: 'Unknown request URL', type: 'invalid_request_error' } })
    const parsed = chatRequest.safeParse(await bodyOf(request))
    if (!parsed.success)
      return send(response, 400, { error: { message: z.prettifyError(parsed.error), type: 'invalid_request_error' } })
    response.on('close', () => {
      if (!response.writableFinished) hungUp += 1
    })
    requests.push({ body: parsed.data, authorization: request.headers.authorization })
    const answer = reply(parsed.data, requests.length)
    if (answer.kind === 'silence') return
    if (answer.kind === 'fail')
      return send(response, answer.status, { error: { message: 'The model is not available', type: 'server_error' } })
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
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    hungUp: () => hungUp,
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections()
        server.close((error) => (error === undefined ? resolve() : reject(error)))
      }),
  }
}
