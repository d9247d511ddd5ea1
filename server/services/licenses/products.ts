import { type Product, trialOffer } from '../../../lib/contracts/index.ts'

/**
 * All products (product 12.20). An administrator can grant each of them. A product with `sold: true` can also be
 * bought. In `credits`, null means no limit.
 */
export const products: readonly Product[] = [
  {
    productId: 'trial',
    name: 'Trial',
    description: 'A few notes, to try the product.',
    credits: trialOffer.credits,
    sold: false,
  },
  {
    productId: 'standard',
    name: 'Standard',
    description: 'Credits for the notes of one clinician for one month.',
    credits: { document: 200, session: 200 },
    sold: true,
  },
  {
    productId: 'unlimited',
    name: 'Unlimited',
    description: 'Any number of notes.',
    credits: { document: null, session: null },
    sold: true,
  },
]
