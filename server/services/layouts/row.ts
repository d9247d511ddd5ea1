import { and, eq, getTableColumns } from 'drizzle-orm'
import type { Layout } from '../../../lib/contracts/index.ts'
import { type Caller, isVisibleLayout, layoutAccessOf } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { directories, layouts, users } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'

export type Row = typeof layouts.$inferSelect & { email: string | null; directoryName: string | null }

export function toLayout(row: Row, person: Caller): Layout {
  return {
    _id: row.id,
    name: row.name,
    type: row.type,
    source: row.source,
    ...(row.email === null ? {} : { email: row.email }),
    editors: row.editors,
    access: layoutAccessOf(row, person),
    shared: row.shared,
    ...(row.directoryName === null ? {} : { directoryName: row.directoryName }),
    ...(row.group === null ? {} : { group: row.group }),
    ...row.definition,
    status: row.status,
    ...(row.statusText === null ? {} : { statusText: row.statusText }),
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export const selectRows = ({ database }: Pick<Context, 'database'>) =>
  database
    .select({ ...getTableColumns(layouts), email: users.email, directoryName: directories.name })
    .from(layouts)
    .leftJoin(users, eq(users.id, layouts.userId))
    .leftJoin(directories, eq(directories.id, layouts.directoryId))

export async function findLayout(context: Context, principal: Caller, id: string): Promise<Row> {
  const [row] = await selectRows(context).where(and(eq(layouts.id, id), isVisibleLayout(principal)))
  if (row === undefined) throw new Problem('not_found')
  return row
}

/**
 * Finds a layout that this user may change. If `by` is 'owner', finds only a layout that this user owns. Throws
 * `not_found` if the user cannot see the layout, and `forbidden` if the user can see it but may not change it in this
 * way.
 */
export async function findChangeable(
  context: Context,
  principal: Caller,
  id: string,
  by: 'owner or editor' | 'owner',
): Promise<Row> {
  const row = await findLayout(context, principal, id)
  const access = layoutAccessOf(row, principal)
  if (access === 'owner' || (access === 'editor' && by === 'owner or editor')) return row
  throw new Problem(
    'forbidden',
    by === 'owner'
      ? 'Only the owner of this template can do this.'
      : 'You have view-only access to this template. Make a copy to change the template.',
  )
}

export function refuseUnfinished({ status }: Pick<Row, 'status'>): void {
  if (status === 'generating') throw new Problem('locked', 'This template is still being made. Try again soon.')
}
