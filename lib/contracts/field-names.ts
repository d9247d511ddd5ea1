import { z } from 'zod'
import { limits } from './limits.ts'

/** At most this many fields of a form are named in one call. */
export const doubtfulFieldsMax = 50

const words = z.string().max(500)

/**
 * A field of a form whose label is in doubt: its kind, and the words of the page around it. It has no value. Digits are
 * left out of `near`, because printed text beside a field may hold a value.
 */
export const doubtfulField = z.strictObject({
  kind: words,
  /** Texts of the page that may be its label. */
  candidates: z.array(words).max(10),
  section: words.optional(),
  near: words.optional(),
  options: z.array(words).max(20).optional(),
  /** The labels of the fields before and after it. */
  before: words.optional(),
  after: words.optional(),
})
export type DoubtfulField = z.infer<typeof doubtfulField>

export const fieldNamesRequest = z.strictObject({
  title: z.string().max(limits.nameMax),
  fields: z.array(doubtfulField).min(1).max(doubtfulFieldsMax),
})
export type FieldNamesRequest = z.infer<typeof fieldNamesRequest>
