import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { Writer } from '../../generation/index.ts'
import { type ModelWriterOptions, modelWriter } from './model-writer.ts'

/** A model of an OpenAI-compatible endpoint. The key comes from the configuration and is sent to this endpoint only. */
export interface OpenAiCompatibleOptions extends Omit<ModelWriterOptions, 'model' | 'name' | 'provider'> {
  baseUrl: string
  model: string
  apiKey?: string
  name?: string
}

export function openAiCompatibleWriter({
  baseUrl,
  model,
  apiKey,
  name = model,
  ...options
}: OpenAiCompatibleOptions): Writer {
  const serving = createOpenAICompatible({
    name: 'configured',
    baseURL: baseUrl,
    supportsStructuredOutputs: true,
    includeUsage: true,
    ...(apiKey === undefined ? {} : { apiKey }),
  })
  return modelWriter({ model: serving(model), name, provider: 'openai-compatible', ...options })
}
