import { z } from 'zod'
import { limits } from './limits.ts'

/** How many days a trial lasts, and how many credits it gives (product 12.45). */
export const trialOffer = { days: 14, credits: { document: 20, session: 20 } } as const

/**
 * States of a subscription (product 12.43).
 *
 * - starting: Stripe has reported the subscription, and the server has not read it yet. incomplete: the first payment
 *   is missing.
 * - trialing, active: the present period has a licence. past_due: a payment failed, and Stripe tries again; the licence
 *   stays.
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

export const subscription = z.object({
  subscriptionId: z.uuid(),
  directoryId: z.uuid(),
  product: z.string().optional(),
  state: z.enum(subscriptionStates),
  /** True if the subscription was cancelled: it lasts until the end of the period that is paid. */
  endsAtPeriodEnd: z.boolean(),
  periodStart: z.iso.datetime().optional(),
  periodEnd: z.iso.datetime().optional(),
  licenseId: z.uuid().optional(),
  changing: z.boolean(),
  /** True if Stripe has refused the last change, for example because the card was declined. */
  refused: z.boolean(),
})
export type Subscription = z.infer<typeof subscription>

export const subscriptionChoice = z.strictObject({ subscriptionId: z.uuid() })

const productId = z.string().max(limits.identifierMax)
export const checkoutRequest = z.strictObject({ directoryId: z.uuid(), product: productId })
export const subscriptionChange = subscriptionChoice.extend({ product: productId })

export const stripePage = z.object({ url: z.url() })

/** Whether a trial can begin, and what it would give. */
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
