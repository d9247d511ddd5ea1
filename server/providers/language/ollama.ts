import { z } from 'zod'
import type { ConfiguredModel } from './model.ts'

const tag = z.object({ name: z.string(), details: z.object({ family: z.string().nullish() }).nullish() })
const tags = z.object({ models: z.array(tag) })
const modelShape = z.object({
  /** What the model can do, such as `completion`. Old versions of Ollama do not send this property. */
  capabilities: z.array(z.string()).optional(),
  parameters: z.string().optional(),
  model_info: z.record(z.string(), z.unknown()).optional(),
})
type Shown = z.infer<typeof modelShape>

const patienceMs = 500
export const ollamaContextDefault = 4096
/**
 * Largest context size in tokens that is used without a setting of an administrator. A larger context can need more
 * memory than the machine has.
 */
const contextMax = 32_768

/** Makes one request in Ollama's own protocol. Null if there is no response, or if the server is not Ollama. */
async function askOllama<Shape>(shape: z.ZodType<Shape>, url: string, body?: object): Promise<Shape | null> {
  try {
    const requestInit = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(url, { ...requestInit, signal: AbortSignal.timeout(patienceMs) })
    return shape.safeParse(await response.json()).data ?? null
  } catch {
    return null
  }
}

const show = (baseUrl: string, model: string): Promise<Shown | null> =>
  askOllama(modelShape, `${baseUrl}/api/show`, { model })

/**
 * Returns the largest context size in tokens that requests to this model may ask for (`num_ctx`). Ollama silently
 * truncates longer requests, so the result must not be higher than what the model can read.
 */
function contextOf(modelInfo: Shown | null): number {
  const contextSetting = /^num_ctx\s+(\d+)$/m.exec(modelInfo?.parameters ?? '')?.[1]
  if (contextSetting !== undefined) return Number(contextSetting)
  const [, most] = Object.entries(modelInfo?.model_info ?? {}).find(([name]) => name.endsWith('.context_length')) ?? []
  return typeof most === 'number' && most > 0 ? Math.min(most, contextMax) : ollamaContextDefault
}

/**
 * Returns the context size in tokens of a model on the Ollama server at this address. If the server does not report it,
 * returns Ollama's default.
 */
export const ollamaContextSize = async (baseUrl: string, model: string): Promise<number> =>
  contextOf(await show(baseUrl, model))

const embeds = /embed|bert|minilm|\bbge|\be5\b|\bgte\b|rerank/i

/** True if a model generates text. Ollama's list also contains models that only compute embeddings. */
function writesText({ name, details }: z.infer<typeof tag>, modelInfo: Shown | null): boolean {
  if (modelInfo?.capabilities !== undefined) return modelInfo.capabilities.includes('completion')
  return !embeds.test(name) && !embeds.test(details?.family ?? '')
}

/**
 * Returns the first model that generates text from the Ollama server at this address, configured for slot 0. Null if no
 * server answers, or if the server has no such model.
 */
export async function findOllama(baseUrl: string): Promise<ConfiguredModel | null> {
  const { models } = (await askOllama(tags, `${baseUrl}/api/tags`)) ?? { models: [] }
  for (const model of models) {
    const modelInfo = await show(baseUrl, model.name)
    if (!writesText(model, modelInfo)) continue
    const { name } = model
    return {
      slot: 0,
      provider: 'ollama',
      modelId: name,
      name,
      contextSize: contextOf(modelInfo),
      price: null,
      reviewer: 'self',
      reasoning: null,
      maxOutputTokens: 0,
      fallbackSlot: null,
    }
  }
  return null
}
