import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { product } from '../license.ts'

/** Calls that tell everybody what can be had, and how it is paid. */
export const productEndpoints = {
  listProducts: endpoint({
    method: 'GET',
    path: '/products',
    audience: 'public',
    summary: 'The licences that an administrator can grant.',
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
} as const
