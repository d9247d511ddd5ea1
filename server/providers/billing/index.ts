export { type BilledSubscription, type Billing, BillingFailure, type BillingStage, WrongSignature } from './billing.ts'
export { openStripe } from './stripe.ts'
