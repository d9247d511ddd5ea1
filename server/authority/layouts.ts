import { and, arrayContains, eq, or, type SQL, sql } from 'drizzle-orm'
import type { LayoutAccess } from '../../lib/contracts/index.ts'
import { layouts, users } from '../store/schema/index.ts'
import type { Caller, Person } from './callers.ts'
import { holds, isSharing } from './directories.ts'
import { changeableBy, ownedBy, ownerOf } from './owned.ts'

export const isOwnLayout = (caller: Caller): SQL | undefined => changeableBy(layouts, ownerOf(caller))

/**
 * SQL condition for layouts that name this person as an editor. If nobody has proved the email of the person, only
 * layouts of the directory that vouches for it count (product 12.108).
 */
const namesAsEditor = ({ userId, email }: Person): SQL | undefined =>
  and(
    arrayContains(layouts.editors, [email]),
    sql`exists (select 1 from ${users} where ${users.id} = ${userId} and (${users.vouchedBy} is null or ${users.vouchedBy} = ${layouts.directoryId}))`,
  )

/**
 * SQL condition for layouts that name this person as an editor and, if the seat has `layouts.edit`, layouts that are
 * shared with the directory.
 */
export const isEditableLayout = (person: Person): SQL | undefined =>
  or(namesAsEditor(person), holds(person, 'layouts.edit') ? isDirectoryLayout(person) : undefined)

/**
 * SQL condition for layouts that are shared with the directory in which this person acts. No layout matches while the
 * directory does not allow sharing templates.
 */
export const isDirectoryLayout = ({ directory }: Person): SQL | undefined =>
  directory === null
    ? sql`false`
    : and(eq(layouts.shared, true), eq(layouts.directoryId, directory.id), isSharing(directory.id, 'layouts'))

export const isLayoutOf = (directoryId: string): SQL => eq(layouts.directoryId, directoryId)

export const isPublicLayout: SQL = eq(layouts.public, true)

/**
 * SQL condition for the layouts that a person can see: own layouts, layouts that are shared with the person, and public
 * layouts (product 6.3). A customer sees only layouts of the customer.
 */
export const isVisibleLayout = (caller: Caller): SQL | undefined =>
  caller.kind === 'customer'
    ? ownedBy(layouts, ownerOf(caller))
    : or(isOwnLayout(caller), isEditableLayout(caller), isDirectoryLayout(caller), isPublicLayout)

/** Returns what this caller may do with a layout that the caller can see (product 6.1). */
export function layoutAccessOf(row: typeof layouts.$inferSelect, person: Caller): LayoutAccess {
  if (person.kind === 'customer') return row.customerUserId === person.customerUserId ? 'owner' : 'viewer'
  if (row.public) return 'public'
  if (row.userId === person.userId) return 'owner'
  if (row.editors.includes(person.email)) return 'editor'
  const isOfDirectory = row.shared && row.directoryId === person.directory?.id
  return isOfDirectory && holds(person, 'layouts.edit') ? 'editor' : 'viewer'
}
