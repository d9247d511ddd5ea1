import type { endpoints } from '../../lib/contracts/index.ts'
import { takeEvent } from '../services/billing/index.ts'
import { products } from '../services/licenses/index.ts'
import type { Handlers } from './handler.ts'

export const productHandlers: Handlers<(typeof endpoints)['products'], 'public'> = {
  listProducts: async () => ({ products: [...products] }),
  getStripe: async ({ context }) => ({ publishableKey: context.config.stripe?.publishableKey ?? null }),
  takeStripeEvent: { verify: ({ context, headers, raw }) => takeEvent(context, raw, headers['stripe-signature']) },
}
