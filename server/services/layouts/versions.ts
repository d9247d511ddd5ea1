import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq } from 'drizzle-orm'
import type { Layout, LayoutVersion, LayoutVersionSummary, ListQuery } from '../../../lib/contracts/index.ts'
import type { Person } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { layouts, layoutVersions, users } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { countRows, pageOf } from '../lists.ts'
import type { LayoutContent } from './content.ts'
import { getLayout } from './read.ts'
import { findChangeable, refuseUnfinished } from './row.ts'

/** Stores the name and the definition of a layout as a version. Call it in the transaction that saves the layout. */
export async function keepVersion(
  database: Database,
  of: { id: string; version: number; savedBy: string | null; savedAt: Date },
  { name, definition }: Pick<LayoutContent, 'name' | 'definition'>,
): Promise<void> {
  const { id: layoutId, ...rest } = of
  await database.insert(layoutVersions).values({ layoutId, ...rest, name, definition })
}

const columns = {
  version: layoutVersions.version,
  name: layoutVersions.name,
  savedAt: layoutVersions.savedAt,
  savedBy: users.email,
}

const summary = (row: {
  version: number
  name: string
  savedAt: Date
  savedBy: string | null
}): LayoutVersionSummary => ({
  version: row.version,
  name: row.name,
  savedAt: row.savedAt.toISOString(),
  ...(row.savedBy === null ? {} : { savedBy: row.savedBy }),
})

/**
 * Lists the versions of a layout, newest first. Throws `not_found` if the user cannot see the layout, and `forbidden`
 * if the user is neither its owner nor an editor.
 */
export async function listVersions(
  context: Context,
  principal: Person,
  id: string,
  query: Pick<ListQuery, 'offset' | 'limit'>,
) {
  await findChangeable(context, principal, id, 'owner or editor')
  const { database } = context
  const ofLayout = eq(layoutVersions.layoutId, id)
  const total = await countRows(database, layoutVersions, ofLayout)
  const rows = await database
    .select(columns)
    .from(layoutVersions)
    .leftJoin(users, eq(users.id, layoutVersions.savedBy))
    .where(ofLayout)
    .orderBy(desc(layoutVersions.version))
    .limit(query.limit)
    .offset(query.offset)
  return pageOf(rows.map(summary), total, query)
}

/**
 * Returns one version of a layout. Throws `not_found` if the layout has no such version, and the errors of
 * `listVersions`.
 */
export async function getVersion(
  context: Context,
  principal: Person,
  id: string,
  version: number,
): Promise<LayoutVersion> {
  await findChangeable(context, principal, id, 'owner or editor')
  const [row] = await context.database
    .select({ ...columns, definition: layoutVersions.definition })
    .from(layoutVersions)
    .leftJoin(users, eq(users.id, layoutVersions.savedBy))
    .where(and(eq(layoutVersions.layoutId, id), eq(layoutVersions.version, version)))
  if (row === undefined) throw new Problem('not_found')
  return { ...summary(row), ...row.definition }
}

/**
 * Saves an earlier version again as the newest version. Does nothing if the layout already has the name and the content
 * of that version. Throws `not_found` if there is no such layout or version, `forbidden` if the user may only read the
 * layout, and `locked` while the layout is being generated.
 */
export async function restoreVersion(
  context: Context,
  principal: Person,
  id: string,
  version: number,
): Promise<Layout> {
  await findChangeable(context, principal, id, 'owner or editor')
  await context.database.transaction(async (tx) => {
    const [row] = await tx.select().from(layouts).where(eq(layouts.id, id)).for('update')
    const [earlier] = await tx
      .select()
      .from(layoutVersions)
      .where(and(eq(layoutVersions.layoutId, id), eq(layoutVersions.version, version)))
    if (row === undefined || earlier === undefined) throw new Problem('not_found')
    refuseUnfinished(row)
    const { name, definition } = earlier
    if (row.name === name && isDeepStrictEqual(row.definition, definition)) return
    const now = context.clock.now()
    const next = row.version + 1
    await tx
      .update(layouts)
      .set({ name, definition, version: next, status: 'ready', statusText: null, updatedAt: now })
      .where(eq(layouts.id, id))
    await keepVersion(tx, { id, version: next, savedBy: principal.userId, savedAt: now }, { name, definition })
    await audit({ ...context, database: tx }, principal, 'layout.restore', id)
  })
  return getLayout(context, principal, id)
}
