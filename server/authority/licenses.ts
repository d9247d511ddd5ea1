import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { directoryRoles, licenses } from '../store/schema/index.ts'
import type { Person } from './callers.ts'

/** Licences that this person may see: the person's own, and that of the person's seat in the chosen directory. */
export function isVisibleLicense({ userId, directory }: Pick<Person, 'userId' | 'directory'>): SQL | undefined {
  const own = eq(licenses.userId, userId)
  if (directory === null) return own
  return or(own, isLicenseOfSeat(userId, directory.id))
}

/**
 * The licence of this person's seat in a directory. The directory of the licence is compared too. Otherwise a directory
 * could name the licence of another one and use its credits.
 */
export function isLicenseOfSeat(userId: string, directoryId: string): SQL {
  const seat = and(eq(directoryRoles.directoryId, directoryId), eq(directoryRoles.userId, userId))
  // As an array, the ids are looked up in the index. Behind an `or`, a subquery would read every licence.
  return sql`(${licenses.directoryId} = ${directoryId} and ${licenses.id} = any(array(select ${directoryRoles.licenseId} from ${directoryRoles} where ${seat})))`
}
