import { z } from 'zod'
import { type BilledSubscription, type BillingEvent, BillingFailure } from './billing.ts'

/** The beginning of the lookup key of a price at Stripe. The id of the product follows. */
export const pricePrefix = 'chartside_'

const seconds = z.number().transform((value) => new Date(value * 1000))
const id = z.union([z.string(), z.object({ id: z.string() }).transform((thing) => thing.id)])

const states = {
  incomplete: 'incomplete',
  incomplete_expired: 'ended',
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  paused: 'paused',
  canceled: 'ended',
} as const

const item = z.object({
  id: z.string(),
  current_period_start: seconds,
  current_period_end: seconds,
  price: z.object({ lookup_key: z.string().nullish() }),
})

const stripeSubscription = z.object({
  customer: id,
  status: z.enum(Object.keys(states) as [keyof typeof states]),
  cancel_at_period_end: z.boolean(),
  cancel_at: seconds.nullish(),
  ended_at: seconds.nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  items: z.object({ data: z.array(item).min(1) }),
})

/**
 * Reads a subscription of Stripe. Throws a BillingFailure if the subscription has an unknown shape, because this server
 * must not act on values that it only guesses.
 */
export function readState(answer: unknown): BilledSubscription & { itemId: string } {
  const result = stripeSubscription.safeParse(answer)
  const first = result.data?.items.data[0]
  if (!result.success || first === undefined) throw new BillingFailure('read', 'unreachable', 'unknown shape')
  const { customer, status, cancel_at_period_end, cancel_at, ended_at, metadata } = result.data
  // When a price is raised, its lookup key moves to the new price. For subscriptions with the old price, the metadata
  // still names the product.
  const key = first.price.lookup_key
  const product = key?.startsWith(pricePrefix) ? key.slice(pricePrefix.length) : (metadata?.product ?? null)
  return {
    customerId: customer,
    product,
    state: states[status],
    endsAtPeriodEnd: cancel_at_period_end || cancel_at != null,
    periodStart: first.current_period_start,
    periodEnd: cancel_at ?? first.current_period_end,
    endedAt: ended_at ?? null,
    itemId: first.id,
  }
}

const paidSubscription = z.object({
  latest_invoice: z
    .object({
      payments: z.object({
        data: z.array(z.object({ status: z.string(), payment: z.object({ payment_intent: id.nullish() }) })),
      }),
    })
    .nullish(),
})

/**
 * Returns the id of the payment for the newest invoice of a subscription. Null: nothing was paid. Throws a
 * BillingFailure if the answer has an unknown shape.
 */
export function paymentOf(answer: unknown): string | null {
  const result = paidSubscription.safeParse(answer)
  if (!result.success) throw new BillingFailure('return', 'unreachable', 'unknown shape')
  const payment = result.data.latest_invoice?.payments.data.find(({ status }) => status === 'paid')
  return payment?.payment.payment_intent ?? null
}

const subscriptionEvent = z.object({ object: z.literal('subscription'), id: z.string(), customer: id })
const sessionEvent = z.object({ object: z.literal('checkout.session'), subscription: id, customer: id })
const invoiceEvent = z
  .object({
    object: z.literal('invoice'),
    customer: id,
    // Versions of Stripe's API before 2025 name the subscription in the invoice itself. The settings of the webhook at
    // Stripe choose the version, so both shapes are accepted.
    subscription: id.nullish(),
    parent: z.object({ subscription_details: z.object({ subscription: id }).nullish() }).nullish(),
  })
  .transform(({ parent, subscription, ...rest }) => ({
    ...rest,
    subscription: parent?.subscription_details?.subscription ?? subscription ?? null,
  }))

export function subjectOf(object: unknown): BillingEvent['subscription'] {
  const subscription = subscriptionEvent.safeParse(object)
  if (subscription.success) return { stripeId: subscription.data.id, customerId: subscription.data.customer }
  const event = z.union([sessionEvent, invoiceEvent]).safeParse(object)
  if (!event.success || event.data.subscription === null) return null
  return { stripeId: event.data.subscription, customerId: event.data.customer }
}
