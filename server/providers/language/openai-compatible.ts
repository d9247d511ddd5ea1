import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { ModelPrice } from '../../../lib/contracts/index.ts'
import type { Writer } from '../../generation/index.ts'
import { modelWriter } from './model-writer.ts'
import type { LanguageProviderName } from './provider-names.ts'

/** A model of an OpenAI-compatible endpoint. The key comes from the configuration and is sent to this endpoint only. */
export interface OpenAiCompatibleOptions {
  /** Base URL including the version, such as http://127.0.0.1:11434/v1. */
  baseUrl: string
  model: string
  apiKey?: string
  /** Display name in notices. Default: the name of the model. */
  name?: string
  /** The context size in tokens. */
  contextSize?: number
  /** The provider of the model, for the log. Default: `openai-compatible`. */
  provider?: LanguageProviderName
  price?: ModelPrice | null
  /** Time limit for one answer, in ms. */
  timeoutMs?: number
  /**
   * False for endpoints without support for JSON schemas. The request then asks for JSON without a schema. The answer
   * is checked here in any case.
   */
  structuredOutputs?: boolean
}

/** Creates a writer for an OpenAI-compatible chat endpoint. */
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
