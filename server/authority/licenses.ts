import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { directoryRoles, licenses } from '../store/schema/index.ts'
import type { Person } from './principal.ts'

/** Licences that this person may see: the person's own, and that of the person's seat in the chosen directory. */
export function isVisibleLicense({ userId, directory }: Pick<Person, 'userId' | 'directory'>): SQL | undefined {
  const own = eq(licenses.userId, userId)
  if (directory === null) return own
  const ofSeat = and(
    eq(directoryRoles.directoryId, directory.id),
    eq(directoryRoles.userId, userId),
    eq(directoryRoles.licenseId, licenses.id),
    eq(licenses.directoryId, directory.id),
  )
  return or(own, sql`exists (select from ${directoryRoles} where ${ofSeat})`)
}
