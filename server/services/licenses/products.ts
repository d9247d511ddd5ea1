import type { Product } from '../../../lib/contracts/index.ts'

/** What an administrator can grant (product 12.20). Null: no limit. */
export const products: readonly Product[] = [
  {
    productId: 'trial',
    name: 'Trial',
    description: 'A few notes, to try the product.',
    credits: { document: 20, session: 20 },
  },
  {
    productId: 'standard',
    name: 'Standard',
    description: 'The notes of one clinician for a month.',
    credits: { document: 200, session: 200 },
  },
  {
    productId: 'unlimited',
    name: 'Unlimited',
    description: 'Any number of notes.',
    credits: { document: null, session: null },
  },
]
