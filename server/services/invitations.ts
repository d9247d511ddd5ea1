import { and, eq } from 'drizzle-orm'
import type { Person } from '../authority/index.ts'
import { fateOf } from '../effects/index.ts'
import { licenses } from '../store/schema/index.ts'
import type { Context } from './index.ts'
import { isActive } from './licenses/credits.ts'

/** The directory that invites. Absent: a developer organisation, or an administrator of the product, invites. */
interface Inviting {
  directoryId?: string
  number?: number
}

/**
 * Counts invitations against the limit of this person, because the person chooses the addresses to which mails go. Does
 * nothing if this server sends no mail, and for a directory that has no limit (product 12.17). Throws
 * `too_many_requests` above the limit.
 *
 * Call it outside of a transaction, because the counter uses another database connection. Parallel calls that hold one
 * connection and wait for a second one could block each other.
 */
export async function allowInvitations(
  context: Context,
  { userId }: Person,
  { directoryId, number = 1 }: Inviting = {},
): Promise<void> {
  if (number === 0 || fateOf(context.config, 'mail') === 'none') return
  if (directoryId !== undefined && (await isWithoutLimit(context, directoryId))) return
  await context.attempts.countInvitations(userId, number)
}

/**
 * True if somebody who runs this server knows the directory: only administrators make accounts, or they have granted a
 * licence, or the directory has paid. Otherwise a stranger could make an account and a directory, and send mails to the
 * whole world.
 */
async function isWithoutLimit({ config, database, clock }: Context, directoryId: string): Promise<boolean> {
  if (!config.demo && !config.registration) return true
  const [active] = await database
    .select({ id: licenses.id })
    .from(licenses)
    .where(and(eq(licenses.directoryId, directoryId), isActive(clock.now())))
    .limit(1)
  return active !== undefined
}
