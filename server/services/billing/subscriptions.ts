import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { AuditAction, ListQuery, Subscription } from '../../../lib/contracts/index.ts'
import { isManagedSubscription, type Person, seatIn } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import type { Database } from '../../store/index.ts'
import { subscriptions } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { countRows, pageOf } from '../lists.ts'
import { isLive, settleAgain } from './again.ts'
import { refuseUnsold } from './checkout.ts'
import { billingOf } from './failures.ts'
import { isNotEnding, toSubscription, type WantedChange } from './row.ts'

export async function listSubscriptions(
  { database }: Context,
  person: Person,
  { directoryId, ...query }: Pick<ListQuery, 'offset' | 'limit'> & { directoryId: string },
) {
  await seatIn(database, person, directoryId, 'billing.manage')
  const condition = eq(subscriptions.directoryId, directoryId)
  const rows = await database
    .select()
    .from(subscriptions)
    .where(condition)
    .orderBy(desc(subscriptions.createdAt), subscriptions.id)
    .limit(query.limit)
    .offset(query.offset)
  return pageOf(rows.map(toSubscription), await countRows(database, subscriptions, condition), query)
}

const isManaged = (database: Database, person: Person, id: string): SQL | undefined =>
  and(eq(subscriptions.id, id), isManagedSubscription(database, person))

export async function getSubscription({ database }: Context, person: Person, id: string): Promise<Subscription> {
  const [row] = await database
    .select()
    .from(subscriptions)
    .where(isManaged(database, person, id))
  if (row === undefined) throw new Problem('not_found')
  return toSubscription(row)
}

/**
 * Cancels a subscription at the end of the paid period. Answers before the payment service has confirmed the change;
 * `changing` is then set in the answer. Throws `not_found`, `no_billing`, and `conflict` if the subscription has ended.
 */
export const cancelSubscription = (context: Context, person: Person, id: string): Promise<Subscription> =>
  changeLater(context, person, id, { kind: 'cancel' }, 'subscription.cancel')

/**
 * Changes the product of a subscription. If the subscription was cancelled, this withdraws the cancellation. Answers
 * before the payment service has confirmed the change. Throws the errors of `cancelSubscription`, and `invalid_request`
 * for a product that is not sold.
 */
export async function changeSubscription(
  context: Context,
  person: Person,
  { subscriptionId, product }: { subscriptionId: string; product: string },
): Promise<Subscription> {
  await getSubscription(context, person, subscriptionId)
  refuseUnsold(product)
  return changeLater(context, person, subscriptionId, { kind: 'change', product }, 'subscription.update')
}

async function changeLater(
  context: Context,
  person: Person,
  id: string,
  change: WantedChange,
  action: AuditAction,
): Promise<Subscription> {
  return context.database.transaction(async (tx) => {
    const inside = { ...context, database: tx }
    const { directoryId } = await getSubscription(inside, person, id)
    billingOf(context)
    const [row] = await settleAgain(inside, and(isManaged(tx, person, id), isLive, isNotEnding), change)
    if (row === undefined)
      throw new Problem(
        'conflict',
        'This subscription has ended or is being ended. Subscribe again instead of changing it.',
      )
    await audit(inside, { ...person, directory: { id: directoryId } }, action, id)
    return toSubscription(row)
  })
}
