import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createAzure } from '@ai-sdk/azure'
import type { Writer } from '../../generation/index.ts'
import type { ConfiguredModel, LanguageProviders } from './model.ts'
import { modelWriter } from './model-writer.ts'
import { ollamaContextDefault } from './ollama.ts'
import { openAiCompatibleWriter } from './openai-compatible.ts'

/**
 * Creates a writer for a configured model. Throws if its provider is not configured. `readConfig` rejects such a
 * configuration, so this does not happen on a running server.
 */
export function languageWriter(
  { provider, modelId, name, contextSize, price }: Omit<ConfiguredModel, 'slot' | 'reviewer'>,
  providers: LanguageProviders,
): Writer {
  const details = { name, provider, contextSize, price }
  const given = <Settings>(settings: Settings | null): Settings => {
    if (settings === null) throw new Error(`The provider ${provider} is not configured.`)
    return settings
  }
  const at = (baseUrl: string | null) => (baseUrl === null ? {} : { baseURL: baseUrl })
  switch (provider) {
    case 'openai-compatible': {
      const { baseUrl, apiKey } = given(providers['openai-compatible'])
      return openAiCompatibleWriter({ baseUrl, model: modelId, ...details, ...(apiKey === null ? {} : { apiKey }) })
    }
    case 'ollama':
      return openAiCompatibleWriter({
        baseUrl: `${providers.ollama.baseUrl}/v1`,
        model: modelId,
        ...details,
        // Ollama silently truncates longer requests. If the size is unknown, use Ollama's default, because 0 would mean
        // "no limit".
        contextSize: contextSize === 0 ? ollamaContextDefault : contextSize,
      })
    case 'anthropic': {
      const { apiKey, baseUrl } = given(providers.anthropic)
      return modelWriter({ model: createAnthropic({ apiKey, ...at(baseUrl) })(modelId), ...details, marksCache: true })
    }
    case 'azure': {
      const { apiKey, resourceName, baseUrl } = given(providers.azure)
      const resource = resourceName === null ? {} : { resourceName }
      // All Azure deployments support the chat protocol.
      return modelWriter({ model: createAzure({ apiKey, ...resource, ...at(baseUrl) }).chat(modelId), ...details })
    }
    case 'bedrock': {
      const { apiKey, region, baseUrl } = given(providers.bedrock)
      const model = createAmazonBedrock({ apiKey, region, ...at(baseUrl) })(modelId)
      return modelWriter({ model, ...details, marksCache: true })
    }
  }
}
