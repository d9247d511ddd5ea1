import { type Product, trialOffer } from '../../../lib/contracts/index.ts'

/**
 * The products that an administrator can grant, and those that are sold (product 12.20). A null limit means no limit.
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
