import { and, count, desc, eq, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { Layout, LayoutAccess, LayoutQuery } from '../../../lib/contracts/index.ts'
import {
  type Caller,
  isEditableLayout,
  isOwnLayout,
  isPublicLayout,
  isVisibleLayout,
  type Person,
} from '../../authority/index.ts'
import { layouts } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { countRows, matches, pageOf } from '../lists.ts'
import { findLayout, selectRows, toLayout } from './row.ts'

/**
 * SQL condition that is true if `condition` is false or null. For a layout without a user, `condition` can be null. The
 * SQL operator `not` would then return null too, and the list would not contain the layout.
 */
const isNot = (condition: SQL | undefined) => sql`(${condition}) is not true`

const withAccess: Record<LayoutAccess, (principal: Person) => SQL | undefined> = {
  owner: isOwnLayout,
  editor: (principal) => and(isEditableLayout(principal), isNot(isOwnLayout(principal))),
  public: () => isPublicLayout,
  viewer: (principal) =>
    and(...[isOwnLayout(principal), isEditableLayout(principal), isPublicLayout].map((access) => isNot(access))),
}

const inGroup = (group: string) => (group.trim() === '' ? isNull(layouts.group) : eq(layouts.group, group.trim()))

export async function listLayouts(context: Context, principal: Person, query: LayoutQuery) {
  const condition = and(
    isVisibleLayout(principal),
    matches(query.search, layouts.name, layouts.group),
    query.group === undefined ? undefined : inGroup(query.group),
    query.source === undefined ? undefined : eq(layouts.source, query.source),
    query.access === undefined ? undefined : withAccess[query.access](principal),
  )
  const total = await countRows(context.database, layouts, condition)
  const rows = await selectRows(context)
    .where(condition)
    .orderBy(layouts.public, desc(layouts.updatedAt), layouts.id)
    .limit(query.limit)
    .offset(query.offset)
  return pageOf(
    rows.map((row) => toLayout(row, principal)),
    total,
    query,
  )
}

export async function listLayoutGroups({ database }: Context, principal: Person) {
  const rows = await database
    .select({ name: sql<string>`${layouts.group}`, count: count() })
    .from(layouts)
    .where(and(isVisibleLayout(principal), not(isNull(layouts.group))))
    .groupBy(layouts.group)
    .orderBy(sql`lower(${layouts.group})`, layouts.group)
  return { groups: rows }
}

export const getLayout = async (context: Context, principal: Caller, id: string): Promise<Layout> =>
  toLayout(await findLayout(context, principal, id), principal)
