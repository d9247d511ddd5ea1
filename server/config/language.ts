import { z } from 'zod'
import { limits, type ModelPrice, type Reviewer, reasoningEfforts, reviewer } from '../../lib/contracts/index.ts'
import type { ConfiguredModel, LanguageProviders } from '../providers/language/model.ts'
import { type LanguageProviderName, languageProviderNames } from '../providers/language/provider-names.ts'

/**
 * Prices of a model in US dollars per million tokens, separated by `/`, such as `3/15/0.3/3.75`: input, output, and
 * optionally input that is read from the cache and input that is written to the cache.
 */
export const modelPrice = z.string().regex(/^\d+(\.\d+)?(\/\d+(\.\d+)?){1,3}$/)

export const modelReviewer = z
  .string()
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : text))
  .pipe(reviewer)

export const modelList = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue('no JSON')
      return z.NEVER
    }
  })
  .pipe(
    z.array(
      z.strictObject({
        slot: z.number().int().min(0).max(limits.modelSlotMax),
        provider: z.enum(languageProviderNames),
        model: z.string().min(1),
        name: z.string().min(1).optional(),
        contextSize: z.number().int().min(0).default(0),
        price: modelPrice.optional(),
        reviewer: reviewer.default('self'),
        reasoning: z.enum(reasoningEfforts).nullable().default(null),
        maxOutputTokens: z.number().int().min(0).default(0),
        fallback: z.number().int().min(0).max(limits.modelSlotMax).nullable().default(null),
      }),
    ),
  )

interface LanguageVariables {
  MODEL_PROVIDER: LanguageProviderName
  MODEL_BASE_URL?: string | undefined
  MODEL_API_KEY?: string | undefined
  MODEL_NAME?: string | undefined
  MODEL_CONTEXT_SIZE: number
  MODEL_PRICE?: string | undefined
  MODEL_REVIEWER: Reviewer
  MODELS?: z.output<typeof modelList> | undefined
  ANTHROPIC_API_KEY?: string | undefined
  ANTHROPIC_BASE_URL?: string | undefined
  AZURE_API_KEY?: string | undefined
  AZURE_RESOURCE_NAME?: string | undefined
  AZURE_BASE_URL?: string | undefined
  BEDROCK_REGION?: string | undefined
  BEDROCK_API_KEY?: string | undefined
  BEDROCK_BASE_URL?: string | undefined
  OLLAMA_BASE_URL: string
}

function priceOf(text: string | undefined): ModelPrice | null {
  const [inputPerMillion, outputPerMillion, cachedPerMillion, keptPerMillion] = (text ?? '').split('/').map(Number)
  if (inputPerMillion === undefined || outputPerMillion === undefined) return null
  return {
    inputPerMillion,
    outputPerMillion,
    ...(cachedPerMillion === undefined ? {} : { cachedPerMillion }),
    ...(keptPerMillion === undefined ? {} : { keptPerMillion }),
  }
}

export const missingProvider: Record<LanguageProviderName, string> = {
  'openai-compatible': 'MODEL_BASE_URL must be the address of the endpoint that serves the model.',
  anthropic: 'ANTHROPIC_API_KEY must hold the key to the models of Anthropic.',
  azure: 'AZURE_API_KEY and AZURE_RESOURCE_NAME (or AZURE_BASE_URL) must name the resource that serves the model.',
  bedrock: 'BEDROCK_API_KEY and BEDROCK_REGION must say where the model is served.',
  ollama: 'OLLAMA_BASE_URL must be the address of Ollama.',
}

export function readLanguage(
  values: LanguageVariables,
): { models: ConfiguredModel[]; languageProviders: LanguageProviders } | string {
  if (values.MODEL_BASE_URL !== undefined && values.MODEL_NAME === undefined && values.MODELS === undefined)
    return 'MODEL_NAME must name the model to use at MODEL_BASE_URL.'
  const languageProviders: LanguageProviders = {
    'openai-compatible':
      values.MODEL_BASE_URL === undefined
        ? null
        : { baseUrl: values.MODEL_BASE_URL, apiKey: values.MODEL_API_KEY ?? null },
    anthropic:
      values.ANTHROPIC_API_KEY === undefined
        ? null
        : { apiKey: values.ANTHROPIC_API_KEY, baseUrl: values.ANTHROPIC_BASE_URL ?? null },
    azure:
      values.AZURE_API_KEY === undefined || (values.AZURE_RESOURCE_NAME ?? values.AZURE_BASE_URL) === undefined
        ? null
        : {
            apiKey: values.AZURE_API_KEY,
            resourceName: values.AZURE_RESOURCE_NAME ?? null,
            baseUrl: values.AZURE_BASE_URL ?? null,
          },
    bedrock:
      values.BEDROCK_API_KEY === undefined || values.BEDROCK_REGION === undefined
        ? null
        : { apiKey: values.BEDROCK_API_KEY, region: values.BEDROCK_REGION, baseUrl: values.BEDROCK_BASE_URL ?? null },
    ollama: { baseUrl: values.OLLAMA_BASE_URL },
  }
  const models: ConfiguredModel[] = [
    ...(values.MODEL_NAME === undefined
      ? []
      : [
          {
            slot: 0,
            provider: values.MODEL_PROVIDER,
            modelId: values.MODEL_NAME,
            name: values.MODEL_NAME,
            contextSize: values.MODEL_CONTEXT_SIZE,
            price: priceOf(values.MODEL_PRICE),
            reviewer: values.MODEL_REVIEWER,
            reasoning: null,
            maxOutputTokens: 0,
            fallbackSlot: null,
          },
        ]),
    ...(values.MODELS ?? []).map(({ model, name = model, price, fallback, ...settings }) => ({
      ...settings,
      modelId: model,
      name,
      price: priceOf(price),
      fallbackSlot: fallback,
    })),
  ]
  if (new Set(models.map(({ slot }) => slot)).size < models.length)
    return 'MODELS must not name a slot twice; slot 0 is MODEL_NAME’s where that is set.'
  const unserved = models.find(({ provider }) => languageProviders[provider] === null)
  return unserved === undefined ? { models, languageProviders } : missingProvider[unserved.provider]
}
