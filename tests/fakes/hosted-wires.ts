import { crc32 } from 'node:zlib'
import { z } from 'zod'

/** The protocols that hosted models speak. */
export type Protocol = 'openai-compatible' | 'anthropic' | 'azure' | 'bedrock' | 'ollama'

/** A request to a model, in one shape for all protocols. */
export interface HostedAsk {
  protocol: Protocol
  model: string
  /** All texts of the request, in their order. */
  prompt: string
  form: 'schema' | 'tool' | 'plain'
  temperature: number | undefined
}

/** Why an answer ends. */
export type HostedEnd = 'stop' | 'length' | 'refusal'

/** How one protocol reads requests and writes answers. */
export interface Wire {
  contentType: string
  /** Reads a request. Returns null if the path or the body is not of this protocol. */
  read(path: string, body: unknown): HostedAsk | null
  /** Writes the beginning of an answer. `piece` writes each piece of its text, and `end` writes its end. */
  begin(ask: HostedAsk): Buffer[]
  piece(ask: HostedAsk, text: string): Buffer
  end(ask: HostedAsk, why: HostedEnd): Buffer[]
  /** The body of an error. */
  error(status: number, message: string): object
  /** The header that names a request. */
  idHeader: string
}

const texts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(texts)
  if (typeof value !== 'object' || value === null) return []
  return [...('content' in value ? texts(value.content) : []), ...('text' in value ? texts(value.text) : [])]
}
const promptOf = (...parts: unknown[]): string => parts.flatMap(texts).join('\n')
const line = (data: object): Buffer => Buffer.from(`data: ${JSON.stringify(data)}\n\n`)

const openAiRequest = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ content: z.unknown() })).min(1),
  stream: z.literal(true),
  temperature: z.number().optional(),
  response_format: z.looseObject({ type: z.string() }).optional(),
  tools: z.array(z.unknown()).optional(),
})

const openAiWire = (protocol: 'openai-compatible' | 'azure', path: string, idHeader: string): Wire => {
  const chunk = (ask: HostedAsk, delta: object, finish: string | null, usage?: object) =>
    line({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 0,
      model: ask.model,
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(usage === undefined ? {} : { usage }),
    })
  const call = (part: object) => ({ tool_calls: [{ index: 0, ...part }] })
  return {
    contentType: 'text/event-stream',
    idHeader,
    read(requestPath, body) {
      const read = openAiRequest.safeParse(body)
      if (requestPath.split('?')[0] !== path || !read.success) return null
      const { model, messages, temperature, response_format: format, tools = [] } = read.data
      const form = tools.length > 0 ? 'tool' : format?.type === 'json_schema' ? 'schema' : 'plain'
      return { protocol, model, prompt: promptOf(messages), form, temperature }
    },
    begin: (ask) =>
      ask.form === 'tool'
        ? [chunk(ask, call({ id: 'call_1', type: 'function', function: { name: 'answer', arguments: '' } }), null)]
        : [chunk(ask, { role: 'assistant', content: '' }, null)],
    piece: (ask, text) =>
      ask.form === 'tool'
        ? chunk(ask, call({ function: { arguments: text } }), null)
        : chunk(ask, { content: text }, null),
    end(ask, why) {
      const ended = ask.form === 'tool' ? 'tool_calls' : 'stop'
      const finish = why === 'stop' ? ended : why === 'length' ? 'length' : 'content_filter'
      const usage = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 }
      return [chunk(ask, {}, finish, usage), Buffer.from('data: [DONE]\n\n')]
    },
    error: (_, message) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
  }
}

const anthropicRequest = z.looseObject({
  model: z.string(),
  system: z.unknown(),
  messages: z.array(z.unknown()).min(1),
  stream: z.literal(true),
  temperature: z.number().optional(),
  tools: z.array(z.looseObject({ name: z.string() })).optional(),
  output_config: z.looseObject({ format: z.unknown() }).optional(),
})
/**
 * Name of the tool that the SDK declares if a model cannot be forced to follow a schema. The model then gives its
 * answer as the input of this tool.
 */
const schemaTool = 'json'

const anthropicEvent = (type: string, data: object): Buffer =>
  Buffer.from(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)

const anthropicErrors: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

/** The name of the tool whose input is the answer to a request. Null if the answer is a text. */
const toolOf = ({ form, model }: HostedAsk): string | null =>
  form === 'tool' ? 'answer' : form === 'schema' && !model.startsWith('grammar') ? schemaTool : null

