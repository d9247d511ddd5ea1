import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signatureOf } from '../fakes/stripe-server.ts'
import { ask, refusal } from './ask.ts'
import { type BillingWorld, newClinic, startBilling } from './billing.ts'
import { as, join, newUser } from './directory.ts'
import { startTestServer } from './start-server.ts'

let world: BillingWorld
beforeAll(async () => {
  world = await startBilling()
})
afterAll(() => world.close())

type Clinic = Awaited<ReturnType<typeof newClinic>>

/** A clinic that has paid, with its subscription. */
async function subscribed(product = 'standard') {
  const clinic = await newClinic(world)
  const { body } = await clinic.checkout(product)
  const paid = world.stripe.account.pay(body.url)
  await world.stripe.deliver(world.server.url)
  const subscription = await clinic.settled({ state: 'active', product })
  return { clinic, paid, subscription }
}

const use = (clinic: Clinic) => clinic.call('POST /api/user/licenses/increment-usage/document')

describe('a subscription', () => {
  test('is bought, gives its credits, changes its product, is cancelled, and ends with the paid period', async () => {
    const clinic = await newClinic(world)
    const page = await clinic.checkout()
    expect([page.status, page.body.url]).toEqual([200, expect.stringContaining('https://checkout.stripe.example/')])
    const paid = world.stripe.account.pay(page.body.url)
    expect(await world.stripe.deliver(world.server.url)).toEqual([200, 200, 200])
    const { subscriptionId, licenseId } = await clinic.settled({ state: 'active', product: 'standard' })
    expect(await clinic.licenses()).toMatchObject([
      { licenseId, product: 'standard', active: true, credits: { document: { limit: 200, used: 0 } } },
    ])
    expect((await use(clinic)).body.licenses).toMatchObject([{ licenseId, credits: { document: { used: 1 } } }])

    const change = await clinic.call('POST /api/user/subscriptions/update', { subscriptionId, product: 'unlimited' })
    expect(change.body).toMatchObject({ subscriptionId, changing: true, product: 'standard' })
    await clinic.settled({ product: 'unlimited' })
    expect(await clinic.licenses()).toMatchObject([
      { licenseId, product: 'unlimited', credits: { document: { limit: null, used: 1 } } },
    ])

    await clinic.call('POST /api/user/subscriptions/cancel', { subscriptionId })
    const cancelled = await clinic.settled({ state: 'active', endsAtPeriodEnd: true })
    expect(await clinic.licenses()).toMatchObject([{ active: true, endsAt: cancelled.periodEnd }])
    world.pass(31)
    await clinic.signInAgain()
    expect(refusal(await use(clinic))).toEqual([402, 'no_credit'])
    world.stripe.account.finish(paid.id)
    await world.stripe.deliver(world.server.url)
    await clinic.settled({ state: 'ended' })
    expect(await clinic.licenses()).toMatchObject([{ licenseId, active: false }])
    const again = await clinic.call('POST /api/user/subscriptions/cancel', { subscriptionId })
    expect(refusal(again)).toEqual([409, 'conflict'])
    expect((await clinic.checkout()).status).toBe(200)
  })

  test('that continues after all is not cancelled any more', async () => {
    const { clinic, subscription } = await subscribed()
    const { subscriptionId } = subscription
    await clinic.call('POST /api/user/subscriptions/cancel', { subscriptionId })
    await clinic.settled({ endsAtPeriodEnd: true })
    await clinic.call('POST /api/user/subscriptions/update', { subscriptionId, product: 'standard' })
    await clinic.settled({ endsAtPeriodEnd: false })
    expect((await clinic.licenses())[0]).not.toHaveProperty('endsAt')
  })

  test('continues also if a person at Stripe has set the date of its end', async () => {
    const { clinic, paid, subscription } = await subscribed()
    const { subscriptionId } = subscription
    const inTenDays = new Date(Date.now() + 10 * 24 * 60 * 60_000)
    world.stripe.account.endAt(paid.id, inTenDays)
    await world.stripe.deliver(world.server.url)
    await clinic.settled({ endsAtPeriodEnd: true })
    await clinic.call('POST /api/user/subscriptions/update', { subscriptionId, product: 'standard' })
    await clinic.settled({ endsAtPeriodEnd: false, refused: false })
    expect(paid.cancel_at).toBeNull()
    expect((await clinic.licenses())[0]).not.toHaveProperty('endsAt')
  })

  test('gives new credits for each paid period, and seats keep their licence', async () => {
    const { clinic, paid, subscription } = await subscribed()
    await use(clinic)
    const seat = { name: 'Clinician', permissions: [], licenseId: subscription.licenseId }
    const { body: role } = await clinic.call(`POST /api/user/directories/roles/${clinic.directoryId}`, seat)
    world.pass(30)
    await clinic.signInAgain()
    world.stripe.account.renew(paid.id)
    await world.stripe.deliver(world.server.url)
    const renewed = await clinic.settled({
      periodEnd: new Date((paid.items.data[0]?.current_period_end ?? 0) * 1000).toISOString(),
    })
    expect(renewed.licenseId).not.toBe(subscription.licenseId)
    const found = await clinic.licenses()
    expect(found).toMatchObject([
      { licenseId: renewed.licenseId, active: true, credits: { document: { used: 0 } } },
      { licenseId: subscription.licenseId, active: false, credits: { document: { used: 1 } } },
    ])
    const roles = await clinic.call(`GET /api/user/directories/roles/get/${clinic.directoryId}/${role.roleId}`)
    expect(roles.body.licenseId).toBe(renewed.licenseId)
  })

  test('is bought once: a directory with a living subscription gets no second one', async () => {
    const { clinic } = await subscribed()
    expect(refusal(await clinic.checkout('unlimited'))).toEqual([409, 'conflict'])
    expect(refusal(await (await newClinic(world)).checkout('trial'))).toEqual([400, 'invalid_request'])
  })

  test('opens the page for the card, and the same key opens the same page for paying', async () => {
    const { clinic, paid, subscription } = await subscribed()
    const { subscriptionId } = subscription
    const card = await clinic.call('POST /api/user/subscriptions/update-payment-method', { subscriptionId })
    expect(card.body).toEqual({ url: `https://billing.stripe.example/${paid.customer}` })
    const other = await newClinic(world)
    const keyed = (product: string, key: string) =>
      ask(world.server.url, 'POST /api/user/subscriptions/checkout/init', {
        token: other.owner.accessToken,
        body: { directoryId: other.directoryId, product },
        headers: { 'idempotency-key': key },
      })
    const key = randomUUID()
    const first = await keyed('standard', key)
    expect((await keyed('standard', key)).body).toEqual(first.body)
    expect(refusal(await keyed('unlimited', key))).toEqual([409, 'idempotency_mismatch'])
    expect((await keyed('standard', randomUUID())).body).not.toEqual(first.body)
  })

  test('of an organisation that is deleted ends at once, and so does one that is paid afterwards', async () => {
    const { clinic, paid } = await subscribed()
    expect((await clinic.call(`DELETE /api/user/directories/${clinic.directoryId}`)).status).toBe(200)
    await expect.poll(() => paid.status).toBe('canceled')
    const late = await newClinic(world)
    const { body } = await late.checkout()
    await late.call(`DELETE /api/user/directories/${late.directoryId}`)
    const unwanted = world.stripe.account.pay(body.url)
    await world.stripe.deliver(world.server.url)
    await expect.poll(() => unwanted.status).toBe('canceled')
  })

  test('is seen and changed only with billing.manage in its directory; everybody else gets not_found', async () => {
    const { clinic, subscription } = await subscribed()
    const { subscriptionId } = subscription
    const biller = await join(world.server.url, clinic.clinic, ['billing.manage'])
    const member = await join(world.server.url, clinic.clinic, ['directory.manage', 'roles.manage'])
    const stranger = await newUser(world.server.url)
    const get = `GET /api/user/subscriptions/get/${subscriptionId}`
    expect((await as(world.server.url, biller)(get)).body).toMatchObject({ subscriptionId })
    for (const person of [member, stranger]) {
      const call = as(world.server.url, person)
      expect(refusal(await call(get))).toEqual([404, 'not_found'])
      for (const [path, body] of [
        ['cancel', { subscriptionId }],
        ['update', { subscriptionId, product: 'unlimited' }],
        ['update-payment-method', { subscriptionId }],
      ] as const)
        expect(refusal(await call(`POST /api/user/subscriptions/${path}`, body))).toEqual([404, 'not_found'])
    }
    expect(await clinic.settled({ endsAtPeriodEnd: false, product: 'standard' })).toBeDefined()
  })
})

