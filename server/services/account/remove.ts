import { eq } from 'drizzle-orm'
import { endAllFamilies } from '../../auth/sessions.ts'
import { idempotencyKeys, licenses, users } from '../../store/schema/index.ts'
import { refuseLastOwner } from '../access/members.ts'
import { scopeOfUser } from '../idempotency.ts'
import type { Context } from '../index.ts'
import { endLicenses } from '../licenses/credits.ts'
import { moveSharing } from './emails.ts'

/**
 * Deletes a user who owns nothing any more: ends licences and sessions, and deletes what would outlive the account. Call
 * it in a transaction that has locked the row of the user. Fails if the user still owns a row. Throws `conflict` for the
 * only owner of an access organisation.
 */
export async function removeUser(
  inside: Context,
  { id, email }: { id: string; email: string },
  reason: string,
): Promise<void> {
  const { database, clock } = inside
  await refuseLastOwner(database, id)
  // Somebody who gets this email address later must not get what was shared with this person.
  await moveSharing(database, email.toLowerCase(), null)
  // Stored answers contain copies of what the person had.
  await database.delete(idempotencyKeys).where(eq(idempotencyKeys.scope, scopeOfUser(id)))
  await endLicenses(inside, eq(licenses.userId, id))
  // The tokens of the sessions are deleted with the user. Sockets and streams close because their session ends.
  await endAllFamilies(database, id, reason, clock)
  await database.delete(users).where(eq(users.id, id))
}
