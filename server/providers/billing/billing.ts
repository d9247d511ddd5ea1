import type { SubscriptionState } from '../../../lib/contracts/index.ts'

export interface StripeSettings {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  baseUrl: string
}

/** The kind of a request to the payment service. Errors and logs contain this name. */
export type BillingStage =
  | 'customer'
  | 'price'
  | 'checkout'
  | 'payment-method'
  | 'change'
  | 'cancel'
  | 'end'
  | 'return'
  | 'read'

/**
 * Why a request to the payment service failed.
 *
 * - refused: the service would refuse the same request again, for example because a payment failed.
 * - missing: the service does not know the subscription.
 * - mismatch: the idempotency key was used before for a different request.
 * - broken: an error of the service itself. For the same idempotency key, the service repeats this answer.
 * - unreachable: no answer, too many requests, or a wrong key in the configuration.
 */
export type BillingFailureKind = 'refused' | 'missing' | 'mismatch' | 'broken' | 'unreachable'

/**
 * A failed request to the payment service. Contains no message of the service, because such a message can quote
 * addresses of people.
 */
export class BillingFailure extends Error {
  override name = 'BillingFailure'
  readonly stage: BillingStage
  readonly kind: BillingFailureKind
  readonly code: string
  constructor(stage: BillingStage, kind: BillingFailureKind, code: string) {
    super(`The payment service failed at ${stage}.`)
    this.stage = stage
    this.kind = kind
    this.code = code
  }
}

/** Thrown for an event that is not signed with the secret of the webhook, or whose signature is too old. */
export class WrongSignature extends Error {
  override name = 'WrongSignature'
}

export interface BilledSubscription {
  customerId: string
  product: string | null
  state: Exclude<SubscriptionState, 'starting'>
  endsAtPeriodEnd: boolean
  periodStart: Date
  periodEnd: Date
  endedAt: Date | null
}

export interface BillingEvent {
  id: string
  subscription: { stripeId: string; customerId: string } | null
}

export interface BillingPage {
  customerId: string
  returnUrl: string
}

/**
 * The payment service. Every function that changes something takes an idempotency key: a repeated request with the same
 * key has no second effect. The functions that send a request throw BillingFailure. Do not call them in a transaction:
 * the transaction would stay open until the service answers.
 */
export interface Billing {
  createCustomer(customer: { directoryId: string; name: string }, key: string): Promise<string>
  /**
   * Returns the URL of a new page on which a subscription is bought. Closes the older pages of this customer, so that
   * only one page can be paid.
   */
  checkout(page: BillingPage & { product: string }, key: string): Promise<{ url: string }>
  paymentMethod(page: BillingPage, key: string): Promise<{ url: string }>
  read(stripeId: string): Promise<BilledSubscription>
  /** Changes the product of a subscription. If the subscription was cancelled, this withdraws the cancellation. */
  change(stripeId: string, product: string, key: string): Promise<void>
  /** Ends the subscription at the end of the paid period. */
  cancel(stripeId: string, key: string): Promise<void>
  end(stripeId: string, key: string): Promise<void>
  /** Refunds the newest payment of the subscription. Does nothing if nothing was paid. */
  returnPayment(stripeId: string, key: string): Promise<void>
  /**
   * Verifies the signature of an event and returns the event. `raw`: the unchanged bytes of the request, which are
   * signed. Throws WrongSignature.
   */
  eventOf(raw: Buffer, signature: string): BillingEvent
}
