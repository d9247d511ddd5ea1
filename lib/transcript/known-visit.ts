import { z } from 'zod'
import { storedPatient } from './stored-patient.ts'

/**
 * What a computer knows of a visit that was recorded on it.
 * - `patient`: the patient of the open chart. Null: no chart was open.
 * - `times`: when the recording began and ended, in milliseconds since 1970. Undefined: not known.
 * - `missing`: parts of the recording that are missing in the transcript, in milliseconds of its timeline.
 */
export const knownVisit = z.object({
  transcriptId: z.string(),
  patient: storedPatient,
  elapsedMs: z.number(),
  times: z.object({ startedAtMs: z.number(), endedAtMs: z.number() }).optional(),
  day: z.string().optional(),
  missing: z.array(z.object({ fromMs: z.number(), toMs: z.number() })).optional(),
})
export type KnownVisit = z.infer<typeof knownVisit>
