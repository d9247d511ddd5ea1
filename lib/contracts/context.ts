import { z } from 'zod'
import { limits } from './limits.ts'

const short = z.string().max(limits.nameMax)
const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)

/** What is known of the visit besides the transcript: the patient, the provider and the date (product 3.10). */
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
  /**
   * `date` is an ISO date, YYYY-MM-DD, from which relative dates in the transcript are computed. `start` and `end` are
   * the times of the recording, HH:MM in the time zone of the clinician. They fill fields for start and end times.
   */
  current_visit: z
    .strictObject({ date: z.iso.date(), start: timeOfDay.optional(), end: timeOfDay.optional() })
    .optional(),
  /**
   * Values that are already in the page's form, if the clinician has allowed their use. The language model gets them as
   * background. They never count as something that was said.
   */
  page_values: z
    .array(z.strictObject({ label: short, value: z.string().max(limits.pageValueMax) }))
    .max(limits.fieldsMax)
    .optional(),
})
export type VisitContext = z.infer<typeof visitContext>
