import { and, arrayContains, eq, or, type SQL, sql } from 'drizzle-orm'
import type { LayoutAccess } from '../../lib/contracts/index.ts'
import { layouts } from '../store/schema/index.ts'
import type { Caller, Person } from './callers.ts'
import { holds, isSharing } from './directories.ts'
import { changeableBy, ownedBy, ownerOf } from './owned.ts'

/** Layouts that this caller owns, and may therefore change. */
export const isOwnLayout = (caller: Caller): SQL | undefined => changeableBy(layouts, ownerOf(caller))

/** Layouts that name this person as an editor and, with `layouts.edit`, those of the directory. */
export const isEditableLayout = (person: Person): SQL | undefined =>
  or(
    arrayContains(layouts.editors, [person.email]),
    holds(person, 'layouts.edit') ? isDirectoryLayout(person) : undefined,
  )

/** Layouts that are shared with the directory in which this person acts, while the directory shares templates. */
export const isDirectoryLayout = ({ directory }: Person): SQL | undefined =>
  directory === null
    ? sql`false`
    : and(eq(layouts.shared, true), eq(layouts.directoryId, directory.id), isSharing(directory.id, 'layouts'))

/** Layouts that were made in this directory. */
export const isLayoutOf = (directoryId: string): SQL => eq(layouts.directoryId, directoryId)

/** Layouts that everybody can read. */
export const isPublicLayout: SQL = eq(layouts.public, true)

/**
 * Layouts that are the person's own, shared with the person, or public (product 6.3). A customer sees only what belongs
 * to the customer.
 */
export const isVisibleLayout = (caller: Caller): SQL | undefined =>
  caller.kind === 'customer'
    ? ownedBy(layouts, ownerOf(caller))
    : or(isOwnLayout(caller), isEditableLayout(caller), isDirectoryLayout(caller), isPublicLayout)

/** What this caller may do with a layout that is visible to the caller (product 6.1). */
export function layoutAccessOf(row: typeof layouts.$inferSelect, person: Caller): LayoutAccess {
  if (person.kind === 'customer') return row.customerUserId === person.customerUserId ? 'owner' : 'viewer'
  if (row.public) return 'public'
  if (row.userId === person.userId) return 'owner'
  if (row.editors.includes(person.email)) return 'editor'
  const isOfDirectory = row.shared && row.directoryId === person.directory?.id
  return isOfDirectory && holds(person, 'layouts.edit') ? 'editor' : 'viewer'
}
