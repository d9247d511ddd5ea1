import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { z } from 'zod'

const tool = z.looseObject({ name: z.string() })
const anthropicRequest = z.looseObject({
  model: z.string(),
  system: z.unknown(),
  messages: z.array(z.unknown()).min(1),
  stream: z.literal(true),
  tools: z.array(tool).optional(),
})
const bedrockRequest = z.looseObject({
  messages: z.array(z.unknown()).min(1),
  toolConfig: z.looseObject({ tools: z.array(z.looseObject({ toolSpec: tool })) }).optional(),
})

/** A received request. */
export interface HostedRequest {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Record<string, unknown>
}

export interface HostedModels {
  url: string
  requests: HostedRequest[]
  close: () => Promise<void>
}

/** Encodes one message of an Amazon event stream: lengths, headers and payload, each followed by its CRC. */
function awsFrame(eventType: string, payload: unknown): Buffer {
  const header = (name: string, value: string) => {
    const bytes = Buffer.from(value)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(bytes.length)
    return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), length, bytes])
  }
  const headers = Buffer.concat([
    header(':event-type', eventType),
    header(':content-type', 'application/json'),
    header(':message-type', 'event'),
  ])
  const body = Buffer.from(JSON.stringify(payload))
  const prelude = Buffer.alloc(8)
  prelude.writeUInt32BE(16 + headers.length + body.length, 0)
  prelude.writeUInt32BE(headers.length, 4)
  const checked = Buffer.alloc(4)
  checked.writeUInt32BE(crc32(prelude))
  const message = Buffer.concat([prelude, checked, headers, body])
  const end = Buffer.alloc(4)
  end.writeUInt32BE(crc32(message))
  return Buffer.concat([message, end])
}

const pieces = (text: string): string[] => text.match(/[\s\S]{1,12}/g) ?? []

function* anthropicEvents(text: string, asTool: boolean): Generator<[string, object]> {
  yield [
    'message_start',
    {
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 100, output_tokens: 1 },
      },
    },
  ]
  const block = asTool ? { type: 'tool_use', id: 'toolu_1', name: 'json', input: {} } : { type: 'text', text: '' }
  yield ['content_block_start', { index: 0, content_block: block }]
  for (const piece of pieces(text)) {
    const delta = asTool ? { type: 'input_json_delta', partial_json: piece } : { type: 'text_delta', text: piece }
    yield ['content_block_delta', { index: 0, delta }]
  }
  yield ['content_block_stop', { index: 0 }]
  const stop = asTool ? 'tool_use' : 'end_turn'
  yield ['message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 50 } }]
  yield ['message_stop', {}]
}

function* bedrockEvents(text: string, asTool: boolean): Generator<[string, object]> {
  yield ['messageStart', { role: 'assistant' }]
  if (asTool)
    yield ['contentBlockStart', { contentBlockIndex: 0, start: { toolUse: { toolUseId: 'tool_1', name: 'json' } } }]
  for (const piece of pieces(text)) {
    const delta = asTool ? { toolUse: { input: piece } } : { text: piece }
    yield ['contentBlockDelta', { contentBlockIndex: 0, delta }]
  }
  yield ['contentBlockStop', { contentBlockIndex: 0 }]
  yield ['messageStop', { stopReason: asTool ? 'tool_use' : 'end_turn' }]
  yield ['metadata', { usage: { inputTokens: 100, outputTokens: 50, totalTokens: 150 }, metrics: { latencyMs: 1 } }]
}

/** A server that implements Anthropic's messages and the Converse stream of Amazon Bedrock. `say` supplies the text. */
export async function startHostedModels(say: () => string): Promise<HostedModels> {
  const requests: HostedRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? ''
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>
    requests.push({ path, headers: request.headers, body })
    if (path === '/v1/messages') {
      const { tools = [] } = anthropicRequest.parse(body)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const [type, data] of anthropicEvents(say(), tools.length > 0))
        response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
      return response.end()
    }
    if (/^\/model\/[^/]+\/converse-stream$/.test(path)) {
      const { toolConfig } = bedrockRequest.parse(body)
      response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' })
      for (const [type, data] of bedrockEvents(say(), toolConfig !== undefined)) response.write(awsFrame(type, data))
      return response.end()
    }
    response.writeHead(404).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