const anthropicWire: Wire = {
  contentType: 'text/event-stream',
  idHeader: 'request-id',
  read(path, body) {
    const read = anthropicRequest.safeParse(body)
    if (path !== '/v1/messages' || !read.success) return null
    const { model, system, messages, temperature, tools = [] } = read.data
    const form = tools[0]?.name === schemaTool ? 'schema' : tools.length > 0 ? 'tool' : 'plain'
    return { protocol: 'anthropic', model, prompt: promptOf(system, messages), form, temperature }
  },
  begin(ask) {
    const tool = toolOf(ask)
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: ask.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 100, output_tokens: 1 },
    }
    const block =
      tool === null ? { type: 'text', text: '' } : { type: 'tool_use', id: 'toolu_1', name: tool, input: {} }
    return [
      anthropicEvent('message_start', { message }),
      anthropicEvent('content_block_start', { index: 0, content_block: block }),
    ]
  },
  piece: (ask, text) =>
    anthropicEvent('content_block_delta', {
      index: 0,
      delta: toolOf(ask) === null ? { type: 'text_delta', text } : { type: 'input_json_delta', partial_json: text },
    }),
  end(ask, why) {
    const ended = toolOf(ask) === null ? 'end_turn' : 'tool_use'
    const reason = why === 'stop' ? ended : why === 'length' ? 'max_tokens' : 'refusal'
    return [
      anthropicEvent('content_block_stop', { index: 0 }),
      anthropicEvent('message_delta', {
        delta: { stop_reason: reason, stop_sequence: null },
        usage: { output_tokens: 50 },
      }),
      anthropicEvent('message_stop', {}),
    ]
  },
  error: (status, message) => ({ type: 'error', error: { type: anthropicErrors[status] ?? 'api_error', message } }),
}

const bedrockRequest = z.looseObject({
  system: z.unknown(),
  messages: z.array(z.unknown()).min(1),
  inferenceConfig: z.looseObject({ temperature: z.number().optional() }).optional(),
  toolConfig: z
    .looseObject({ tools: z.array(z.looseObject({ toolSpec: z.looseObject({ name: z.string() }).optional() })) })
    .optional(),
})

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

const bedrockWire: Wire = {
  contentType: 'application/vnd.amazon.eventstream',
  idHeader: 'x-amzn-requestid',
  read(path, body) {
    const read = bedrockRequest.safeParse(body)
    const model = /^\/model\/([^/]+)\/converse-stream$/.exec(path)?.[1]
    if (model === undefined || !read.success) return null
    const { system, messages, inferenceConfig, toolConfig } = read.data
    const tool = toolConfig?.tools.map(({ toolSpec }) => toolSpec?.name).find((name) => name !== undefined)
    const form = tool === schemaTool ? 'schema' : tool !== undefined ? 'tool' : 'plain'
    const temperature = inferenceConfig?.temperature
    return {
      protocol: 'bedrock',
      model: decodeURIComponent(model),
      prompt: promptOf(system, messages),
      form,
      temperature,
    }
  },
  begin(ask) {
    const tool = toolOf(ask)
    const start = { toolUse: { toolUseId: 'tool_1', name: tool } }
    return [
      awsFrame('messageStart', { role: 'assistant' }),
      ...(tool === null ? [] : [awsFrame('contentBlockStart', { contentBlockIndex: 0, start })]),
    ]
  },
  piece: (ask, text) =>
    awsFrame('contentBlockDelta', {
      contentBlockIndex: 0,
      delta: toolOf(ask) === null ? { text } : { toolUse: { input: text } },
    }),
  end(ask, why) {
    const ended = toolOf(ask) === null ? 'end_turn' : 'tool_use'
    const stopReason = why === 'stop' ? ended : why === 'length' ? 'max_tokens' : 'content_filtered'
    const usage = { inputTokens: 100, outputTokens: 50, totalTokens: 150 }
    return [
      awsFrame('contentBlockStop', { contentBlockIndex: 0 }),
      awsFrame('messageStop', { stopReason }),
      awsFrame('metadata', { usage, metrics: { latencyMs: 1 } }),
    ]
  },
  error: (_, message) => ({ message }),
}

const ollamaRequest = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ content: z.string() })).min(1),
  stream: z.literal(true),
  format: z.unknown().optional(),
  options: z.looseObject({ num_ctx: z.number().int().positive(), temperature: z.number().optional() }),
})
const ollamaLine = (data: object): Buffer => Buffer.from(`${JSON.stringify(data)}\n`)

const ollamaWire: Wire = {
  contentType: 'application/x-ndjson',
  idHeader: 'x-request-id',
  read(path, body) {
    const read = ollamaRequest.safeParse(body)
    if (path !== '/api/chat' || !read.success) return null
    const { model, messages, format, options } = read.data
    const form = format === undefined ? 'plain' : 'schema'
    return { protocol: 'ollama', model, prompt: promptOf(messages), form, temperature: options.temperature }
  },
  begin: () => [],
  piece: ({ model }, content) => ollamaLine({ model, message: { role: 'assistant', content }, done: false }),
  end({ model }, why) {
    // Ollama's protocol cannot mark an answer as a refusal. A model refuses only in its text, so a refusal ends like an
    // ordinary answer.
    const done = { done: true, done_reason: why === 'length' ? 'length' : 'stop' }
    return [
      ollamaLine({
        model,
        message: { role: 'assistant', content: '' },
        ...done,
        prompt_eval_count: 100,
        eval_count: 50,
      }),
    ]
  },
  error: (_, message) => ({ error: message }),
}

export const wires: Record<Protocol, Wire> = {
  'openai-compatible': openAiWire('openai-compatible', '/openai-compatible/v1/chat/completions', 'x-request-id'),
  anthropic: anthropicWire,
  azure: openAiWire('azure', '/openai/v1/chat/completions', 'apim-request-id'),
  bedrock: bedrockWire,
  ollama: ollamaWire,
}
