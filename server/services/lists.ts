import { ilike, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ListQuery } from '../../lib/contracts/index.ts'
import type { Database } from '../store/index.ts'

/**
 * SQL condition for a case-insensitive substring search in several columns. `%` and `_` are escaped. Returns undefined
 * (no restriction) for an empty search.
 */
export function matches(search: string | undefined, ...columns: PgColumn[]): SQL | undefined {
  if (search === undefined || search.trim() === '') return undefined
  const pattern = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
  return or(...columns.map((column) => ilike(column, pattern)))
}

const totalMax = 10_000

/** Number of rows that fit the condition, but at most one more than `totalMax` (product 7.6). */
export async function countRows(database: Database, table: PgTable, where: SQL | undefined): Promise<number> {
  const { rows } = await database.execute<{ total: number }>(
    sql`select count(*)::int as total from (select 1 from ${table} where ${where ?? sql`true`} limit ${totalMax + 1}) as counted`,
  )
  return rows[0]?.total ?? 0
}

/** One page of a list in the API format (product 7.6). */
export const pageOf = <Item>(items: Item[], total: number, { offset, limit }: Pick<ListQuery, 'offset' | 'limit'>) => ({
  items,
  total: Math.min(total, totalMax),
  ...(total > totalMax ? { more: true as const } : {}),
  offset,
  limit,
})
