import { z } from 'zod'
import { limits } from './limits.ts'

/** US dollars for a million tokens. */
export interface ModelPrice {
  inputPerMillion: number
  outputPerMillion: number
}

/** A language model a field may choose by its slot, 0 being the default. Its key never leaves the configuration. */
export const model = z.object({
  slot: z.number().int().min(0).max(limits.modelSlotMax),
  name: z.string(),
  /** `embedded` is the writer inside the server; it needs no network. */
  provider: z.string(),
  modelId: z.string(),
  /** In tokens; 0 where it is not known or does not matter. */
  contextSize: z.number().int().min(0),
})
export type Model = z.infer<typeof model>
