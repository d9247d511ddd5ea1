import { z } from 'zod'
import { limits } from './limits.ts'

/** Prices in US dollars per million tokens. */
export interface ModelPrice {
  inputPerMillion: number
  outputPerMillion: number
  /** Price for input tokens that the provider reads from its cache. Absent: the input price. */
  cachedPerMillion?: number | undefined
  /** Price for input tokens that the provider writes into its cache for later calls. Absent: the input price. */
  keptPerMillion?: number | undefined
}

/** How much a model thinks before it answers. Not every model supports every level. */
export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const
export type ReasoningEffort = (typeof reasoningEfforts)[number]

/** A language model that a field can choose by its slot; 0 is the default. The API key is never part of it. */
export const model = z.object({
  slot: z.number().int().min(0).max(limits.modelSlotMax),
  name: z.string(),
  /** `embedded` is the writer inside the server, which needs no network. */
  provider: z.string(),
  modelId: z.string(),
  /** The size of the model's context in tokens. 0 if unknown or not relevant. */
  contextSize: z.number().int().min(0),
  /** The organisation does not allow this model. A field that chooses this model is written by an allowed model. */
  refused: z.literal(true).optional(),
})
export type Model = z.infer<typeof model>
