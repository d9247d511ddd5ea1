import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createAzure } from '@ai-sdk/azure'
import type { Writer } from '../../generation/index.ts'
import type { ConfiguredModel, LanguageProviders } from './model.ts'
import { modelWriter } from './model-writer.ts'
import { ollamaContextDefault } from './ollama.ts'
import { ollamaModel } from './ollama-model.ts'
import { openAiCompatibleWriter } from './openai-compatible.ts'
import { knownPrice } from './prices.ts'
import type { ModelWaits } from './waits.ts'

export type WrittenModel = Pick<ConfiguredModel, 'provider' | 'modelId' | 'name' | 'contextSize' | 'price'> &
  Partial<Pick<ConfiguredModel, 'reasoning' | 'maxOutputTokens'>>

/**
 * Creates a writer for a configured model. Throws if its provider is not configured. `chooseWriters` does not call this
 * function for such a model, but uses the built-in writer.
 */
export function languageWriter(
  { provider, modelId, name, contextSize, price, reasoning = null, maxOutputTokens = 0 }: WrittenModel,
  providers: LanguageProviders,
  waits?: ModelWaits,
): Writer {
  const details = {
    name,
    provider,
    contextSize,
    price: price === null ? null : knownPrice(provider, price),
    reasoning,
    maxOutputTokens,
    ...(waits === undefined ? {} : { waits }),
  }
  const requireSettings = <Settings>(settings: Settings | null): Settings => {
    if (settings === null) throw new Error(`The provider ${provider} is not configured.`)
    return settings
  }
  const at = (baseUrl: string | null) => (baseUrl === null ? {} : { baseURL: baseUrl })
  switch (provider) {
    case 'openai-compatible': {
      const { baseUrl, apiKey } = requireSettings(providers['openai-compatible'])
      return openAiCompatibleWriter({ baseUrl, model: modelId, ...details, ...(apiKey === null ? {} : { apiKey }) })
    }
    case 'ollama': {
      // If the size is unknown, use Ollama's default, because 0 would mean "no limit".
      const size = contextSize === 0 ? ollamaContextDefault : contextSize
      const model = ollamaModel({ baseUrl: providers.ollama.baseUrl, model: modelId, contextMax: size })
      return modelWriter({ model, ...details, contextSize: size, forms: ['schema', 'plain'] })
    }
    case 'anthropic': {
      const { apiKey, baseUrl } = requireSettings(providers.anthropic)
      return modelWriter({ model: createAnthropic({ apiKey, ...at(baseUrl) })(modelId), ...details, marksCache: true })
    }
    case 'azure': {
      const { apiKey, resourceName, baseUrl } = requireSettings(providers.azure)
      const resource = resourceName === null ? {} : { resourceName }
      // The chat protocol is used because all Azure deployments support it. By default, the SDK would use the Responses
      // API.
      return modelWriter({ model: createAzure({ apiKey, ...resource, ...at(baseUrl) }).chat(modelId), ...details })
    }
    case 'bedrock': {
      const { apiKey, region, baseUrl } = requireSettings(providers.bedrock)
      const model = createAmazonBedrock({ apiKey, region, ...at(baseUrl) })(modelId)
      return modelWriter({ model, ...details, marksCache: true })
    }
  }
}
