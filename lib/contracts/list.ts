import { z } from 'zod'
import { limits } from './limits.ts'

/** The query that every list has. `search` ignores case and looks in names, titles and identifiers (product 7.6). */
export const listQuery = z.strictObject({
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(limits.pageSizeMax).default(limits.pageSizeDefault),
  search: z.string().max(limits.nameMax).optional(),
})
export type ListQuery = z.infer<typeof listQuery>

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
