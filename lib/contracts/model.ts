import { z } from 'zod'
import { limits } from './limits.ts'

/** Prices in US dollars per million tokens. */
export interface ModelPrice {
  inputPerMillion: number
  outputPerMillion: number
  cachedPerMillion?: number | undefined
  keptPerMillion?: number | undefined
}

export const reasoningEfforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const
export type ReasoningEffort = (typeof reasoningEfforts)[number]

/**
 * Who reviews the notes that a model writes: the model itself in one more call (`self`), the model of another slot, or
 * nobody (`off`).
 */
export const reviewer = z.union([z.enum(['self', 'off']), z.number().int().min(0).max(limits.modelSlotMax)])
export type Reviewer = z.infer<typeof reviewer>

export const model = z.object({
  slot: z.number().int().min(0).max(limits.modelSlotMax),
  name: z.string(),
  /** The company or program that runs the model. `embedded`: the writer inside the server, which needs no network. */
  provider: z.string(),
  modelId: z.string(),
  /** How many tokens the model can read and write in one call. 0: not known, or not relevant for this model. */
  contextSize: z.number().int().min(0),
  /**
   * Set if the organisation does not allow this model. An allowed model then writes the fields that choose this model.
   */
  refused: z.literal(true).optional(),
})
export type Model = z.infer<typeof model>
