import { and, eq, getTableColumns, or, sql } from 'drizzle-orm'
import type { Layout } from '../../../lib/contracts/index.ts'
import { layoutAccess } from '../../../lib/template/index.ts'
import type { UserActor } from '../../actor.ts'
import { Problem } from '../../problem.ts'
import { layouts, users } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import { isPublic, ownedBy, ownerOf } from '../ownership.ts'

/** A layout with its owner's email; null where nobody owns it. */
export type Row = typeof layouts.$inferSelect & { email: string | null }

/** One's own, those one may edit, and public ones (spec §6). */
export const visibleTo = (actor: UserActor) => or(isOwn(actor), isShared(actor), isPublic(layouts))

/** Layouts this person owns. */
export const isOwn = (actor: UserActor) => ownedBy(layouts, ownerOf(actor))

/** Layouts this person may edit without owning them. */
export const isShared = (actor: UserActor) => sql`${actor.email} = any(${layouts.editors})`

/** A layout as it goes out. */
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

/** Layouts with their owners' emails, to be narrowed. */
export const selectRows = ({ database }: Pick<Context, 'database'>) =>
  database
    .select({ ...getTableColumns(layouts), email: users.email })
    .from(layouts)
    .leftJoin(users, eq(users.id, layouts.userId))

/** One layout this person can see; throws `not_found` for any other. */
export async function findLayout(context: Context, actor: UserActor, id: string): Promise<Row> {
  const [row] = await selectRows(context).where(and(eq(layouts.id, id), visibleTo(actor)))
  if (row === undefined) throw new Problem('not_found')
  return row
}

/** One layout this person may change, or only its owner; throws `forbidden` for one they may only look at. */
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

/** Throws `locked` for a layout a job is making now. */
export function refuseUnfinished({ status }: Pick<Row, 'status'>): void {
  if (status === 'generating') throw new Problem('locked', 'This template is still being made. Try again soon.')
}
