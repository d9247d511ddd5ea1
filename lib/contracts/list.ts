import { z } from 'zod'
import { limits } from './limits.ts'

/** The query that every list has. `search` ignores case and looks in names, titles and identifiers (product 7.6). */
export const listQuery = z.strictObject({
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.pageSizeDefault),
  search: z.string().max(limits.nameMax).optional(),
})
export type ListQuery = z.infer<typeof listQuery>

/** A name of a patient, as the page shows it or as a person has typed it. */
export const patientName = z.string().trim().max(limits.nameMax)

/**
 * The body of a search that knows the names of patients (product 12.111). It is a POST, because a name in an address
 * would be logged. Each word of `search` occurs in the title or the chart number, or begins a part of the name. `from`
 * (inclusive) and `to` (exclusive) limit the time of creation. `patient`: only what belongs to this patient; the name is
 * compared where one of the numbers is not known.
 */
export const patientSearch = z.strictObject({
  offset: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(limits.pageSizeMax).default(limits.pageSizeDefault),
  search: z.string().max(limits.nameMax).optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  patient: z
    .strictObject({ name: patientName.optional(), identifier: z.string().max(limits.identifierMax).optional() })
    .optional(),
})
export type PatientSearch = z.infer<typeof patientSearch>

/**
 * One page of a list. If the list has more than 10,000 items, `total` is 10,000 and `more` is true, because counting a
 * million rows would take longer than reading the page.
 */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.number().int(),
    more: z.literal(true).optional(),
    offset: z.number().int(),
    limit: z.number().int(),
  })
