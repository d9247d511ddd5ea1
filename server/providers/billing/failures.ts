import Stripe from 'stripe'
import { BillingFailure, type BillingFailureKind, type BillingStage } from './billing.ts'

function kindOf(error: InstanceType<typeof Stripe.errors.StripeError>): BillingFailureKind {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return 'mismatch'
  // A wrong or restricted key is an error of the configuration. The request can succeed after the key was corrected.
  if (error.statusCode === 401 || error.statusCode === 403) return 'unreachable'
  // Another request is changing the same object, or there were too many requests. The request can succeed later.
  if (error.statusCode === 409 || error.statusCode === 429) return 'unreachable'
  if (error.statusCode === 404 || error.code === 'resource_missing') return 'missing'
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return 'refused'
  return error.statusCode === undefined ? 'unreachable' : 'broken'
}

export async function translated<Answer>(stage: BillingStage, request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    throw new BillingFailure(
      stage,
      kindOf(error),
      [error.statusCode, error.code ?? error.type].filter(Boolean).join(' '),
    )
  }
}
