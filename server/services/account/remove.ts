import { eq } from 'drizzle-orm'
import { endAllFamilies } from '../../auth/sessions/index.ts'
import { idempotencyKeys, licenses, users } from '../../store/schema/index.ts'
import { refuseLastOwner } from '../access/members.ts'
import { scopeOfUser } from '../idempotency.ts'
import type { Context } from '../index.ts'
import { endLicenses } from '../licenses/credits.ts'
import { moveSharing } from './emails.ts'

/**
 * Deletes a user who owns no rows any more. Before that, ends the licences and sessions of the user, removes the email
 * address from the editors of layouts, and deletes the answers that are stored for repeated calls. Call it in a
 * transaction that has locked the row of the user. Fails if the user still owns a row. Throws `conflict` for the only
 * owner of a developer organisation.
 */
export async function removeUser(
  inside: Context,
  { id, email }: { id: string; email: string },
  reason: string,
): Promise<void> {
  const { database, clock } = inside
  await refuseLastOwner(database, id)
  // If another person gets this email address later, that person must not get the templates that were shared with this
  // user.
  await moveSharing(database, email.toLowerCase(), null)
  // Stored answers to earlier calls contain copies of the user's data.
  await database.delete(idempotencyKeys).where(eq(idempotencyKeys.scope, scopeOfUser(id)))
  await endLicenses(inside, eq(licenses.userId, id))
  await endAllFamilies(database, id, reason, clock)
  await database.delete(users).where(eq(users.id, id))
}
