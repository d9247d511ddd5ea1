import { z } from 'zod'
import type { ConfiguredModel } from './model.ts'

const tags = z.object({ models: z.array(z.object({ name: z.string() })) })
const patienceMs = 500

/** The first model of an Ollama that answers at this address, as slot 0; null where none does. */
export async function findOllama(baseUrl: string): Promise<ConfiguredModel | null> {
  let answer: unknown
  try {
    const response = await fetch(`${baseUrl}/api/tags`, { signal: AbortSignal.timeout(patienceMs) })
    answer = await response.json()
  } catch {
    // Nobody there, or somebody else.
    return null
  }
  const [first] = tags.safeParse(answer).data?.models ?? []
  if (first === undefined) return null
  return { slot: 0, provider: 'ollama', modelId: first.name, name: first.name, contextSize: 0, price: null }
}
