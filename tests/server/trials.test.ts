import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, refusal } from './ask.ts'
import { type BillingWorld, newClinic, startBilling } from './billing.ts'
import { as, join, newDirectory } from './directory.ts'

let world: BillingWorld
beforeAll(async () => {
  world = await startBilling()
})
afterAll(() => world.close())

const canTrial = async (call: ReturnType<typeof as>, directoryId: string) =>
  (await call(`GET /api/user/subscriptions/canTrial?directoryId=${directoryId}`)).body
const start = (call: ReturnType<typeof as>, directoryId: string) =>
  call('POST /api/user/register/start-trial', { directoryId })

test('a trial gives a directory its credits for 14 days, without a card, and then ends', async () => {
  const clinic = await newClinic(world)
  const { call, directoryId } = clinic
  const offer = { days: 14, credits: { document: 20, session: 20 } }
  expect(await canTrial(call, directoryId)).toEqual({ canTrial: true, ...offer })
  // Without a directory, the one in which the person acts.
  expect((await call('GET /api/user/subscriptions/canTrial')).body).toEqual({ canTrial: true, ...offer })
  const trial = await start(call, directoryId)
  expect(trial.status).toBe(201)
  expect(trial.body).toMatchObject({ directoryId, product: 'trial', active: true, credits: { session: { limit: 20 } } })
  expect(Date.parse(trial.body.endsAt) - Date.parse(trial.body.startsAt)).toBe(14 * 24 * 60 * 60_000)
  expect((await call('POST /api/user/licenses/increment-usage/session')).status).toBe(200)
  expect(await canTrial(call, directoryId)).toEqual({ canTrial: false, reason: 'directory', ...offer })
  expect(refusal(await start(call, directoryId))).toEqual([409, 'conflict'])
  expect(world.stripe.requests).toEqual([])
  world.pass(14)
  await clinic.signInAgain()
  expect(refusal(await clinic.call('POST /api/user/licenses/increment-usage/session'))).toEqual([402, 'no_credit'])
})

test('a person begins one trial, also for several directories at once', async () => {
  const { owner, directoryId: first } = await newDirectory(world.server.url)
  const call = as(world.server.url, owner)
  const others = await Promise.all(
    Array.from(
      { length: 4 },
      async () => (await call('POST /api/user/directories', { name: 'More' })).body.directoryId,
    ),
  )
  const answers = await Promise.all([first, ...others].map((directoryId) => start(call, directoryId)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  const { rows } = await world.server.store.database.execute(
    `select count(*)::int as n from licenses where directory_id in ('${[first, ...others].join("','")}')`,
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('deleting the directory gives its manager no second trial', async () => {
  const { owner, directoryId } = await newDirectory(world.server.url)
  const call = as(world.server.url, owner)
  expect((await start(call, directoryId)).status).toBe(201)
  expect((await call(`DELETE /api/user/directories/${directoryId}`)).status).toBe(200)
  const { body } = await call('POST /api/user/directories', { name: 'Again' })
  expect(await canTrial(call, body.directoryId)).toMatchObject({ canTrial: false, reason: 'person' })
  expect(refusal(await start(call, body.directoryId))).toEqual([409, 'conflict'])
})

test('a directory gets one trial, also from two members at once, and none after it had a licence', async () => {
  const clinic = await newDirectory(world.server.url)
  const { directoryId, owner } = clinic
  const biller = as(world.server.url, await join(world.server.url, clinic, ['billing.manage']))
  const answers = await Promise.all([as(world.server.url, owner), biller].map((call) => start(call, directoryId)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])

  const payer = await newClinic(world)
  const { body } = await payer.checkout()
  world.stripe.account.pay(body.url)
  await world.stripe.deliver(world.server.url)
  await payer.settled({ state: 'active' })
  expect(await canTrial(payer.call, payer.directoryId)).toMatchObject({ canTrial: false, reason: 'licensed' })
  expect(refusal(await start(payer.call, payer.directoryId))).toEqual([409, 'conflict'])
})

test('only billing.manage begins a trial, and a repeated request begins one', async () => {
  const clinic = await newDirectory(world.server.url)
  const { directoryId, owner } = clinic
  const member = as(world.server.url, await join(world.server.url, clinic, ['directory.manage']))
  const stranger = as(world.server.url, (await newDirectory(world.server.url)).owner)
  for (const [call, expected] of [
    [member, [403, 'forbidden']],
    [stranger, [404, 'not_found']],
  ] as const) {
    expect(refusal(await start(call, directoryId))).toEqual(expected)
    const asked = await call(`GET /api/user/subscriptions/canTrial?directoryId=${directoryId}`)
    expect(refusal(asked)).toEqual(expected)
  }
  const key = randomUUID()
  const keyed = () =>
    ask(world.server.url, 'POST /api/user/register/start-trial', {
      token: owner.accessToken,
      body: { directoryId },
      headers: { 'idempotency-key': key },
    })
  const first = await keyed()
  expect(first.status).toBe(201)
  expect((await keyed()).body).toEqual(first.body)
})
