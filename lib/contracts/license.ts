import { z } from 'zod'

/** The kinds of credits (product 12.18). */
export const creditKinds = ['document', 'session'] as const
export const creditKind = z.enum(creditKinds)
export type CreditKind = z.infer<typeof creditKind>

/** `limit`: number of credits; null: no limit. `used`: number of credits that are used or reserved. */
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
  /** Absent: the licence does not end. */
  endsAt: z.iso.datetime().optional(),
})
export type License = z.infer<typeof license>

/**
 * The licences that pay for the notes of a person now, in the order in which they are used. `limited` is false if no
 * licence was ever granted; then there is no limit. If `limited` is true and there are no licences, no note can be
 * written.
 */
export const activeLicenses = z.object({ limited: z.boolean(), licenses: z.array(license) })

/** A kind of licence that an administrator can grant, with its credits. A null number: no limit. */
export const product = z.object({
  productId: z.string(),
  name: z.string(),
  description: z.string(),
  credits: z.object({ document: z.number().int().nullable(), session: z.number().int().nullable() }),
  /** True if an organisation can subscribe to this product, on a server that takes payments. */
  sold: z.boolean(),
})
export type Product = z.infer<typeof product>
