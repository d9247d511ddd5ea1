import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { isManagedSubscription, type Person, seatIn } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { billingCustomers, subscriptions } from '../../store/schema/index.ts'
import { audit } from '../audit.ts'
import type { Context } from '../index.ts'
import { products } from '../licenses/index.ts'
import { isLive } from './again.ts'
import { billingOf, waitedFor } from './failures.ts'

export function refuseUnsold(product: string): void {
  if (products.some(({ productId, sold }) => sold && productId === product)) return
  const message = 'This product is not sold as a subscription. Choose another product.'
  throw new Problem('invalid_request', message, [{ path: 'body.product', message }])
}

/**
 * Returns the idempotency key of a request to the payment service. Two calls of a person with the same Idempotency-Key
 * (`key`) give the same result, so the payment service processes the repeated call only once. Without `key`, each call
 * gives another result. The payment service shows idempotency keys in its logs. So the result contains the user id and
 * `key` only as a fingerprint.
 */
const keyFor = ({ store }: Context, { userId }: Person, call: string, key: string | undefined): string =>
  `chartside-${call}-${store.encryption.fingerprint(JSON.stringify([userId, call, key ?? randomUUID()]))}`

const portalOf = ({ config }: Context): string => `${config.publicUrl ?? ''}/portal/`

/**
 * Returns the URL of the page on which a directory subscribes to a product. Throws `not_found` without a seat in the
 * directory, `forbidden` without `billing.manage`, `no_billing` if this server takes no payments, `invalid_request` if
 * the product is not sold, `conflict` if the directory has a subscription that has not ended, and `billing_failed` if
 * the payment service fails.
 */
export async function beginCheckout(
  context: Context,
  person: Person,
  { directoryId, product }: { directoryId: string; product: string },
  key: string | undefined,
): Promise<{ url: string }> {
  const { directory } = await seatIn(context.database, person, directoryId, 'billing.manage')
  const billing = billingOf(context)
  refuseUnsold(product)
  const [live] = await context.database
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.directoryId, directoryId), isLive))
    .limit(1)
  if (live !== undefined)
    throw new Problem('conflict', 'This organisation already has a subscription. Change its product instead.')
  const customerId = await customerOf(context, person, directory, key)
  const page = await waitedFor(context, () =>
    billing.checkout({ customerId, product, returnUrl: portalOf(context) }, keyFor(context, person, 'checkout', key)),
  )
  await audit(context, { ...person, directory }, 'subscription.checkout', directoryId)
  return page
}

/**
 * Returns the id under which the payment service stores the directory as a customer. Creates and stores this customer
 * if it is missing. The customer must be stored before the directory can buy anything, because `takeEvent` ignores
 * events of unknown customers.
 */
async function customerOf(
  context: Context,
  person: Person,
  { id, name }: { id: string; name: string },
  key: string | undefined,
): Promise<string> {
  const find = () => context.database.select().from(billingCustomers).where(eq(billingCustomers.directoryId, id))
  const [knownCustomer] = await find()
  if (knownCustomer !== undefined) return knownCustomer.stripeId
  const billing = billingOf(context)
  const stripeId = await waitedFor(context, () =>
    billing.createCustomer({ directoryId: id, name }, keyFor(context, person, `customer-${id}`, key)),
  )
  // If two calls create a customer at the same time, the customer that is stored first is used. Nothing was bought with
  // the customer that is not stored.
  await context.database
    .insert(billingCustomers)
    .values({ directoryId: id, stripeId, createdAt: context.clock.now() })
    .onConflictDoNothing()
  const [storedCustomer] = await find()
  return storedCustomer?.stripeId ?? stripeId
}

export async function changePaymentMethod(
  context: Context,
  person: Person,
  subscriptionId: string,
  key: string | undefined,
): Promise<{ url: string }> {
  const [subscription] = await context.database
    .select({ customerId: billingCustomers.stripeId, directoryId: subscriptions.directoryId })
    .from(subscriptions)
    .innerJoin(billingCustomers, eq(billingCustomers.directoryId, subscriptions.directoryId))
    .where(and(eq(subscriptions.id, subscriptionId), isManagedSubscription(context.database, person)))
  if (subscription === undefined) throw new Problem('not_found')
  const { customerId, directoryId } = subscription
  const billing = billingOf(context)
  const page = await waitedFor(context, () =>
    billing.paymentMethod(
      { customerId, returnUrl: portalOf(context) },
      keyFor(context, person, `payment-method-${subscriptionId}`, key),
    ),
  )
  await audit(context, { ...person, directory: { id: directoryId } }, 'subscription.payment-method', subscriptionId)
  return page
}
