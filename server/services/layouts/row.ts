import { and, eq, getTableColumns, or, sql } from 'drizzle-orm'
import type { Layout } from '../../../lib/contracts/index.ts'
import { layoutAccess } from '../../../lib/template/index.ts'
import type { UserActor } from '../../actor.ts'
import { Problem } from '../../problem.ts'
import { layouts, users } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { isPublic, ownedBy, ownerOf } from '../ownership.ts'

/** A layout with the email of its owner. Null if it has no owner. */
export type Row = typeof layouts.$inferSelect & { email: string | null }

/** Layouts that are the user's own, shared with the user, or public (product 6.3). */
export const visibleTo = (actor: UserActor) => or(isOwn(actor), isShared(actor), isPublic(layouts))

/** Layouts that this user owns. */
export const isOwn = (actor: UserActor) => ownedBy(layouts, ownerOf(actor))

/** Layouts that this user may edit without owning them. */
export const isShared = (actor: UserActor) => sql`${actor.email} = any(${layouts.editors})`

/** Converts a row to the API format. */
export function toLayout(row: Row): Layout {
  return {
    _id: row.id,
    name: row.name,
    type: row.type,
    source: row.source,
    ...(row.email === null ? {} : { email: row.email }),
    editors: row.editors,
    ...(row.group === null ? {} : { group: row.group }),
    ...row.definition,
    status: row.status,
    ...(row.statusText === null ? {} : { statusText: row.statusText }),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Query for layouts with the emails of their owners. Callers add a condition. */
export const selectRows = ({ database }: Pick<Context, 'database'>) =>
  database
    .select({ ...getTableColumns(layouts), email: users.email })
    .from(layouts)
    .leftJoin(users, eq(users.id, layouts.userId))

/** Finds a layout that this user can see. Throws `not_found`. */
export async function findLayout(context: Context, actor: UserActor, id: string): Promise<Row> {
  const [row] = await selectRows(context).where(and(eq(layouts.id, id), visibleTo(actor)))
  if (row === undefined) throw new Problem('not_found')
  return row
}

/**
 * Finds a layout that this user may change (or, with `owner`, owns). Throws `not_found` if the user cannot see it,
 * `forbidden` if the user may only read it.
 */
export async function findChangeable(
  context: Context,
  actor: UserActor,
  id: string,
  by: 'owner or editor' | 'owner',
): Promise<Row> {
  const row = await findLayout(context, actor, id)
  const access = layoutAccess(toLayout(row), actor.email)
  if (access === 'owner' || (access === 'editor' && by === 'owner or editor')) return row
  throw new Problem(
    'forbidden',
    by === 'owner'
      ? 'Only the owner of this template can do this.'
      : 'You have view-only access to this template. Make a copy to change it.',
  )
}

/** Throws `locked` if a job is still generating the layout. */
export function refuseUnfinished({ status }: Pick<Row, 'status'>): void {
  if (status === 'generating') throw new Problem('locked', 'This template is still being made. Try again soon.')
}
