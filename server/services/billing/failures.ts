import { Problem } from '../../problem.ts'
import { type Billing, BillingFailure, type BillingStage } from '../../providers/billing/index.ts'
import type { Context } from '../index.ts'

const sentences: Record<BillingStage, string> = {
  customer: 'The payment service could not set up your organisation. Nothing was charged. Try again in a few minutes.',
  price:
    'The payment service has no price for this product. Nothing was charged. Tell the administrator of this server.',
  checkout: 'The payment service did not open the payment page. Nothing was charged. Try again in a few minutes.',
  'payment-method':
    'The payment service did not open the page on which you change the card. Nothing was changed. Try again in a few minutes.',
  change: 'The payment service did not change the subscription. Nothing was changed. Try again in a few minutes.',
  cancel: 'The payment service did not cancel the subscription. Nothing was changed. Try again in a few minutes.',
  end: 'The payment service did not end the subscription. Nothing was changed. Try again in a few minutes.',
  return: 'The payment service did not refund the payment. Chartside will try again in a few minutes.',
  read: 'The payment service did not answer. Nothing was changed. Try again in a few minutes.',
}

export function billingOf({ billing }: Pick<Context, 'billing'>): Billing {
  if (billing === null) throw new Problem('no_billing')
  return billing
}

/**
 * Sends a request to the payment service while the caller waits. Throws `billing_failed` with a message that names the
 * failed step, and `idempotency_mismatch` if the caller's key was used for a different request. Never call it in a
 * transaction.
 */
export async function waitedFor<Answer>(
  { log }: Pick<Context, 'log'>,
  request: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof BillingFailure)) throw error
    if (error.kind === 'mismatch') throw new Problem('idempotency_mismatch')
    log.warn({ stage: error.stage, code: error.code }, 'the payment service failed')
    throw new Problem('billing_failed', sentences[error.stage]).because(error)
  }
}
