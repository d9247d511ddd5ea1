import { expect, test } from 'vitest'
import { type Subscription, subscriptionStates } from '../../lib/contracts/index.ts'
import { stateOf } from './billing-words.ts'

const subscription: Subscription = {
  subscriptionId: '0d0a51f6-4dd8-4b42-9d2c-5a9b1c2d3e4f',
  directoryId: '8a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
  product: 'standard',
  state: 'active',
  endsAtPeriodEnd: false,
  periodEnd: '2027-06-01T12:00:00.000Z',
  changing: false,
  refused: false,
}

test('a cancelled subscription says when it ends, and another one when it renews', () => {
  expect(stateOf(subscription)).toMatchObject({ label: 'Active', sentence: 'It renews on Jun 1, 2027.' })
  expect(stateOf({ ...subscription, endsAtPeriodEnd: true })).toMatchObject({
    label: 'Cancelled',
    sentence: 'It ends on Jun 1, 2027.',
  })
})

test('every state has words', () => {
  for (const state of subscriptionStates) expect(stateOf({ ...subscription, state }).sentence).toMatch(/\.$/)
})
