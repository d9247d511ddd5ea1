import { ilike, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ListQuery } from '../../lib/contracts/index.ts'

/** Case-insensitive, anywhere in one of the columns; `%` and `_` mean themselves. No search matches everything. */
export function matches(search: string | undefined, ...columns: PgColumn[]): SQL | undefined {
  if (search === undefined || search.trim() === '') return undefined
  const pattern = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
  return or(...columns.map((column) => ilike(column, pattern)))
}

/** A page of a list as it goes out (design §4). */
export const pageOf = <Item>(items: Item[], total: number, { offset, limit }: ListQuery) => ({
  items,
  total,
  offset,
  limit,
})
