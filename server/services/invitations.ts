import type { Person } from '../authority/index.ts'
import { fateOf } from '../effects/index.ts'
import type { Context } from './index.ts'

/**
 * Counts an invitation against the limit of this person, because the person chooses the address to which the mail goes.
 * Does nothing if this server does not send mails. Throws `too_many_requests` above the limit.
 *
 * Call it outside of a transaction, because the counter uses another database connection. Parallel calls that hold one
 * connection and wait for a second one could block each other.
 */
export async function allowInvitation({ attempts, config }: Context, { userId }: Person): Promise<void> {
  if (fateOf(config, 'mail') !== 'none') await attempts.countInvitation(userId)
}
