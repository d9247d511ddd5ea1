import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteExpired } from '../../server/services/retention.ts'
import { organisationOfDue } from '../../server/services/webhooks/queue.ts'
import { casesOf, isExhaustive } from '../exhaustive.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../fakes/webhook-receiver.ts'
import { asking } from './administrator.ts'
import { good, newPartner, type Partner } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'
import {
  addWebhook,
  deliveriesOf,
  generate,
  makeCustomer,
  movableClock,
  permitting,
  remove,
  storedDeliveries,
  untilNoneIsDue,
} from './webhook-world.ts'

const hourMs = 60 * 60_000
let server: TestServer
let clock: ReturnType<typeof movableClock>
let partner: Partner
let receiver: WebhookReceiver
beforeEach(async () => {
  clock = movableClock()
  server = await startTestServer({ env: permitting, deps: { clock } })
  partner = await newPartner(server)
  await makeCustomer(server, partner.live)
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  await server.close()
  await receiver.stop()
})

const events = ['output.ready', 'output.deleted'] as const

/** The webhook events of each output, in the order in which the receiving server accepted them. */
function acceptedByOutput(): Record<string, string[]> {
  const byOutput: Record<string, string[]> = {}
  for (const { payload } of receiver.accepted())
    if ('id' in payload.data) byOutput[payload.data.id] = [...(byOutput[payload.data.id] ?? []), payload.type]
  return byOutput
}

const inOrder = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, [...events]]))

/** Makes outputs and deletes them, so that each has two events. */
async function twoEventsEach(outputs: number): Promise<string[]> {
  const ids: string[] = []
  for (let count = 0; count < outputs; count += 1) {
    const id = await generate(server, partner.live)
    await remove(server, partner.live, id)
    ids.push(id)
  }
  return ids
}

test('a receiver that is down for 24 hours misses nothing, and gets the events of each output in order', async () => {
  const { webhookId } = await addWebhook(server, partner, receiver.url, { events: [...events] })
  await receiver.stop()
  const ids = await twoEventsEach(5)
  await untilNoneIsDue(server, webhookId, clock)
  const step = isExhaustive('faults of webhooks') ? 2 : 6
  for (let hours = 0; hours < 24; hours += step) {
    clock.forward(step * hourMs)
    await untilNoneIsDue(server, webhookId, clock)
  }
  const down = await storedDeliveries(server, webhookId)
  expect(down.map(({ status }) => status)).not.toContain('delivered')
  expect(acceptedByOutput()).toEqual({})
  await receiver.start()
  // 24 hours after the first attempt, each delivery still has a next attempt, which is due within 1.25 hours.
  clock.forward(1.25 * hourMs)
  await expect.poll(acceptedByOutput).toEqual(inOrder(ids))
})

test('after 25 hours without success a delivery has failed, and the next event of its output is tried', async () => {
  const { webhookId } = await addWebhook(server, partner, receiver.url, { events: [...events] })
  receiver.react = ({ payload }) => (payload.type === 'output.ready' ? 500 : 200)
  const [id = ''] = await twoEventsEach(1)
  const states = async () => (await storedDeliveries(server, webhookId)).map(({ status, tries }) => [status, tries])
  await expect.poll(states).toEqual([
    ['generating', 1],
    ['generating', 0],
  ])
  expect(receiver.received).toHaveLength(1)
  clock.forward(25 * hourMs)
  // Poll, because the receiver gets a request before the server has stored its outcome.
  await expect.poll(states).toEqual([
    ['failed', 2],
    ['delivered', 1],
  ])
  expect(acceptedByOutput()).toEqual({ [id]: ['output.deleted'] })
  expect((await storedDeliveries(server, webhookId)).map(({ next }) => next)).toEqual([null, null])
})

test('a receiver that answers with errors, breaks off and is slow at random gets everything, in order', async () => {
  const { webhookId } = await addWebhook(server, partner, receiver.url, { events: [...events] })
  let random = 20_261_123
  const next = () => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
    return random / 2_147_483_648
  }
  receiver.react = async () => {
    const chance = next()
    if (chance < 0.25) return 500
    if (chance < 0.4) return 429
    if (chance < 0.55) return 'break'
    if (chance < 0.7) await new Promise((resolve) => setTimeout(resolve, 300))
    return 200
  }
  const ids = await twoEventsEach(casesOf('faults of webhooks', 12))
  for (let round = 0; round < 20; round += 1) {
    await untilNoneIsDue(server, webhookId, clock)
    const rows = await storedDeliveries(server, webhookId)
    if (rows.every(({ status }) => status === 'delivered')) break
    clock.forward(1.25 * hourMs)
  }
  expect(acceptedByOutput()).toEqual(inOrder(ids))
  const tries = receiver.received.length
  expect(tries).toBeGreaterThan(2 * ids.length)
})

