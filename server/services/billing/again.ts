import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { subscriptions } from '../../store/schema/index.ts'
import type { Context } from '../index.ts'
import type { Jobs } from '../jobs/index.ts'
import { isNotEnding, type SubscriptionRow, type WantedChange } from './row.ts'

type Asking = Pick<Context, 'database' | 'config' | 'clock'> & { jobs: Pick<Jobs, 'enqueue'> }

/**
 * Returns the column values that make a job settle the row again.
 *
 * - `revision`: if a job is working on the row, the higher number makes this job begin again.
 * - `leaseUntil`: if no job is working on the row, the end of the lease is set to now. The regular search for abandoned
 *   rows then finds the row soon, even if the new job in the queue is lost, because an earlier job of the row is just
 *   ending. Otherwise the row could wait up to 15 minutes: after a failure, the end of the lease is the time of the
 *   next attempt.
 */
export const unsettled = (now: Date) => ({
  status: 'generating' as const,
  revision: sql`${subscriptions.revision} + 1`,
  attempt: 0,
  leaseUntil: sql`case when ${subscriptions.leaseOwner} is null then now() else ${subscriptions.leaseUntil} end`,
  updatedAt: now,
})

/** Enqueues the job that settles a row. Call it in the transaction that has changed the row. */
export async function enqueueSettling({ database, config, jobs }: Omit<Asking, 'clock'>, id: string): Promise<void> {
  // Without Stripe, no server processes the queue of subscriptions. The rows wait until Stripe is configured again.
  if (config.stripe !== null) await jobs.enqueue(database, 'subscriptions', id)
}

/**
 * Makes jobs read the subscriptions that match `which` again from the payment service. With `wanted`, each job first
 * sends this change to the payment service. Returns the rows.
 */
export async function settleAgain(
  context: Asking,
  which: SQL | undefined,
  wanted?: WantedChange,
): Promise<SubscriptionRow[]> {
  const rows = await context.database
    .update(subscriptions)
    .set({
      ...unsettled(context.clock.now()),
      // `wantedId` becomes the idempotency key. It differs for each row, because Stripe refuses a key that was used for
      // another subscription.
      ...(wanted === undefined ? {} : { wanted, wantedId: sql`gen_random_uuid()`, refused: false }),
    })
    .where(which)
    .returning()
  for (const { id } of rows) await enqueueSettling(context, id)
  return rows
}

/** SQL condition for subscriptions that have not ended permanently. */
export const isLive: SQL = ne(subscriptions.state, 'ended')

/**
 * Ends the subscriptions of a directory that is deleted. If a payment is being returned, it still is. Call it in the
 * transaction that deletes the directory.
 */
export async function endSubscriptions(inside: Context, directoryId: string): Promise<void> {
  const isOwn = eq(subscriptions.directoryId, directoryId)
  await settleAgain(inside, and(isOwn, isLive, isNotEnding), { kind: 'end' })
}
