import type { ModelPrice, ReasoningEffort, Reviewer } from '../../../lib/contracts/index.ts'
import type { LanguageProviderName } from './provider-names.ts'

/** A language model that is assigned to a slot. */
export interface ConfiguredModel {
  slot: number
  provider: LanguageProviderName
  /** The provider's name for the model. */
  modelId: string
  /** Display name. */
  name: string
  /** In tokens; 0 if unknown. */
  contextSize: number
  /** Null if unknown. */
  price: ModelPrice | null
  /** Who reviews the notes of this model. */
  reviewer: Reviewer
  /** How much the model thinks before it answers. Null: the default of the provider. */
  reasoning: ReasoningEffort | null
  /** Maximum length of an answer in tokens. 0: the default of the provider. */
  maxOutputTokens: number
  /** The slot of the model that writes if this model fails. Null: no other model writes. */
  fallbackSlot: number | null
}

/** Addresses and keys of the model providers. Null: not configured. */
export interface LanguageProviders {
  'openai-compatible': { baseUrl: string; apiKey: string | null } | null
  anthropic: { apiKey: string; baseUrl: string | null } | null
  azure: { apiKey: string; resourceName: string | null; baseUrl: string | null } | null
  bedrock: { apiKey: string; region: string; baseUrl: string | null } | null
  ollama: { baseUrl: string }
}
