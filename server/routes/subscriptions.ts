import type { endpoints } from '../../lib/contracts/index.ts'
import {
  beginCheckout,
  cancelSubscription,
  changePaymentMethod,
  changeSubscription,
  getSubscription,
  getTrialState,
  listSubscriptions,
  startTrial,
} from '../services/billing/index.ts'
import type { Handlers } from './handler.ts'

export const subscriptionHandlers: Handlers<(typeof endpoints)['subscriptions'], 'user'> = {
  listSubscriptions: ({ context, principal, query }) => listSubscriptions(context, principal, query),
  getSubscription: ({ context, principal, params }) => getSubscription(context, principal, params.subscriptionId),
  cancelSubscription: ({ context, principal, body }) => cancelSubscription(context, principal, body.subscriptionId),
  beginCheckout: ({ context, principal, body, headers }) =>
    beginCheckout(context, principal, body, headers['idempotency-key']),
  changeSubscription: ({ context, principal, body }) => changeSubscription(context, principal, body),
  changePaymentMethod: ({ context, principal, body, headers }) =>
    changePaymentMethod(context, principal, body.subscriptionId, headers['idempotency-key']),
  getTrialState: ({ context, principal, query }) => getTrialState(context, principal, query.directoryId),
  startTrial: { create: ({ context, principal, body }) => startTrial(context, principal, body.directoryId) },
}
