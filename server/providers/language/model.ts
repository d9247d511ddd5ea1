import type { ModelPrice, ReasoningEffort, Reviewer } from '../../../lib/contracts/index.ts'
import type { LanguageProviderName } from './provider-names.ts'

export interface ConfiguredModel {
  slot: number
  provider: LanguageProviderName
  modelId: string
  name: string
  /** In tokens; 0 if unknown. */
  contextSize: number
  price: ModelPrice | null
  reviewer: Reviewer
  reasoning: ReasoningEffort | null
  maxOutputTokens: number
  /** The slot of the model that writes if this model fails. Null: no other model writes. */
  fallbackSlot: number | null
}

export interface LanguageProviders {
  'openai-compatible': { baseUrl: string; apiKey: string | null } | null
  anthropic: { apiKey: string; baseUrl: string | null } | null
  azure: { apiKey: string; resourceName: string | null; baseUrl: string | null } | null
  bedrock: { apiKey: string; region: string; baseUrl: string | null } | null
  ollama: { baseUrl: string }
}
