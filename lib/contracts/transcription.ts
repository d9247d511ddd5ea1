import { z } from 'zod'

/** The speech engine of the server, and what the engine can do. */
export const transcriptionInfo = z.object({
  /** Null: no engine is available. Typed notes still work. */
  engine: z
    .object({
      name: z.string(),
      /** A sentence about the engine for the settings screen. */
      label: z.string(),
      languages: z.array(z.string()),
      diarizes: z.boolean(),
      /** True if the engine can use `terms`: names and medicines that will probably be said. */
      takesTerms: z.boolean().default(false),
      /** True if the server stores the patient's number with a recording. Older servers refuse the number. */
      takesPatient: z.boolean().default(false),
      /** How many channels a recording for this engine may have. 1: the client must mix microphone and tab. */
      channels: z.union([z.literal(1), z.literal(2)]).default(2),
    })
    .nullable(),
  /** A message for the user. If there is no engine, the message says what to do. */
  message: z.string().optional(),
})
export type TranscriptionInfo = z.infer<typeof transcriptionInfo>

/** A one-use ticket that opens one transcription socket. It is valid for 60 s. */
export const transcriptionTicket = z.object({ ticket: z.string(), expiresAt: z.iso.datetime() })
