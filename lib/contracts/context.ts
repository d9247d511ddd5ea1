import { z } from 'zod'
import { limits } from './limits.ts'

const short = z.string().max(limits.nameMax)

/** What is known of the visit besides its words: who, with whom, when (spec §3, example session). */
export const visitContext = z.strictObject({
  patient: z
    .strictObject({
      name: short.optional(),
      age: z.number().min(0).max(150).optional(),
      gender: short.optional(),
      pronouns: short.optional(),
      identifier: short.optional(),
      birthDate: short.optional(),
    })
    .optional(),
  provider: z.strictObject({ name: short.optional(), specialty: short.optional() }).optional(),
  /** `date` is an ISO day, YYYY-MM-DD; relative dates in the transcript are counted from it. */
  current_visit: z.strictObject({ date: z.iso.date() }).optional(),
  /** What stands in the page's form already, where the clinician wants it used: background, never something said. */
  page_values: z
    .array(z.strictObject({ label: short, value: z.string().max(limits.pageValueMax) }))
    .max(limits.fieldsMax)
    .optional(),
})
export type VisitContext = z.infer<typeof visitContext>
