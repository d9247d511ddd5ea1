import { z } from 'zod'

/** The speech engine of the server and its abilities. */
export const transcriptionInfo = z.object({
  /** Null: no engine is available. Typed notes still work. */
  engine: z
    .object({
      name: z.string(),
      /** A sentence about the engine for the settings screen. */
      label: z.string(),
      languages: z.array(z.string()),
      diarizes: z.boolean(),
      /** True: the terms of `start` help the engine. */
      takesTerms: z.boolean().default(false),
      /** The channels of a recording. 1: microphone and tab must be mixed. */
      channels: z.union([z.literal(1), z.literal(2)]).default(2),
    })
    .nullable(),
  /** A message for the user, with what to do if there is no engine. */
  message: z.string().optional(),
})
export type TranscriptionInfo = z.infer<typeof transcriptionInfo>

/** A one-use ticket that opens one socket. It is valid for 60 s. */
export const transcriptionTicket = z.object({ ticket: z.string(), expiresAt: z.iso.datetime() })
