import { and, count, desc, eq, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { Layout, LayoutAccess, LayoutQuery } from '../../../lib/contracts/index.ts'
import type { UserActor } from '../../actor.ts'
import { layouts } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { matches, pageOf } from '../lists.ts'
import { isPublic } from '../ownership.ts'
import { findLayout, isOwn, isShared, selectRows, toLayout, visibleTo } from './row.ts'

/** SQL condition for each kind of access of this user. */
const withAccess: Record<LayoutAccess, (actor: UserActor) => SQL | undefined> = {
  owner: isOwn,
  editor: isShared,
  public: () => isPublic(layouts),
  viewer: (actor) => {
    const more = [isOwn(actor), isShared(actor), isPublic(layouts)]
    return and(...more.map((one) => (one === undefined ? undefined : not(one))))
  },
}

const inGroup = (group: string) => (group.trim() === '' ? isNull(layouts.group) : eq(layouts.group, group.trim()))

/** Layouts that this user can see: own and shared ones before public ones, newest first. */
export async function listLayouts(context: Context, actor: UserActor, query: LayoutQuery) {
  const where = and(
    visibleTo(actor),
    matches(query.search, layouts.name, layouts.group),
    query.group === undefined ? undefined : inGroup(query.group),
    query.source === undefined ? undefined : eq(layouts.source, query.source),
    query.access === undefined ? undefined : withAccess[query.access](actor),
  )
  const [counted] = await context.database.select({ total: count() }).from(layouts).where(where)
  const rows = await selectRows(context)
    .where(where)
    .orderBy(isNull(layouts.userId), desc(layouts.updatedAt), layouts.id)
    .limit(query.limit)
    .offset(query.offset)
  return pageOf(rows.map(toLayout), counted?.total ?? 0, query)
}

/** Groups of the layouts that this user can see, sorted by name. */
export async function listLayoutGroups({ database }: Context, actor: UserActor) {
  const rows = await database
    .select({ name: sql<string>`${layouts.group}`, count: count() })
    .from(layouts)
    .where(and(visibleTo(actor), not(isNull(layouts.group))))
    .groupBy(layouts.group)
    .orderBy(sql`lower(${layouts.group})`, layouts.group)
  return { groups: rows }
}

/** Returns a layout that this user can see. Throws `not_found`. */
export const getLayout = async (context: Context, actor: UserActor, id: string): Promise<Layout> =>
  toLayout(await findLayout(context, actor, id))
