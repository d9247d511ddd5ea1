import type { endpoints } from '../../lib/contracts/index.ts'
import { products } from '../services/licenses/index.ts'
import type { Handlers } from './handler.ts'

/** Handlers that tell what licences exist. This server has no payments, so there is no key of Stripe. */
export const productHandlers: Handlers<(typeof endpoints)['products'], 'public'> = {
  listProducts: async () => ({ products: [...products] }),
  getStripe: async () => ({ publishableKey: null }),
}
