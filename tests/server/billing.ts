import { expect } from 'vitest'
import type { Subscription } from '../../lib/contracts/index.ts'
import type { AppDeps } from '../../server/app.ts'
import { openStripe } from '../../server/providers/billing/index.ts'
import { type FakeStripe, startFakeStripe } from '../fakes/stripe-server.ts'
import { ask, password } from './ask.ts'
import { as, newDirectory } from './directory.ts'
import { startTestServer, type TestServer } from './start-server.ts'

/** A server that takes payments through a fake Stripe. Both have the same clock. */
export interface BillingWorld {
  server: TestServer
  stripe: FakeStripe
  /**
   * Moves the clock of the server and of the fake Stripe forward by this many days. Sessions that become too old end.
   */
  pass(days: number): void
  close(): Promise<void>
}

/** The settings of a server that uses this Stripe. */
export const stripeSettings = ({ secretKey, webhookSecret, url }: FakeStripe) => ({
  PUBLIC_URL: 'https://scribe.clinic.example/',
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: 'pk_test_fake',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_BASE_URL: url,
})

export async function startBilling({
  env = {},
  deps = {},
}: {
  env?: Record<string, string>
  deps?: Partial<AppDeps>
} = {}): Promise<BillingWorld> {
  let passedMs = 0
  const now = () => new Date(Date.now() + passedMs)
  const stripe = await startFakeStripe(now)
  const { secretKey, webhookSecret, url } = stripe
  // Use a short time limit, so that a test in which the fake Stripe never answers does not wait long.
  const billing = openStripe({ secretKey, webhookSecret, publishableKey: '', baseUrl: url }, { timeoutMs: 2_000 })
  const server = await startTestServer({
    env: { ...stripeSettings(stripe), ...env },
    deps: { clock: { now }, billing, ...deps },
  })
  return {
    server,
    stripe,
    pass: (days) => {
      passedMs += days * 24 * 60 * 60_000
    },
    async close() {
      await server.close()
      await stripe.close()
    },
  }
}

/**
 * Creates a directory with an owner. Returns functions that make calls as this owner, and that sign the owner in again
 * after time has passed.
 */
export async function newClinic({ server }: BillingWorld) {
  const clinic = await newDirectory(server.url)
  const { directoryId, owner } = clinic
  let call = as(server.url, owner)
  const list = async (): Promise<Subscription[]> =>
    (await call(`GET /api/user/subscriptions?directoryId=${directoryId}`)).body.items
  return {
    clinic,
    directoryId,
    owner,
    call: (name: string, body?: unknown) => call(name, body),
    list,
    /** The licences of the directory, newest first. */
    licenses: async () => (await call(`GET /api/user/directories/licenses/${directoryId}`)).body.items,
    checkout: (product = 'standard') => call('POST /api/user/subscriptions/checkout/init', { directoryId, product }),
    /** Waits until the only subscription is settled and has the expected properties. */
    async settled(expected: Partial<Subscription>): Promise<Subscription> {
      await expect.poll(list).toMatchObject([{ changing: false, ...expected }])
      return (await list())[0] as Subscription
    },
    async signInAgain() {
      const { body } = await ask(server.url, 'POST /api/user/login/email', { body: { email: owner.email, password } })
      call = as(server.url, { accessToken: body.accessToken })
    },
  }
}
