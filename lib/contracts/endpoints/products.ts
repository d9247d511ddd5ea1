import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { product } from '../license.ts'
import { limits } from '../limits.ts'

export const productEndpoints = {
  listProducts: endpoint({
    method: 'GET',
    path: '/products',
    audience: 'public',
    summary: 'The licences that an administrator can grant, and which of them are sold.',
    response: z.object({ products: z.array(product) }),
    errors: ['too_many_requests'],
  }),
  getStripe: endpoint({
    method: 'GET',
    path: '/stripe',
    audience: 'public',
    summary: 'The publishable key of Stripe. Null: this server takes no payments.',
    response: z.object({ publishableKey: z.string().nullable() }),
    errors: ['too_many_requests'],
  }),
  takeStripeEvent: endpoint({
    method: 'POST',
    path: '/stripe/webhook',
    audience: 'public',
    kind: 'signed',
    summary: 'Takes an event of Stripe, signed in the header `stripe-signature`.',
    headers: z.looseObject({ 'stripe-signature': z.string().max(5_000).default('') }),
    bodyMaxBytes: limits.bodyMaxBytes,
    response: z.object({ received: z.literal(true) }),
    errors: ['wrong_signature', 'no_billing', 'too_many_requests'],
  }),
} as const
