import { z } from 'zod'

/** The kinds of credits (product 12.18). */
export const creditKinds = ['document', 'session'] as const
export const creditKind = z.enum(creditKinds)
export type CreditKind = z.infer<typeof creditKind>

export const creditCount = z.object({ limit: z.number().int().nullable(), used: z.number().int() })

/** A licence of a person or of a directory (an organisation; product 12.18). */
export const license = z.object({
  licenseId: z.uuid(),
  directoryId: z.uuid().optional(),
  userId: z.uuid().optional(),
  product: z.string(),
  credits: z.object({ document: creditCount, session: creditCount }),
  active: z.boolean(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime().optional(),
})
export type License = z.infer<typeof license>

/**
 * The licences that pay for a person's notes now, in the order in which they are used. `limited` is false if neither
 * the person nor the organisation ever had a licence; notes are then not limited. If `limited` is true and there is no
 * licence, the person cannot write a note.
 */
export const activeLicenses = z.object({ limited: z.boolean(), licenses: z.array(license) })

/** A product: a kind of licence that an administrator can grant, with the number of its credits. Null: no limit. */
export const product = z.object({
  productId: z.string(),
  name: z.string(),
  description: z.string(),
  credits: z.object({ document: z.number().int().nullable(), session: z.number().int().nullable() }),
  /** True if organisations can subscribe to this product. They can subscribe only if the server takes payments. */
  sold: z.boolean(),
})
export type Product = z.infer<typeof product>
