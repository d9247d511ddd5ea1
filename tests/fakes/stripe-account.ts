import { type Form, needed, StripeRefusal, textOf } from './stripe-form.ts'

/** A subscription in Stripe's format, with only the properties that the server and the tests use. */
export interface StripeSubscription {
  id: string
  object: 'subscription'
  customer: string
  status: string
  cancel_at_period_end: boolean
  cancel_at: number | null
  ended_at: number | null
  metadata: Record<string, string>
  items: {
    object: 'list'
    data: {
      id: string
      current_period_start: number
      current_period_end: number
      price: { id: string; lookup_key: string | null }
    }[]
  }
}

interface CheckoutSession {
  customer: string
  price: string
  metadata: Record<string, string>
  /** `paying`: the person has pressed the button, and the bank has not answered yet. */
  status: 'open' | 'paying' | 'complete' | 'expired'
}

/** One account of Stripe in memory. Its events wait until they are delivered. */
export interface StripeAccount {
  events: { id: string; object: 'event'; type: string; created: number; data: { object: object } }[]
  subscriptions: Map<string, StripeSubscription>
  customers: Map<string, { id: string; name: string; metadata: Form }>
  /** Answers a request. Throws StripeRefusal. */
  handle(method: string, path: string, form: Form): object
  /** Simulates that the person has pressed the button on the page of a checkout. `pay` then completes the payment. */
  beginPaying(url: string): void
  /** Simulates that the person pays on the page of a checkout. Returns the new subscription. */
  pay(url: string): StripeSubscription
  /** Begins a new paid period of the subscription. */
  renew(id: string): void
  /** Begins a new period of the subscription whose payment fails. Stripe would then try again for some days. */
  failPayment(id: string): void
  /** Sets whether the card is refused when a change of the price must be paid at once (`error_if_incomplete`). */
  refuseCard(refused: boolean): void
  /** Returns true if the payment of the subscription was refunded. */
  isReturned(id: string): boolean
  /** Sets whether refunds fail. */
  refuseRefunds(refused: boolean): void
  /** Sets the date at which the subscription ends, as a person does in the pages of Stripe. */
  endAt(id: string, date: Date): void
  /** Ends the subscription now. */
  finish(id: string): void
}

const monthSeconds = 30 * 24 * 60 * 60

