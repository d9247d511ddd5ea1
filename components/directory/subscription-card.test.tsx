// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, type ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { Product, Subscription, TrialState } from '../../lib/contracts/index.ts'
import { mountedInFile } from '../../tests/components/mounted.ts'
import { SubscribeCard } from './subscribe-card.tsx'
import { SubscriptionCard } from './subscription-card.tsx'

const mounted = mountedInFile()
/** The actions that clicks on the cards have started, in order, such as `cancel`. */
let asked: string[]
beforeEach(() => {
  asked = []
})

const show = (card: ReactNode) => mounted.render(<MantineProvider env="test">{card}</MantineProvider>)
const buttons = () => [...document.querySelectorAll('button')]
const nameOf = (each: Element) => each.getAttribute('aria-label') ?? each.textContent ?? ''
const names = () => buttons().map(nameOf)
const press = (name: string) =>
  act(async () => {
    const found = buttons().findLast((each) => nameOf(each) === name)
    if (!found) throw new Error(`No button is called ${name}`)
    found.click()
  })
const ask = async (what: string) => void asked.push(what)

const credits = { document: 20, session: 20 }
const products: Product[] = [
  { productId: 'trial', name: 'Trial', description: 'A few notes.', credits, sold: false },
  { productId: 'standard', name: 'Standard', description: 'One clinician.', credits, sold: true },
  { productId: 'unlimited', name: 'Unlimited', description: 'Any number.', credits, sold: true },
]
const subscription: Subscription = {
  subscriptionId: '0d0a51f6-4dd8-4b42-9d2c-5a9b1c2d3e4f',
  directoryId: '8a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
  product: 'standard',
  state: 'active',
  endsAtPeriodEnd: false,
  changing: false,
  refused: false,
}
const port = {
  managePayment: () => ask('pay'),
  change: (product: string) => ask(`change ${product}`),
  cancel: () => ask('cancel'),
}
const card = (change: Partial<Subscription> = {}) => (
  <SubscriptionCard subscription={{ ...subscription, ...change }} products={products} port={port} />
)

test('a subscription is cancelled only after a question, and can be changed and paid', async () => {
  await show(card())
  expect(names()).toEqual(['Manage payment', 'Change to Unlimited', 'Cancel subscription'])
  await press('Cancel subscription')
  expect(asked).toEqual([])
  await press('Cancel subscription')
  await press('Change to Unlimited')
  await press('Manage payment')
  expect(asked).toEqual(['cancel', 'change unlimited', 'pay'])
})

test('a cancelled subscription can be continued, and an ended one offers nothing', async () => {
  await show(card({ endsAtPeriodEnd: true }))
  expect(names()).toEqual(['Manage payment', 'Continue Standard', 'Change to Unlimited'])
  await show(card({ state: 'ended' }))
  expect(names()).toEqual([])
})

test('while a change is on its way no other one can be asked for, and a refused one is announced', async () => {
  await show(card({ changing: true, refused: true }))
  expect(mounted.host.textContent).toContain('Your last change is being sent')
  const disabled = buttons().filter((each) => each.disabled)
  expect(disabled.map(nameOf)).toEqual(['Change to Unlimited', 'Cancel subscription'])
  await show(card({ refused: true }))
  expect(mounted.host.querySelector('[role=alert]')?.textContent).toContain('refused the last change')
})

test('an organisation without a subscription chooses a trial or a sold product', async () => {
  const trial: TrialState = { canTrial: true, days: 14, credits }
  const choose = (change: Partial<TrialState>, takesPayments = true) =>
    show(
      <SubscribeCard
        products={products}
        takesPayments={takesPayments}
        trial={{ ...trial, ...change }}
        onSubscribe={(product) => ask(product)}
        onStartTrial={() => ask('trial')}
      />,
    )
  await choose({})
  expect(names()).toEqual(['Start trial', 'Subscribe to Standard', 'Subscribe to Unlimited'])
  await press('Start trial')
  await press('Subscribe to Unlimited')
  expect(asked).toEqual(['trial', 'unlimited'])
  await choose({ canTrial: false, reason: 'person' })
  expect(names()).not.toContain('Start trial')
  expect(mounted.host.textContent).toContain('already begun a trial')
  await choose({ canTrial: false, reason: 'no-billing' }, false)
  expect(names()).toEqual([])
  expect(mounted.host.textContent).toContain('takes no payments')
})
