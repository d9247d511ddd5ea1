import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, Output } from 'ai'
import type { Draft, Writer } from '../../generation/index.ts'
import { answerSchema } from './answer-schema.ts'
import { prompt, system } from './prompt.ts'

/** A model behind an OpenAI-compatible endpoint. The key comes from configuration and goes nowhere else. */
export interface OpenAiCompatibleOptions {
  /** Up to and with the version, as in http://127.0.0.1:11434/v1. */
  baseUrl: string
  model: string
  apiKey?: string
  /** What notices call it; the model's own name by default. */
  name?: string
  /** How long one answer may take, in ms. */
  timeoutMs?: number
  /** false for endpoints that know no JSON schema: they are asked for plain JSON, checked here all the same. */
  structuredOutputs?: boolean
}

const timeoutDefaultMs = 3 * 60_000

/** A model that ended before its answer was whole. */
export class IncompleteAnswerError extends Error {
  override name = 'IncompleteAnswerError'
  constructor(reason: string) {
    super(`The language model stopped before its answer was complete (${reason}).`)
  }
}

/**
 * A writer over any OpenAI-compatible chat endpoint, one structured answer for each group of fields.
 * Its `write` throws when the endpoint fails, takes too long or ends half-way; the engine turns that into a notice.
 */
export function openAiCompatibleWriter(options: OpenAiCompatibleOptions): Writer {
  const { baseUrl, model, apiKey, timeoutMs = timeoutDefaultMs, structuredOutputs = true } = options
  const provider = createOpenAICompatible({
    name: 'configured',
    baseURL: baseUrl,
    supportsStructuredOutputs: structuredOutputs,
    ...(apiKey === undefined ? {} : { apiKey }),
  })
  return {
    name: options.name ?? model,
    async *write(request) {
      request.signal.throwIfAborted()
      const answered = await generateText({
        model: provider(model),
        system,
        prompt: prompt(request),
        output: Output.object({ schema: answerSchema(request.fields) }),
        ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
        maxRetries: 2,
        timeout: { totalMs: timeoutMs },
        abortSignal: request.signal,
      })
      request.signal.throwIfAborted()
      if (answered.finishReason !== 'stop') throw new IncompleteAnswerError(answered.finishReason)
      for (const [index, field] of request.fields.entries()) {
        const answer = answered.output[`f${index}`]
        if (answer === undefined) continue
        const draft: Draft = { id: field.id, ...answer }
        yield draft
      }
    },
  }
}