describe('events of Stripe', () => {
  const post = (body: string, signature?: string) =>
    ask(world.server.url, 'POST /api/stripe/webhook', {
      raw: body,
      headers: signature === undefined ? {} : { 'stripe-signature': signature },
    })

  test('that are forged, changed or too old are refused and change nothing', async () => {
    const { clinic, paid } = await subscribed()
    const before = await clinic.list()
    const body = JSON.stringify({
      id: 'evt_forged',
      object: 'event',
      type: 'customer.subscription.deleted',
      data: { object: { ...paid, status: 'canceled' } },
    })
    const { webhookSecret } = world.stripe
    const old = Math.floor(Date.now() / 1000) - 3_600
    const refused = [400, 'wrong_signature']
    expect(refusal(await post(body))).toEqual(refused)
    expect(refusal(await post(body, 't=1,v1=00'))).toEqual(refused)
    expect(refusal(await post(body, signatureOf(body, 'whsec_other')))).toEqual(refused)
    expect(refusal(await post(`${body} `, signatureOf(body, webhookSecret)))).toEqual(refused)
    const cut = body.slice(0, -5)
    expect(refusal(await post(cut, signatureOf(cut, webhookSecret)))).toEqual([400, 'malformed_json'])
    expect(refusal(await post(body, signatureOf(body, webhookSecret, old)))).toEqual(refused)
    expect(await clinic.list()).toEqual(before)
  })

  test('that are repeated, late or out of order leave the newest state', async () => {
    const clinic = await newClinic(world)
    const { body } = await clinic.checkout()
    const paid = world.stripe.account.pay(body.url)
    const events = [...world.stripe.account.events]
    await world.stripe.deliver(world.server.url)
    await clinic.settled({ state: 'active' })
    world.stripe.account.finish(paid.id)
    await world.stripe.deliver(world.server.url)
    await clinic.settled({ state: 'ended' })
    const read = () => world.stripe.requests.filter(({ path }) => path.endsWith(paid.id)).length
    const reads = read()
    expect(await world.stripe.deliver(world.server.url, [...events].reverse())).toEqual([200, 200, 200])
    const stale = { ...events[0], id: `evt_${randomUUID()}` } as (typeof events)[number]
    await world.stripe.deliver(world.server.url, [stale])
    await expect.poll(read).toBe(reads + 1)
    await clinic.settled({ state: 'ended' })
    expect(await clinic.licenses()).toMatchObject([{ active: false }])
    expect(read()).toBe(reads + 1)
  })

  test('may arrive before the answer of the checkout', async () => {
    const clinic = await newClinic(world)
    const held = world.stripe.hold('/v1/checkout/sessions')
    const page = clinic.checkout()
    const { url } = JSON.parse(await held.done)
    world.stripe.account.pay(url)
    expect(await world.stripe.deliver(world.server.url)).toEqual([200, 200, 200])
    await clinic.settled({ state: 'active' })
    held.release()
    expect((await page).body).toEqual({ url })
    expect(await clinic.licenses()).toHaveLength(1)
  })

  test('about customers of other products are answered and not used', async () => {
    const subscription = { id: 'sub_other', object: 'subscription', customer: 'cus_other', status: 'active' }
    const event = { id: `evt_${randomUUID()}`, object: 'event', type: 'x', created: 0, data: { object: subscription } }
    const unrelated = { ...event, id: `evt_${randomUUID()}`, data: { object: { object: 'payout' } } }
    const answers = await world.stripe.deliver(world.server.url, [event, unrelated] as never)
    expect(answers).toEqual([200, 200])
    const { rows } = await world.server.store.database.execute(
      `select count(*)::int as n from subscriptions where stripe_id = 'sub_other'`,
    )
    expect(rows).toEqual([{ n: 0 }])
  })

  test('that are lost are made up for by licenses/sync', async () => {
    const { clinic, paid } = await subscribed()
    world.stripe.account.finish(paid.id)
    world.stripe.account.events.length = 0
    world.pass(0.001)
    expect((await clinic.call('POST /api/user/licenses/sync')).body).toEqual({ limited: true, licenses: [] })
    expect(await clinic.list()).toMatchObject([{ state: 'ended' }])
  })
})

describe('without Stripe', () => {
  test('nothing is sold, and the answers say so', async () => {
    const server = await startTestServer()
    try {
      const clinic = await newClinic({ ...world, server })
      expect((await clinic.call('GET /api/stripe')).body).toEqual({ publishableKey: null })
      expect(refusal(await clinic.checkout())).toEqual([501, 'no_billing'])
      expect(refusal(await ask(server.url, 'POST /api/stripe/webhook', { raw: '{}' }))).toEqual([501, 'no_billing'])
      const trial = { directoryId: clinic.directoryId }
      expect(refusal(await clinic.call('POST /api/user/register/start-trial', trial))).toEqual([501, 'no_billing'])
      expect(await clinic.list()).toEqual([])
    } finally {
      await server.close()
    }
  })

  test('with Stripe, the publishable key is told to everybody', async () => {
    const { body } = await ask(world.server.url, 'GET /api/stripe')
    expect(body).toEqual({ publishableKey: 'pk_test_fake' })
  })
})
