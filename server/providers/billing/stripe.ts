import Stripe from 'stripe'
import { Problem } from '../../problem.ts'
import { type Billing, BillingFailure, type StripeSettings, WrongSignature } from './billing.ts'
import { translated } from './failures.ts'
import { paymentOf, pricePrefix, readState, subjectOf } from './read-state.ts'

const patienceMs = 10_000

/**
 * Closes the open checkout pages of a customer that are older than the page `newestId`, so that only one page can be
 * paid. Newer pages stay open. If two calls open pages at the same time, the call with the newer page closes the older
 * page. If Stripe refuses to close a page, the page was paid just now or has ended, so this error is ignored.
 */
async function closeOlder(stripe: Stripe, customer: string, newestId: string): Promise<void> {
  const { data } = await translated('checkout', () =>
    stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }),
  )
  const ownIndex = data.findIndex(({ id }) => id === newestId)
  for (const { id } of ownIndex < 0 ? [] : data.slice(ownIndex + 1)) {
    await translated('checkout', () => stripe.checkout.sessions.expire(id)).catch((error: unknown) => {
      if (!(error instanceof BillingFailure) || !['refused', 'missing'].includes(error.kind)) throw error
    })
  }
}

export function openStripe(
  { secretKey, webhookSecret, baseUrl }: StripeSettings,
  { timeoutMs = patienceMs }: { timeoutMs?: number } = {},
): Billing {
  const { protocol, hostname, port } = new URL(baseUrl)
  const stripe = new Stripe(secretKey, {
    host: hostname,
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  })

  async function priceOf(product: string): Promise<string> {
    const { data } = await translated('price', () =>
      stripe.prices.list({ lookup_keys: [`${pricePrefix}${product}`], active: true, limit: 1 }),
    )
    const price = data[0]
    if (price === undefined) throw new BillingFailure('price', 'refused', 'no price with this lookup key')
    return price.id
  }
  const readSubscription = async (stripeId: string) =>
    readState(await translated('read', () => stripe.subscriptions.retrieve(stripeId)))

  return {
    async createCustomer({ directoryId, name }, idempotencyKey) {
      const customer = await translated('customer', () =>
        stripe.customers.create({ name, metadata: { directoryId } }, { idempotencyKey }),
      )
      return customer.id
    },
    async checkout({ customerId, product, returnUrl }, idempotencyKey) {
      const price = await priceOf(product)
      const { id, url } = await translated('checkout', () =>
        stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer: customerId,
            line_items: [{ price, quantity: 1 }],
            subscription_data: { metadata: { product } },
            success_url: `${returnUrl}?billing=paid`,
            cancel_url: `${returnUrl}?billing=cancelled`,
          },
          { idempotencyKey },
        ),
      )
      if (url === null) throw new BillingFailure('checkout', 'refused', 'no address')
      await closeOlder(stripe, customerId, id)
      return { url }
    },
    async paymentMethod({ customerId, returnUrl }, idempotencyKey) {
      const { url } = await translated('payment-method', () =>
        stripe.billingPortal.sessions.create(
          { customer: customerId, return_url: returnUrl, flow_data: { type: 'payment_method_update' } },
          { idempotencyKey },
        ),
      )
      return { url }
    },
    read: readSubscription,
    async change(stripeId, product, idempotencyKey) {
      const price = await priceOf(product)
      const { itemId } = await readSubscription(stripeId)
      const answer = await translated('change', () =>
        stripe.subscriptions.update(
          stripeId,
          {
            items: [{ id: itemId, price }],
            cancel_at_period_end: false,
            // If the payment of the price difference fails, the change fails too. Otherwise, a person with a refused
            // card would get the larger product.
            payment_behavior: 'error_if_incomplete',
            proration_behavior: 'always_invoice',
            metadata: { product },
          },
          { idempotencyKey },
        ),
      )
      // If the subscription still has an end after this update, somebody has set a date (`cancel_at`) at Stripe.
      // `cancel_at_period_end: false` does not remove this date, and Stripe refuses a request with both parameters. So
      // a second request removes the date. It needs its own idempotency key, because its content is different.
      if (readState(answer).endsAtPeriodEnd)
        await translated('change', () =>
          stripe.subscriptions.update(stripeId, { cancel_at: '' }, { idempotencyKey: `${idempotencyKey}-continue` }),
        )
    },
    async cancel(stripeId, idempotencyKey) {
      await translated('cancel', () =>
        stripe.subscriptions.update(stripeId, { cancel_at_period_end: true }, { idempotencyKey }),
      )
    },
    async end(stripeId, idempotencyKey) {
      await translated('end', () => stripe.subscriptions.cancel(stripeId, {}, { idempotencyKey }))
    },
    async returnPayment(stripeId, idempotencyKey) {
      const answer = await translated('return', () =>
        stripe.subscriptions.retrieve(stripeId, { expand: ['latest_invoice.payments'] }),
      )
      const paymentIntent = paymentOf(answer)
      if (paymentIntent === null) return
      await translated('return', () =>
        stripe.refunds
          .create({ payment_intent: paymentIntent, reason: 'duplicate' }, { idempotencyKey })
          .catch((error: unknown) => {
            // This error code means that the payment has already been returned: by an earlier attempt with another
            // idempotency key, or by a person at Stripe.
            const isReturned = error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded'
            if (!isReturned) throw error
          }),
      )
    },
    eventOf(raw, signature) {
      try {
        const event = stripe.webhooks.constructEvent(raw, signature, webhookSecret)
        return { id: event.id, subscription: subjectOf(event.data.object) }
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw new WrongSignature()
        // The signature was right, so the body is what Stripe has sent.
        if (error instanceof SyntaxError) throw new Problem('malformed_json')
        throw error
      }
    },
  }
}
