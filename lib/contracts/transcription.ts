import { z } from 'zod'

export const transcriptionInfo = z.object({
  /** Null: no engine is available. Typed notes still work. */
  engine: z
    .object({
      name: z.string(),
      label: z.string(),
      languages: z.array(z.string()),
      diarizes: z.boolean(),
      takesTerms: z.boolean().default(false),
      takesPatient: z.boolean().default(false),
      takesPatientName: z.boolean().default(false),
      channels: z.union([z.literal(1), z.literal(2)]).default(2),
    })
    .nullable(),
  message: z.string().optional(),
})
export type TranscriptionInfo = z.infer<typeof transcriptionInfo>

/** A one-use ticket that opens one transcription socket. It is valid for 60 s. */
export const transcriptionTicket = z.object({ ticket: z.string(), expiresAt: z.iso.datetime() })
