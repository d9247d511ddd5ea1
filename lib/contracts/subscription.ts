import { z } from 'zod'
import { limits } from './limits.ts'

/** The length of a trial in days, and the credits that a trial gives (product 12.45). */
export const trialOffer = { days: 14, credits: { document: 20, session: 20 } } as const

/**
 * States of a subscription (product 12.43).
 *
 * - starting: Stripe has reported the subscription, and the server has not read it yet. incomplete: the first payment
 *   is missing.
 * - trialing, active: paid. past_due: a payment failed, and Stripe tries again; the licence stays.
 * - unpaid, paused: the licence has ended, and can begin again. ended: the licence cannot begin again.
 */
export const subscriptionStates = [
  'starting',
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'ended',
] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

/** A subscription of a directory (an organisation): it pays for a product at Stripe. */
export const subscription = z.object({
  subscriptionId: z.uuid(),
  directoryId: z.uuid(),
  /** The product. Absent: the subscription is not read yet, or its product is not a product of this server. */
  product: z.string().optional(),
  state: z.enum(subscriptionStates),
  /** True if the subscription was cancelled. The subscription then ends at the end of the paid period. */
  endsAtPeriodEnd: z.boolean(),
  periodStart: z.iso.datetime().optional(),
  periodEnd: z.iso.datetime().optional(),
  /** The licence of the newest paid period. */
  licenseId: z.uuid().optional(),
  /** True while the server sends a change to Stripe or reads a newer state from Stripe. */
  changing: z.boolean(),
  /** True if Stripe has refused the last change, for example because a payment failed. */
  refused: z.boolean(),
})
export type Subscription = z.infer<typeof subscription>

/** Names one subscription. */
export const subscriptionChoice = z.strictObject({ subscriptionId: z.uuid() })

const productId = z.string().max(limits.identifierMax)
/** The product to which a directory (an organisation) wants to subscribe. */
export const checkoutRequest = z.strictObject({ directoryId: z.uuid(), product: productId })
/** The product to which a subscription changes. The change also takes back a cancellation. */
export const subscriptionChange = subscriptionChoice.extend({ product: productId })

/** A page of Stripe that the person opens to pay or to change the card. */
export const stripePage = z.object({ url: z.url() })

/** `canTrial`: true if a trial can begin. `reason`: why no trial can begin. */
export const trialState = z.object({
  canTrial: z.boolean(),
  /**
   * Why no trial can begin. `no-billing`: this server takes no payments. `directory`: the organisation has already had
   * a trial. `person`: the person has already had a trial. `licensed`: the organisation has or had a licence.
   */
  reason: z.enum(['no-billing', 'directory', 'person', 'licensed']).optional(),
  days: z.number().int(),
  credits: z.object({ document: z.number().int(), session: z.number().int() }),
})
export type TrialState = z.infer<typeof trialState>
