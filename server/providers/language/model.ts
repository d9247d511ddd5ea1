import type { ModelPrice } from '../../../lib/contracts/index.ts'
import type { LanguageProviderName } from './provider-names.ts'

/** A language model in a slot. */
export interface ConfiguredModel {
  slot: number
  provider: LanguageProviderName
  /** What the provider calls it. */
  modelId: string
  /** What people read. */
  name: string
  /** In tokens; 0 where it is not known. */
  contextSize: number
  /** null where it is not known. */
  price: ModelPrice | null
}

/** Where models are served, and the keys to them; null where nothing was given. */
export interface LanguageProviders {
  'openai-compatible': { baseUrl: string; apiKey: string | null } | null
  anthropic: { apiKey: string; baseUrl: string | null } | null
  azure: { apiKey: string; resourceName: string | null; baseUrl: string | null } | null
  bedrock: { apiKey: string; region: string; baseUrl: string | null } | null
  ollama: { baseUrl: string }
}
