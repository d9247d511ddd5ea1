import { z } from 'zod'

/** Which speech engine serves, and what it can do. */
export const transcriptionInfo = z.object({
  /** null: no engine is present; typed notes still work. */
  engine: z
    .object({
      name: z.string(),
      /** One honest sentence for the settings screen. */
      label: z.string(),
      languages: z.array(z.string()),
      diarizes: z.boolean(),
    })
    .nullable(),
  /** What to do when there is no engine. */
  message: z.string().optional(),
})
export type TranscriptionInfo = z.infer<typeof transcriptionInfo>

/** Opens one socket within 60 s. */
export const transcriptionTicket = z.object({ ticket: z.string(), expiresAt: z.iso.datetime() })