/** Creates an account with a price for each sold product. */
export function createStripeAccount(now: () => Date): StripeAccount {
  const seconds = () => Math.floor(now().getTime() / 1000)
  const prices = ['standard', 'unlimited'].map((name) => ({ id: `price_${name}`, lookup_key: `chartside_${name}` }))
  const sessions = new Map<string, CheckoutSession>()
  const { events, subscriptions, customers }: Pick<StripeAccount, 'events' | 'subscriptions' | 'customers'> = {
    events: [],
    subscriptions: new Map(),
    customers: new Map(),
  }
  let count = 0
  let cardIsRefused = false
  let refundsAreRefused = false
  const refunded = new Set<string>()
  const paymentOf = (subscriptionId: string) => `pi_of_${subscriptionId}`
  const idOf = (kind: string) => {
    count += 1
    return `${kind}_${count}`
  }
  const tell = (type: string, object: object) =>
    events.push({
      id: idOf('evt'),
      object: 'event',
      type,
      created: seconds(),
      data: { object: structuredClone(object) },
    })
  const subscriptionOf = (id: string): StripeSubscription => {
    const found = subscriptions.get(id)
    if (found === undefined) throw new StripeRefusal(404, 'resource_missing')
    return found
  }
  const itemOf = ({ items }: StripeSubscription) => {
    const [item] = items.data
    if (item === undefined) throw new StripeRefusal(400, 'no item')
    return item
  }
  const priceOf = (id: string) => {
    const found = prices.find((price) => price.id === id)
    if (found === undefined) throw new StripeRefusal(400, 'resource_missing')
    return found
  }
  const customerOf = (form: Form): string => {
    const id = needed(form, 'customer')
    if (!customers.has(id)) throw new StripeRefusal(400, 'resource_missing')
    return id
  }
  const metadataOf = (form: string | Form | undefined) =>
    Object.fromEntries(Object.entries(typeof form === 'object' ? form : {}).map(([key, value]) => [key, String(value)]))
  const invoiceOf = ({ id, customer }: StripeSubscription) => ({
    id: idOf('in'),
    object: 'invoice',
    customer,
    parent: { type: 'subscription_details', subscription_details: { subscription: id } },
  })
  const end = (subscription: StripeSubscription) => {
    Object.assign(subscription, { status: 'canceled', ended_at: seconds() })
    tell('customer.subscription.deleted', subscription)
    return subscription
  }

  function change(subscription: StripeSubscription, form: Form): StripeSubscription {
    if (subscription.status === 'canceled') throw new StripeRefusal(400, 'subscription_canceled')
    const price = textOf(form, 'items', '0', 'price')
    const item = itemOf(subscription)
    if (price !== undefined) {
      if (textOf(form, 'items', '0', 'id') !== item.id) throw new StripeRefusal(400, 'resource_missing')
      const isMore = priceOf(price).id !== item.price.id
      if (isMore && cardIsRefused && textOf(form, 'payment_behavior') === 'error_if_incomplete')
        throw new StripeRefusal(402, 'card_declined')
      item.price = priceOf(price)
    }
    const atEnd = textOf(form, 'cancel_at_period_end')
    const at = textOf(form, 'cancel_at')
    if (atEnd !== undefined && at !== undefined) throw new StripeRefusal(400, 'parameters_exclusive')
    if (at === '') Object.assign(subscription, { cancel_at_period_end: false, cancel_at: null })
    if (atEnd === 'true')
      Object.assign(subscription, { cancel_at_period_end: true, cancel_at: item.current_period_end })
    // `cancel_at_period_end: false` removes only a date that `cancel_at_period_end: true` has set. A date that was set
    // with `cancel_at` stays.
    if (atEnd === 'false' && subscription.cancel_at_period_end)
      Object.assign(subscription, { cancel_at_period_end: false, cancel_at: null })
    Object.assign(subscription.metadata, metadataOf(form.metadata))
    tell('customer.subscription.updated', subscription)
    return subscription
  }

  const routes: [RegExp, (form: Form, id: string) => object][] = [
    [
      /^POST \/v1\/customers$/,
      (form) => {
        const id = idOf('cus')
        customers.set(id, { id, name: needed(form, 'name'), metadata: metadataOf(form.metadata) })
        return { id, object: 'customer' }
      },
    ],
    [
      /^GET \/v1\/prices$/,
      (form) => {
        const data = prices.filter(({ lookup_key: key }) => key === needed(form, 'lookup_keys', '0'))
        return { object: 'list', data, has_more: false, url: '/v1/prices' }
      },
    ],
    [
      /^POST \/v1\/checkout\/sessions$/,
      (form) => {
        if (needed(form, 'mode') !== 'subscription') throw new StripeRefusal(400, 'parameter_invalid')
        needed(form, 'success_url')
        const id = idOf('cs')
        const price = priceOf(needed(form, 'line_items', '0', 'price')).id
        const more = typeof form.subscription_data === 'object' ? form.subscription_data.metadata : undefined
        sessions.set(id, { customer: customerOf(form), price, metadata: metadataOf(more), status: 'open' })
        return { id, object: 'checkout.session', url: `https://checkout.stripe.example/${id}` }
      },
    ],
    [
      /^POST \/v1\/billing_portal\/sessions$/,
      (form) => {
        const customer = customerOf(form)
        if (textOf(form, 'flow_data', 'type') !== 'payment_method_update') throw new StripeRefusal(400, 'flow')
        return { id: idOf('bps'), object: 'billing_portal.session', url: `https://billing.stripe.example/${customer}` }
      },
    ],
    [
      /^GET \/v1\/checkout\/sessions$/,
      (form) => {
        const fits = ([, { customer, status }]: [string, CheckoutSession]) =>
          customer === needed(form, 'customer') && status === needed(form, 'status')
        // The newest session comes first, as in all lists of Stripe.
        const data = [...sessions].filter(fits).map(([id]) => ({ id, object: 'checkout.session' }))
        return { object: 'list', data: data.reverse(), has_more: false, url: '/v1/checkout/sessions' }
      },
    ],
    [
      /^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/,
      (_form, id) => {
        const session = sessions.get(id)
        if (session === undefined) throw new StripeRefusal(404, 'resource_missing')
        if (session.status !== 'open') throw new StripeRefusal(400, 'session_not_open')
        session.status = 'expired'
        return { id, object: 'checkout.session', status: 'expired' }
      },
    ],
    [
      /^POST \/v1\/refunds$/,
      (form) => {
        const paymentIntent = needed(form, 'payment_intent')
        if (refundsAreRefused) throw new StripeRefusal(400, 'charge_disputed')
        if (refunded.has(paymentIntent)) throw new StripeRefusal(400, 'charge_already_refunded')
        refunded.add(paymentIntent)
        return { id: idOf('re'), object: 'refund', payment_intent: paymentIntent, status: 'succeeded' }
      },
    ],
    [
      /^GET \/v1\/subscriptions\/(\w+)$/,
      (form, id) => {
        const subscription = subscriptionOf(id)
        if (textOf(form, 'expand', '0') !== 'latest_invoice.payments') return subscription
        const payment = { type: 'payment_intent', payment_intent: paymentOf(id) }
        const payments = { object: 'list', data: [{ object: 'invoice_payment', status: 'paid', payment }] }
        return { ...subscription, latest_invoice: { ...invoiceOf(subscription), payments } }
      },
    ],
    [/^POST \/v1\/subscriptions\/(\w+)$/, (form, id) => change(subscriptionOf(id), form)],
    [
      /^DELETE \/v1\/subscriptions\/(\w+)$/,
      (_form, id) => {
        const subscription = subscriptionOf(id)
        if (subscription.status === 'canceled') throw new StripeRefusal(404, 'resource_missing')
        return end(subscription)
      },
    ],
  ]

  return {
    events,
    subscriptions,
    customers,
    handle(method, path, form) {
      for (const [pattern, answer] of routes) {
        const fits = pattern.exec(`${method} ${path}`)
        if (fits !== null) return answer(form, fits[1] ?? '')
      }
      throw new StripeRefusal(404, 'url_invalid')
    },
    pay(url) {
      const sessionId = url.split('/').at(-1) ?? ''
      const session = sessions.get(sessionId)
      if (session === undefined) throw new Error('There is no such page.')
      if (session.status === 'expired' || session.status === 'complete')
        throw new Error(`The page is ${session.status}.`)
      session.status = 'complete'
      const subscription: StripeSubscription = {
        id: idOf('sub'),
        object: 'subscription',
        customer: session.customer,
        status: 'active',
        cancel_at_period_end: false,
        cancel_at: null,
        ended_at: null,
        metadata: session.metadata,
        items: {
          object: 'list',
          data: [
            {
              id: idOf('si'),
              current_period_start: seconds(),
              current_period_end: seconds() + monthSeconds,
              price: priceOf(session.price),
            },
          ],
        },
      }
      subscriptions.set(subscription.id, subscription)
      const { id, customer } = subscription
      tell('customer.subscription.created', { ...subscription, status: 'incomplete' })
      tell('checkout.session.completed', { id: sessionId, object: 'checkout.session', customer, subscription: id })
      tell('invoice.paid', invoiceOf(subscription))
      return subscription
    },
    renew(id) {
      const subscription = subscriptionOf(id)
      const item = itemOf(subscription)
      item.current_period_start = item.current_period_end
      item.current_period_end += monthSeconds
      subscription.status = 'active'
      tell('customer.subscription.updated', subscription)
      tell('invoice.paid', invoiceOf(subscription))
    },
    failPayment(id) {
      const subscription = subscriptionOf(id)
      const item = itemOf(subscription)
      item.current_period_start = item.current_period_end
      item.current_period_end += monthSeconds
      subscription.status = 'past_due'
      tell('invoice.payment_failed', invoiceOf(subscription))
      tell('customer.subscription.updated', subscription)
    },
    beginPaying(url) {
      const session = sessions.get(url.split('/').at(-1) ?? '')
      if (session?.status !== 'open') throw new Error('The page is not open.')
      session.status = 'paying'
    },
    isReturned: (id) => refunded.has(paymentOf(id)),
    refuseRefunds(refused) {
      refundsAreRefused = refused
    },
    refuseCard(refused) {
      cardIsRefused = refused
    },
    endAt(id, date) {
      const subscription = subscriptionOf(id)
      subscription.cancel_at = Math.floor(date.getTime() / 1000)
      tell('customer.subscription.updated', subscription)
    },
    finish(id) {
      end(subscriptionOf(id))
    },
  }
}
