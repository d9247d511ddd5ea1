import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { refusal } from './ask.ts'
import { type BillingWorld, newClinic, startBilling } from './billing.ts'
import { join } from './directory.ts'

let mail: MailServer
let world: BillingWorld
let logged = ''
beforeAll(async () => {
  mail = await startMailServer()
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk
      done()
    },
  })
  world = await startBilling({
    env: { MAIL_URL: mail.url, MAIL_FROM: 'scribe@clinic.example' },
    deps: { log: pino({ level: 'trace' }, stream) },
  })
})
afterAll(async () => {
  await world.close()
  await mail.close()
})
afterEach(() => world.stripe.mend())

/** A clinic that has paid, with its subscription. */
async function subscribed() {
  const clinic = await newClinic(world)
  const { body } = await clinic.checkout()
  const paid = world.stripe.account.pay(body.url)
  await world.stripe.deliver(world.server.url)
  return { clinic, paid, ...(await clinic.settled({ state: 'active' })) }
}
const keysOf = (path: string) =>
  world.stripe.requests.filter((one) => one.method !== 'GET' && one.path === path).map(({ key }) => key)

describe('while Stripe fails', () => {
  test.each([500, 429, 402, 401, 'hang'] as const)(
    'with %s, a checkout answers what failed, and nothing is kept',
    async (status) => {
      const clinic = await newClinic(world)
      world.stripe.fail('/v1/checkout', status)
      const failed = await clinic.checkout()
      expect(refusal(failed)).toEqual([502, 'billing_failed'])
      expect(failed.body.message).toContain('payment page')
      expect(JSON.stringify(failed.body)).not.toContain('somebody@clinic.example')
      expect(await clinic.list()).toEqual([])
      world.stripe.mend()
      expect((await clinic.checkout()).status).toBe(200)
    },
  )

  test('a checkout that waits for Stripe holds no transaction', async () => {
    const clinic = await newClinic(world)
    const held = world.stripe.hold('/v1/checkout/sessions')
    const page = clinic.checkout()
    await held.done
    const { rows } = await world.server.store.database.execute(
      sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    held.release()
    expect(rows).toEqual([{ n: 0 }])
    expect((await page).status).toBe(200)
  })

  test.each([500, 'hang'] as const)(
    'with %s, cancelling answers at once, and is done once Stripe answers',
    async (status) => {
      const { clinic, paid, subscriptionId } = await subscribed()
      const path = `/v1/subscriptions/${paid.id}`
      world.stripe.fail(path, status)
      const answer = await clinic.call('POST /api/user/subscriptions/cancel', { subscriptionId })
      expect(answer.body).toMatchObject({ changing: true, endsAtPeriodEnd: false })
      await expect.poll(() => keysOf(path).length).toBeGreaterThan(0)
      expect(paid.cancel_at_period_end).toBe(false)
      world.stripe.mend()
      await clinic.settled({ endsAtPeriodEnd: true, refused: false })
      expect(paid.cancel_at_period_end).toBe(true)
      // After an error, the server uses a new idempotency key, because Stripe would repeat the error of the old key for
      // a day. Without an answer, the server uses the same key, so that the change is not made twice.
      expect(new Set(keysOf(path)).size > 1).toBe(status === 500)
    },
  )

  test('an event is taken, and its subscription is read later', async () => {
    const clinic = await newClinic(world)
    const { body } = await clinic.checkout()
    const paid = world.stripe.account.pay(body.url)
    world.stripe.fail(`/v1/subscriptions/${paid.id}`, 'hang')
    expect(new Set(await world.stripe.deliver(world.server.url))).toEqual(new Set([200]))
    expect(await clinic.list()).toMatchObject([{ state: 'starting', changing: true }])
    expect(await clinic.licenses()).toEqual([])
    world.stripe.mend()
    await clinic.settled({ state: 'active' })
    expect(await clinic.licenses()).toMatchObject([{ active: true }])
  })

  test('a state that was read before a newer event came is read again', async () => {
    const { clinic, paid, subscriptionId } = await subscribed()
    const held = world.stripe.hold(`/v1/subscriptions/${paid.id}`)
    await world.stripe.deliver(world.server.url, [
      { id: 'evt_first', object: 'event', type: 'customer.subscription.updated', created: 0, data: { object: paid } },
    ])
    expect(JSON.parse(await held.done)).toMatchObject({ status: 'active' })
    world.stripe.account.finish(paid.id)
    await world.stripe.deliver(world.server.url)
    held.release()
    await clinic.settled({ state: 'ended', subscriptionId })
    expect(await clinic.licenses()).toMatchObject([{ active: false }])
  })

  test('nothing that Stripe says is in the log', () => {
    expect(logged).toContain('the payment service failed')
    expect(logged).not.toContain('somebody@clinic.example')
    expect(logged).not.toContain(world.stripe.secretKey)
  })
})

describe('a payment that fails', () => {
  test('for a larger product leaves product and credits as they are, and the subscription says so', async () => {
    const { clinic, subscriptionId } = await subscribed()
    world.stripe.account.refuseCard(true)
    await clinic.call('POST /api/user/subscriptions/update', { subscriptionId, product: 'unlimited' })
    await clinic.settled({ product: 'standard', refused: true })
    expect(await clinic.licenses()).toMatchObject([{ product: 'standard', credits: { document: { limit: 200 } } }])
    world.stripe.account.refuseCard(false)
    await clinic.call('POST /api/user/subscriptions/update', { subscriptionId, product: 'unlimited' })
    await clinic.settled({ product: 'unlimited', refused: false })
  })

  test('is told once to those who manage the billing; the licence stays, without new credits, until Stripe gives up', async () => {
    const { clinic, paid, licenseId } = await subscribed()
    const biller = await join(world.server.url, clinic.clinic, ['billing.manage'])
    await join(world.server.url, clinic.clinic, ['directory.manage'])
    await clinic.call('POST /api/user/licenses/increment-usage/document')
    world.stripe.account.failPayment(paid.id)
    await world.stripe.deliver(world.server.url)
    await clinic.settled({ state: 'past_due', licenseId })
    expect(await clinic.licenses()).toMatchObject([{ licenseId, active: true, credits: { document: { used: 1 } } }])
    const isNotice = ({ raw }: { raw: string }) => raw.includes('Subject: A payment for North Clinic failed')
    await mail.mailTo(biller.email, isNotice)
    await mail.mailTo(clinic.owner.email, isNotice)
    await world.stripe.deliver(world.server.url, [
      { id: 'evt_again', object: 'event', type: 'invoice.payment_failed', created: 0, data: { object: paid } },
    ])
    await clinic.settled({ state: 'past_due' })
    const told = mail.mails.filter(isNotice).map(({ to }) => to)
    expect(told.sort()).toEqual([biller.email, clinic.owner.email].sort())
    world.stripe.account.finish(paid.id)
    await world.stripe.deliver(world.server.url)
    await clinic.settled({ state: 'ended' })
    expect(await clinic.licenses()).toMatchObject([{ licenseId, active: false }])
  })
})
