import { ilike, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ListQuery } from '../../lib/contracts/index.ts'

/**
 * SQL condition for a case-insensitive substring search in several columns. `%` and `_` are escaped. Returns undefined
 * (no restriction) for an empty search.
 */
export function matches(search: string | undefined, ...columns: PgColumn[]): SQL | undefined {
  if (search === undefined || search.trim() === '') return undefined
  const pattern = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
  return or(...columns.map((column) => ilike(column, pattern)))
}

/** One page of a list in the API format (product 7.6). */
export const pageOf = <Item>(items: Item[], total: number, { offset, limit }: Pick<ListQuery, 'offset' | 'limit'>) => ({
  items,
  total,
  offset,
  limit,
})