test('a receiver that never answers delays no other organisation', async () => {
  const other = await newPartner(server)
  await makeCustomer(server, other.live)
  await addWebhook(server, partner, receiver.url, { events: [...events] })
  receiver.react = () => 'hang'
  await Promise.all(Array.from({ length: 30 }, () => generate(server, partner.live)))
  const quick = await startWebhookReceiver()
  await addWebhook(server, other, quick.url, { events: [...events] })
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
  const id = await generate(server, other.live)
  await expect.poll(() => quick.accepted().map(({ payload }) => payload.data)).toMatchObject([{ id }])
  // The other requests still hang. Each server sends at most ten requests of one organisation at the same time.
  expect([receiver.accepted(), receiver.received.length <= 10 * server.servers]).toEqual([[], true])
  await quick.stop()
})

test('a receiver that never answers is given up after 15 seconds, and tried again', async () => {
  const { webhookId } = await addWebhook(server, partner, receiver.url)
  receiver.react = () => 'hang'
  good(await asking(server, partner.owner)(`POST /api/user/access/webhooks/test/${partner.accessId}/${webhookId}`))
  const only = async () => (await deliveriesOf(server, partner, webhookId))[0]
  await expect.poll(only).toMatchObject({ status: 'waiting', tries: 1, lastTry: { problem: 'timeout' } })
  expect((await only())?.lastTry?.latencyMs).toBeGreaterThan(14_000)
})

test('a delivery whose server is killed while it is sent is sent again by another server', async () => {
  const { webhookId } = await addWebhook(server, partner, receiver.url)
  receiver.react = () => 'hang'
  good(await asking(server, partner.owner)(`POST /api/user/access/webhooks/test/${partner.accessId}/${webhookId}`))
  await expect.poll(() => receiver.received.length).toBe(1)
  // The lease of a server that was killed ends by itself. After that, any server can send the delivery.
  await server.store.database.execute(
    `update webhook_deliveries set lease_owner = gen_random_uuid(), lease_until = now() - interval '1 second'`,
  )
  receiver.react = () => 200
  await expect.poll(() => receiver.accepted().length).toBe(1)
  const ids = new Set(receiver.received.map(({ id }) => id))
  expect(ids.size).toBe(1)
})

test('deliveries are deleted after 30 days', async () => {
  const { webhookId } = await addWebhook(server, partner, receiver.url, { events: [...events] })
  await twoEventsEach(1)
  await untilNoneIsDue(server, webhookId, clock)
  const days = (count: number) => new Date(Date.now() + count * 24 * hourMs)
  const sweep = (now: Date) =>
    deleteExpired(
      { database: server.store.database, store: server.store, clock: { now: () => now } } as never,
      new AbortController().signal,
    )
  await sweep(days(29))
  expect(await storedDeliveries(server, webhookId)).toHaveLength(2)
  await sweep(days(31))
  expect(await storedDeliveries(server, webhookId)).toEqual([])
})

test('a delivery that waits for an earlier one stays due if the earlier one ends at the same moment', async () => {
  const { webhookId } = await addWebhook(server, partner, receiver.url, { events: [...events] })
  await receiver.stop()
  await twoEventsEach(1)
  await untilNoneIsDue(server, webhookId, clock)
  const { database } = server.store
  const { rows } = await database.execute<{ id: string }>(
    `select id from webhook_deliveries where webhook_id = '${webhookId}' order by sequence`,
  )
  const [first, second] = rows.map(({ id }) => id)
  const dueAt = (id: string | undefined, time: string) =>
    database.execute(`update webhook_deliveries set next_try_at = ${time} where id = '${id}'`)
  await dueAt(first, "now() + interval '1 hour'")
  await dueAt(second, "date_trunc('second', now())")
  /**
   * Simulates another server that acts before each update of this one: it completes the first delivery and makes the
   * second delivery due.
   */
  const slow = new Proxy(database, {
    get: (target, name) =>
      name !== 'update'
        ? Reflect.get(target, name)
        : (...[table]: Parameters<typeof database.update>) => ({
            set: (values: object) => ({
              where: async (condition: never) => {
                await database.execute(
                  `update webhook_deliveries set status = 'delivered', next_try_at = null where id = '${first}'`,
                )
                await dueAt(second, 'now()')
                await target.update(table).set(values).where(condition)
              },
            }),
          }),
  })
  expect(await organisationOfDue(slow, clock, second ?? '')).toBeNull()
  expect((await storedDeliveries(server, webhookId))[1]?.next).not.toBeNull()
})
