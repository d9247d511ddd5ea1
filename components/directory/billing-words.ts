import type { Product, Subscription, TrialState } from '../../lib/contracts/index.ts'
import { dayWords } from '../ui/dates.ts'
import type { Tone } from '../ui/tag.tsx'

export const productName = (products: readonly Product[], productId: string): string =>
  products.find((one) => one.productId === productId)?.name ?? productId

interface StateWords {
  label: string
  sentence: string
  tone: Tone
}

export function stateOf({ state, endsAtPeriodEnd, periodEnd }: Subscription): StateWords {
  const end = periodEnd === undefined ? null : dayWords(periodEnd)
  switch (state) {
    case 'starting':
      return {
        label: 'Starting',
        sentence: 'Chartside is asking the payment service about your payment.',
        tone: 'plain',
      }
    case 'incomplete':
      return { label: 'Not paid yet', sentence: 'Your organisation has not made the first payment yet.', tone: 'look' }
    case 'trialing':
    case 'active':
      if (endsAtPeriodEnd)
        return { label: 'Cancelled', sentence: end === null ? 'It ends soon.' : `It ends on ${end}.`, tone: 'look' }
      return { label: 'Active', sentence: end === null ? 'It is paid.' : `It renews on ${end}.`, tone: 'good' }
    case 'past_due':
      return {
        label: 'Payment failed',
        sentence: 'Change the payment method. Otherwise, your licence will end.',
        tone: 'bad',
      }
    case 'unpaid':
    case 'paused':
      return {
        label: 'Stopped',
        sentence: 'The licence has ended. Change the payment method to continue.',
        tone: 'bad',
      }
    case 'ended':
      return { label: 'Ended', sentence: 'Subscribe again to continue.', tone: 'plain' }
  }
}

/**
 * Returns the sentence that says why a trial cannot begin. Null if it can begin, if this server takes no payments, or
 * if the organisation has had a licence. The page shows no sentence in these cases.
 */
export function trialObstacle({ reason }: TrialState): string | null {
  switch (reason) {
    case undefined:
    case 'no-billing':
    case 'licensed':
      return null
    case 'directory':
      return 'Your organisation has already used its trial.'
    case 'person':
      return 'You have already begun a trial for another organisation.'
  }
}
