import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { ModelPrice } from '../../../lib/contracts/index.ts'
import type { Writer } from '../../generation/index.ts'
import { modelWriter } from './model-writer.ts'
import type { LanguageProviderName } from './provider-names.ts'

/** A model behind an OpenAI-compatible endpoint. The key comes from configuration and goes nowhere else. */
export interface OpenAiCompatibleOptions {
  /** Up to and with the version, as in http://127.0.0.1:11434/v1. */
  baseUrl: string
  model: string
  apiKey?: string
  /** What notices call it; the model's own name by default. */
  name?: string
  /** How many tokens it reads at most. */
  contextSize?: number
  /** Who serves it, for the log; `openai-compatible` by default. */
  provider?: LanguageProviderName
  price?: ModelPrice | null
  /** How long one answer may take, in ms. */
  timeoutMs?: number
  /** false for endpoints that know no JSON schema: they are asked for plain JSON, checked here all the same. */
  structuredOutputs?: boolean
}

/** A writer over any OpenAI-compatible chat endpoint. */
export function openAiCompatibleWriter(options: OpenAiCompatibleOptions): Writer {
  const {
    baseUrl,
    model,
    apiKey,
    name = model,
    structuredOutputs = true,
    contextSize,
    provider = 'openai-compatible',
    price = null,
    timeoutMs,
  } = options
  const serving = createOpenAICompatible({
    name: 'configured',
    baseURL: baseUrl,
    supportsStructuredOutputs: structuredOutputs,
    includeUsage: true,
    ...(apiKey === undefined ? {} : { apiKey }),
  })
  return modelWriter({
    model: serving(model),
    name,
    provider,
    price,
    ...(contextSize === undefined ? {} : { contextSize }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
}
