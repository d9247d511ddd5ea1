import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import { sendMail } from '../../effects/index.ts'
import type { BilledSubscription } from '../../providers/billing/index.ts'
import type { Database } from '../../store/index.ts'
import { subscriptions } from '../../store/schema/index.ts'
import { billingManagers } from '../directories/members.ts'
import type { Context } from '../index.ts'
import type { Jobs } from '../jobs/index.ts'
import { type SubscriptionRow, wantedChange } from './row.ts'

type Inside = Pick<Context, 'store' | 'config' | 'clock'> & { jobs: Pick<Jobs, 'enqueue'>; database: Database }

/** States of a subscription that is paid, in a trial, or whose payment is overdue. */
const paidStates = ['active', 'trialing', 'past_due'] as const

/**
 * True if this subscription was just paid, although another subscription of the directory already has a licence
 * (product 12.94). This happens if two checkout pages are paid at nearly the same time. Call it in a transaction that
 * has locked the directory, so that the subscription that is stored first gets the licence.
 */
export async function isPaidTwice(
  { database }: Pick<Inside, 'database'>,
  row: SubscriptionRow,
  billed: BilledSubscription,
): Promise<boolean> {
  if (row.licenseId !== null || billed.state !== 'active') return false
  const [otherSubscription] = await database
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.directoryId, row.directoryId),
        ne(subscriptions.id, row.id),
        inArray(subscriptions.state, paidStates),
        isNotNull(subscriptions.licenseId),
      ),
    )
    .limit(1)
  return otherSubscription !== undefined
}

/**
 * Sends a mail to the members with `billing.manage`. It says that a second subscription was ended, and whether its
 * payment was returned.
 */
export async function tellReturned(
  inside: Inside,
  row: SubscriptionRow,
  billed: BilledSubscription,
  directory: string,
  isRefused: boolean,
): Promise<void> {
  if (row.wanted === null || wantedChange.parse(row.wanted).kind !== 'return' || billed.state !== 'ended') return
  const values = { directory, returned: isRefused ? ('no' as const) : ('yes' as const) }
  for (const { email } of await billingManagers(inside.database, row.directoryId))
    await sendMail(inside, { to: email, template: 'paid-twice', values })
}
