import { APICallError, type LanguageModel } from 'ai'
import { z } from 'zod'

type Model = Extract<LanguageModel, { specificationVersion: 'v4' }>
type CallOptions = Parameters<Model['doStream']>[0]
type StreamPart = Awaited<ReturnType<Model['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never

export interface OllamaModelOptions {
  baseUrl: string
  model: string
  /** The largest context in tokens that a request may ask for. */
  contextMax: number
}

const line = z.object({
  error: z.string().optional(),
  message: z.object({ content: z.string().default(''), thinking: z.string().optional() }).optional(),
  done: z.boolean().default(false),
  done_reason: z.string().optional(),
  prompt_eval_count: z.number().optional(),
  eval_count: z.number().optional(),
})
type Line = z.infer<typeof line>

/** Number of tokens that are reserved for the answer if no maximum length of answers is set. */
const answerTokens = 4_096
const contextMin = 4_096
/**
 * Estimated number of characters per token. Text has about four. The estimate is lower, so that the context size is not
 * too small: Ollama would cut off the rest of the request without an error.
 */
const charactersPerToken = 3

/**
 * Returns the context size in tokens that a request needs, rounded up to a power of two. Ollama loads the model again
 * whenever the size changes. The rounding gives most calls of one note the same size.
 */
export function contextNeeded(characters: number, maxOutputTokens: number, contextMax: number): number {
  const tokens = Math.ceil(characters / charactersPerToken) + (maxOutputTokens === 0 ? answerTokens : maxOutputTokens)
  let size = contextMin
  while (size < tokens) size *= 2
  return Math.min(size, contextMax)
}

const messagesOf = ({ prompt }: CallOptions) =>
  prompt.map(({ role, content }) => ({
    role,
    content:
      typeof content === 'string'
        ? content
        : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n'),
  }))

/**
 * A model that uses Ollama's own protocol. The OpenAI-compatible protocol of Ollama has no `num_ctx`. Without
 * `num_ctx`, Ollama reads the first 4,096 tokens of a request and drops the rest without an error.
 */
export function ollamaModel({ baseUrl, model, contextMax }: OllamaModelOptions): Model {
  const url = `${baseUrl}/api/chat`

  async function ask(options: CallOptions): Promise<Response> {
    const { responseFormat, temperature, maxOutputTokens, reasoning, abortSignal } = options
    const messages = messagesOf(options)
    const characters = messages.reduce((sum, { content }) => sum + content.length, 0)
    const body = {
      model,
      messages,
      stream: true,
      ...(responseFormat?.type === 'json' ? { format: responseFormat.schema ?? 'json' } : {}),
      ...(reasoning === undefined || reasoning === 'provider-default' ? {} : { think: thinking(reasoning) }),
      options: {
        num_ctx: contextNeeded(characters, maxOutputTokens ?? 0, contextMax),
        ...(temperature === undefined ? {} : { temperature }),
        ...(maxOutputTokens === undefined ? {} : { num_predict: maxOutputTokens }),
      },
    }
    const errorContext = { url, requestBodyValues: {} }
    const requestInit = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(url, { ...requestInit, signal: abortSignal ?? null }).catch((cause: unknown) => {
      abortSignal?.throwIfAborted()
      throw new APICallError({ ...errorContext, message: 'Ollama cannot be reached.', cause })
    })
    if (!response.ok)
      throw new APICallError({
        ...errorContext,
        message: 'Ollama refused the request.',
        statusCode: response.status,
        responseHeaders: Object.fromEntries(response.headers),
        responseBody: await response.text(),
      })
    return response
  }

  return {
    specificationVersion: 'v4',
    provider: 'ollama',
    modelId: model,
    supportedUrls: {},
    async doGenerate() {
      throw new Error('Answers of Ollama are streamed.')
    },
    async doStream(options) {
      const response = await ask(options)
      if (response.body === null)
        throw new APICallError({ url, requestBodyValues: {}, message: 'Ollama sent nothing.' })
      return { stream: response.body.pipeThrough(new TextDecoderStream()).pipeThrough(partsOfLines()) }
    },
  }
}

const thinking = (effort: string): string | boolean => {
  if (effort === 'none') return false
  if (effort === 'minimal') return 'low'
  return effort === 'xhigh' ? 'high' : effort
}

function partsOfLines(): TransformStream<string, StreamPart> {
  let rest = ''
  let isDone = false
  const id = 'answer'
  const take = (text: string, controller: TransformStreamDefaultController<StreamPart>) => {
    if (text.trim() === '' || isDone) return
    const answerLine = parsedLine(text)
    if (answerLine === null) return controller.error(new Error('Ollama’s answer broke off.'))
    if (answerLine.error !== undefined) return controller.error({ status: 500, message: answerLine.error })
    const { message, done } = answerLine
    if (message?.thinking) controller.enqueue({ type: 'reasoning-delta', id: 'thinking', delta: message.thinking })
    if (message !== undefined && message.content !== '')
      controller.enqueue({ type: 'text-delta', id, delta: message.content })
    if (!done) return
    isDone = true
    controller.enqueue({ type: 'text-end', id })
    controller.enqueue(finishOf(answerLine))
  }
  return new TransformStream<string, StreamPart>({
    start(controller) {
      controller.enqueue({ type: 'stream-start', warnings: [] })
      controller.enqueue({ type: 'text-start', id })
    },
    transform(chunk, controller) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const one of lines) take(one, controller)
    },
    flush(controller) {
      take(rest, controller)
      if (!isDone) controller.error(new Error('Ollama’s answer broke off.'))
    },
  })
}

function parsedLine(text: string): Line | null {
  try {
    return line.safeParse(JSON.parse(text)).data ?? null
  } catch {
    // The parser's error is dropped, because its message quotes the answer.
    return null
  }
}

function finishOf({ done_reason: raw, prompt_eval_count: inputTokens, eval_count: outputTokens }: Line): StreamPart {
  return {
    type: 'finish',
    finishReason: { unified: raw === 'length' ? 'length' : 'stop', raw },
    usage: {
      inputTokens: { total: inputTokens, noCache: inputTokens, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: outputTokens, text: outputTokens, reasoning: undefined },
    },
  }
}
