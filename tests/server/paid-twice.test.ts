import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../fakes/mail-server.ts'
import { refusal } from './ask.ts'
import { type BillingWorld, newClinic, startBilling } from './billing.ts'

let mail: MailServer
let world: BillingWorld
beforeAll(async () => {
  mail = await startMailServer()
  world = await startBilling({ env: { MAIL_URL: mail.url, MAIL_FROM: 'scribe@clinic.example' } })
})
afterAll(async () => {
  await world.close()
  await mail.close()
})
afterEach(() => {
  world.stripe.mend()
  world.stripe.account.refuseRefunds(false)
})

type Clinic = Awaited<ReturnType<typeof newClinic>>

/** Opens a second payment page while the payment on the first page is under way, and pays on both pages. */
async function payBoth(clinic: Clinic) {
  const { account } = world.stripe
  const first = (await clinic.checkout()).body.url
  account.beginPaying(first)
  const second = (await clinic.checkout('unlimited')).body.url
  return [account.pay(first), account.pay(second)] as const
}

/** Pays on both pages while refunds fail, and waits until the server has tried to return one of the payments. */
async function payBothWithoutRefund(clinic: Clinic) {
  const paid = await payBoth(clinic)
  world.stripe.fail('/v1/refunds', 500)
  await world.stripe.deliver(world.server.url)
  const returning = () =>
    paid.find(({ id }) => world.stripe.requests.some(({ form }) => form.payment_intent === `pi_of_${id}`))
  await expect.poll(returning).toBeDefined()
  return { paid, second: returning() }
}

describe('two pages for paying', () => {
  test('the older one can no longer be paid when a newer one is opened', async () => {
    const clinic = await newClinic(world)
    const older = (await clinic.checkout()).body.url
    const newer = (await clinic.checkout('unlimited')).body.url
    expect(() => world.stripe.account.pay(older)).toThrow('expired')
    world.stripe.account.pay(newer)
    await world.stripe.deliver(world.server.url)
    await clinic.settled({ state: 'active', product: 'unlimited' })
  })

  test('the page of another organisation stays open', async () => {
    const [one, other] = [await newClinic(world), await newClinic(world)]
    const url = (await one.checkout()).body.url
    await other.checkout()
    expect(world.stripe.account.pay(url).status).toBe('active')
    await world.stripe.deliver(world.server.url)
  })

  test('of two that are opened at once, exactly one can be paid', async () => {
    const clinic = await newClinic(world)
    const pages = await Promise.all([clinic.checkout(), clinic.checkout()])
    const paid = pages.map(({ body }) => {
      try {
        return world.stripe.account.pay(body.url).status
      } catch (error) {
        return String(error)
      }
    })
    expect(paid.sort()).toEqual(['Error: The page is expired.', 'active'])
    await world.stripe.deliver(world.server.url)
  })

  test.each(['in order', 'in reverse'])(
    'if both are paid, one subscription stays, the other ends and its payment is returned: events %s',
    async (order) => {
      const clinic = await newClinic(world)
      const paid = await payBoth(clinic)
      const events = world.stripe.account.events.splice(0)
      await world.stripe.deliver(world.server.url, order === 'in order' ? events : events.reverse())
      const states = async () => (await clinic.list()).map(({ state, changing }) => `${state} ${changing}`).sort()
      await expect.poll(states).toEqual(['active false', 'ended false'])
      const [kept] = paid.filter(({ status }) => status === 'active')
      const [ended] = paid.filter(({ status }) => status === 'canceled')
      expect([kept, ended].map((one) => one && world.stripe.account.isReturned(one.id))).toEqual([false, true])
      expect(await clinic.licenses()).toMatchObject([{ active: true }])
      const { raw } = await mail.mailTo(clinic.owner.email, ({ raw }) => raw.includes('One of two subscriptions'))
      expect(raw).toContain('get the second payment back')
    },
  )

  test('if the payment cannot be returned, the subscription still ends, and the mail says whom to ask', async () => {
    world.stripe.account.refuseRefunds(true)
    const clinic = await newClinic(world)
    await payBoth(clinic)
    await world.stripe.deliver(world.server.url)
    const states = async () => (await clinic.list()).map(({ state }) => state).sort()
    await expect.poll(states).toEqual(['active', 'ended'])
    const { raw } = await mail.mailTo(clinic.owner.email, ({ raw }) => raw.includes('One of two subscriptions'))
    expect(raw).toContain('could not refund')
  })

  test('while Stripe fails, ending and returning are tried again, and the payment is returned once', async () => {
    const clinic = await newClinic(world)
    const paid = await payBoth(clinic)
    world.stripe.fail('/v1/refunds', 500, 2)
    await world.stripe.deliver(world.server.url)
    await expect.poll(() => paid.map(({ status }) => status).sort()).toEqual(['active', 'canceled'])
    const ended = paid.find(({ status }) => status === 'canceled')
    expect(ended && world.stripe.account.isReturned(ended.id)).toBe(true)
  })

  const secondMail = async (clinic: Clinic) =>
    (await mail.mailTo(clinic.owner.email, ({ raw }) => raw.includes('One of two subscriptions'))).raw

  test('if Stripe fails after the payment was returned, the mail says that it was returned', async () => {
    const clinic = await newClinic(world)
    world.stripe.fail('DELETE /v1/subscriptions', 500, 1)
    await payBoth(clinic)
    await world.stripe.deliver(world.server.url)
    expect(await secondMail(clinic)).toContain('get the second payment back')
  })

  test('if a person at Stripe ends the subscription first, the payment is returned, and the mail says so', async () => {
    const clinic = await newClinic(world)
    const { second } = await payBothWithoutRefund(clinic)
    world.stripe.account.finish(second?.id ?? '')
    world.stripe.mend()
    expect(await secondMail(clinic)).toContain('get the second payment back')
  })

  test.each(['cancel', 'update'])('%s does not stop the return of the second payment', async (name) => {
    const clinic = await newClinic(world)
    await payBothWithoutRefund(clinic)
    const waiting = (await clinic.list()).find(({ licenseId }) => licenseId === undefined)
    const subscriptionId = waiting?.subscriptionId
    const body = name === 'cancel' ? { subscriptionId } : { subscriptionId, product: 'unlimited' }
    expect(refusal(await clinic.call(`POST /api/user/subscriptions/${name}`, body))).toEqual([409, 'conflict'])
    world.stripe.mend()
    expect(await secondMail(clinic)).toContain('get the second payment back')
  })

  test('the payment is returned also if the organisation is deleted meanwhile', async () => {
    const clinic = await newClinic(world)
    const { paid } = await payBothWithoutRefund(clinic)
    expect((await clinic.call(`DELETE /api/user/directories/${clinic.directoryId}`)).status).toBe(200)
    world.stripe.mend()
    await expect.poll(() => paid.map(({ status }) => status)).toEqual(['canceled', 'canceled'])
    expect(paid.map(({ id }) => world.stripe.account.isReturned(id)).sort()).toEqual([false, true])
  })
})
