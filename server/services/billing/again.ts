import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { subscriptions } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import type { Jobs } from '../jobs/index.ts'
import { isNotEnding, type SubscriptionRow, type WantedChange } from './row.ts'

type Asking = Pick<Context, 'database' | 'config' | 'clock'> & { jobs: Pick<Jobs, 'enqueue'> }

/**
 * Returns the column values that mark a row to be settled again.
 *
 * - `revision`: if a job is working on the row, the higher number makes this job begin again.
 * - `leaseUntil`: if no job is working on the row, the lease ends now. After a failed attempt, the end of the lease was
 *   the time of the next attempt, up to 15 minutes later. A lease that has ended lets the regular search for abandoned
 *   rows find the row. This search is necessary, because the queue can lose the new job: a server that fetches the job
 *   while an earlier job still holds the lease removes it from the queue.
 */
export const unsettled = (now: Date) => ({
  status: 'generating' as const,
  revision: sql`${subscriptions.revision} + 1`,
  attempt: 0,
  leaseUntil: sql`case when ${subscriptions.leaseOwner} is null then now() else ${subscriptions.leaseUntil} end`,
  updatedAt: now,
})

export async function enqueueSettling({ database, config, jobs }: Omit<Asking, 'clock'>, id: string): Promise<void> {
  // Without Stripe, no server processes the queue of subscriptions. The rows wait until Stripe is configured again.
  if (config.stripe !== null) await jobs.enqueue(database, 'subscriptions', id)
}

/**
 * Makes jobs read the subscriptions that match `which` again from the payment service. With `change`, each job first
 * sends this change to the payment service. Returns the rows.
 */
export async function settleAgain(
  context: Asking,
  which: SQL | undefined,
  change?: WantedChange,
): Promise<SubscriptionRow[]> {
  const rows = await context.database
    .update(subscriptions)
    .set({
      ...unsettled(context.clock.now()),
      // `wantedId` becomes the idempotency key. It differs for each row, because Stripe refuses a key that was used for
      // another subscription.
      ...(change === undefined ? {} : { wanted: change, wantedId: sql`gen_random_uuid()`, refused: false }),
    })
    .where(which)
    .returning()
  for (const { id } of rows) await enqueueSettling(context, id)
  return rows
}

export const isLive: SQL = ne(subscriptions.state, 'ended')

/**
 * Ends the subscriptions of a directory that is deleted. Leaves subscriptions alone that already wait for `end` or
 * `return`, so that a payment that must be returned is still returned. Call it in the transaction that deletes the
 * directory.
 */
export async function endSubscriptions(inside: Context, directoryId: string): Promise<void> {
  const isOwn = eq(subscriptions.directoryId, directoryId)
  await settleAgain(inside, and(isOwn, isLive, isNotEnding), { kind: 'end' })
}
