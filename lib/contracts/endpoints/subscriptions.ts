import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { license } from '../license.ts'
import { listOf, listQuery } from '../list.ts'
import {
  checkoutRequest,
  stripePage,
  subscription,
  subscriptionChange,
  subscriptionChoice,
  trialState,
} from '../subscription.ts'

const byDirectory = z.strictObject({ directoryId: z.uuid() })
const keyed = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'Use 1 to 255 printable characters.')
    .optional()
    .describe('The same key and body: the same page. The same key with another body answers 409.'),
})

/** Calls for the subscriptions of directories, which are organisations of users (product 12.43 to 12.45). */
export const subscriptionEndpoints = {
  listSubscriptions: endpoint({
    method: 'GET',
    path: '/user/subscriptions',
    audience: 'user',
    summary: 'The subscriptions of a directory, newest first.',
    query: listQuery.omit({ search: true }).extend(byDirectory.shape),
    permission: 'billing.manage',
    response: listOf(subscription),
    errors: ['not_found', 'forbidden'],
  }),
  getSubscription: endpoint({
    method: 'GET',
    path: '/user/subscriptions/get/{subscriptionId}',
    audience: 'user',
    summary: 'One subscription.',
    params: subscriptionChoice,
    permission: 'billing.manage',
    response: subscription,
    errors: ['not_found'],
  }),
  cancelSubscription: endpoint({
    method: 'POST',
    path: '/user/subscriptions/cancel',
    audience: 'user',
    summary: 'Cancels a subscription: it ends with the paid period. `changing` is true until Stripe has confirmed it.',
    body: subscriptionChoice,
    permission: 'billing.manage',
    response: subscription,
    errors: ['not_found', 'conflict', 'no_billing'],
  }),
  beginCheckout: endpoint({
    method: 'POST',
    path: '/user/subscriptions/checkout/init',
    audience: 'user',
    summary: 'Answers the page of Stripe on which a directory subscribes to a product.',
    body: checkoutRequest,
    headers: keyed,
    permission: 'billing.manage',
    response: stripePage,
    errors: ['not_found', 'forbidden', 'conflict', 'idempotency_mismatch', 'no_billing', 'billing_failed'],
  }),
  changeSubscription: endpoint({
    method: 'POST',
    path: '/user/subscriptions/update',
    audience: 'user',
    summary: 'Changes the product of a subscription. A cancelled one continues. `changing`: see cancel.',
    body: subscriptionChange,
    permission: 'billing.manage',
    response: subscription,
    errors: ['not_found', 'conflict', 'no_billing'],
  }),
  changePaymentMethod: endpoint({
    method: 'POST',
    path: '/user/subscriptions/update-payment-method',
    audience: 'user',
    summary: 'Answers the page of Stripe on which the payment method of a subscription is changed.',
    body: subscriptionChoice,
    headers: keyed,
    permission: 'billing.manage',
    response: stripePage,
    errors: ['not_found', 'idempotency_mismatch', 'no_billing', 'billing_failed'],
  }),
  getTrialState: endpoint({
    method: 'GET',
    path: '/user/subscriptions/canTrial',
    audience: 'user',
    summary:
      'Whether a trial can begin for a directory, and if not, why. Without `directoryId`: for the directory in which the caller acts.',
    query: byDirectory.partial(),
    permission: 'billing.manage',
    response: trialState,
    errors: ['not_found', 'forbidden'],
  }),
  startTrial: endpoint({
    method: 'POST',
    path: '/user/register/start-trial',
    audience: 'user',
    summary:
      'Begins the trial of a directory, without a card. Once for each directory and person. Honours Idempotency-Key.',
    body: byDirectory,
    permission: 'billing.manage',
    response: license,
    status: 201,
    errors: ['not_found', 'forbidden', 'conflict', 'idempotency_mismatch', 'no_billing'],
  }),
} as const
