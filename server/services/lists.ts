import { and, ilike, or, type SQL, sql } from 'drizzle-orm'
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

/** Returns the number of rows that fit the condition, but at most one more than `totalMax` (product 7.6). */
export async function countRows(database: Database, table: PgTable, condition: SQL | undefined): Promise<number> {
  const { rows } = await database.execute<{ total: number }>(
    sql`select count(*)::int as total from (select 1 from ${table} where ${condition ?? sql`true`} limit ${totalMax + 1}) as counted`,
  )
  return rows[0]?.total ?? 0
}

/**
 * A long table that is listed newest first. The list has the rows that match `where` and at least one condition of
 * `anyOf`.
 */
export interface NewestFirst {
  table: PgTable
  id: PgColumn
  at: PgColumn
  anyOf: readonly (SQL | undefined)[]
  where: SQL | undefined
}

/**
 * Returns SQL for the ids of the newest `most` rows. Each condition of `anyOf` is a separate query, so that PostgreSQL
 * can read the newest rows from an index. With the conditions joined by `or`, it would read and sort all matching rows.
 */
function newestIds({ table, id, at, anyOf, where }: NewestFirst, most: number): SQL {
  const parts = anyOf.map(
    (one) =>
      sql`(select ${id} as id, ${at} as at from ${table} where ${and(one, where) ?? sql`true`} order by ${at} desc, ${id} desc limit ${most})`,
  )
  return sql.join(parts, sql` union `)
}

export const isOnPage = (list: NewestFirst, { offset, limit }: Pick<ListQuery, 'offset' | 'limit'>): SQL =>
  sql`${list.id} in (select id from (${newestIds(list, offset + limit)}) as found order by at desc, id desc limit ${limit} offset ${offset})`

export const newestOrder = ({ at, id }: Pick<NewestFirst, 'at' | 'id'>): SQL[] => [sql`${at} desc`, sql`${id} desc`]

export async function countNewest(database: Database, list: NewestFirst): Promise<number> {
  const { rows } = await database.execute<{ total: number }>(
    sql`select count(*)::int as total from (select 1 from (${newestIds(list, totalMax + 1)}) as found limit ${totalMax + 1}) as counted`,
  )
  return rows[0]?.total ?? 0
}

export const pageOf = <Item>(items: Item[], total: number, { offset, limit }: Pick<ListQuery, 'offset' | 'limit'>) => ({
  items,
  total: Math.min(total, totalMax),
  ...(total > totalMax ? { more: true as const } : {}),
  offset,
  limit,
})
