import { z } from 'zod'

/**
 * A patient's consent, as the clinician has confirmed it before a recording (product 13.7). `at`: time on the
 * clinician's computer.
 */
export const confirmedConsent = z.strictObject({
  at: z.iso.datetime(),
  textVersion: z.number().int().min(1).max(1_000_000),
})
export type ConfirmedConsent = z.infer<typeof confirmedConsent>

/**
 * A confirmed consent, as the server stores it with a ticket and a transcript. `by`: the id of the signed-in person.
 */
export type StoredConsent = ConfirmedConsent & { by: string }

export const listedConsent = z.object({
  transcriptId: z.uuid(),
  recordedAt: z.iso.datetime(),
  consent: confirmedConsent
    .extend({
      by: z.string().nullable(),
    })
    .nullable(),
})
export type ListedConsent = z.infer<typeof listedConsent>
