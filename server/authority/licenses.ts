import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { directoryRoles, licenses } from '../store/schema/index.ts'
import type { Person } from './callers.ts'

/**
 * SQL condition for the licences that this person may see: the person's own licences, and the licence of the person's
 * seat in the chosen directory.
 */
export function isVisibleLicense({ userId, directory }: Pick<Person, 'userId' | 'directory'>): SQL | undefined {
  const isOwn = eq(licenses.userId, userId)
  if (directory === null) return isOwn
  return or(isOwn, isLicenseOfSeat(userId, directory.id))
}

/**
 * SQL condition for the licence of this person's seat in a directory. It compares the directory of the licence too,
 * because otherwise a seat could refer to a licence of another directory and use its credits.
 */
export function isLicenseOfSeat(userId: string, directoryId: string): SQL {
  const seat = and(eq(directoryRoles.directoryId, directoryId), eq(directoryRoles.userId, userId))
  // With the ids as an array, PostgreSQL uses the index. With a subquery behind an `or`, it would read every licence.
  return sql`(${licenses.directoryId} = ${directoryId} and ${licenses.id} = any(array(select ${directoryRoles.licenseId} from ${directoryRoles} where ${seat})))`
}
