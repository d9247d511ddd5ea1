import { randomInt, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accessMeters, outputs, usage } from '../../server/store/schema/index.ts'
import { isExhaustive } from '../exhaustive.ts'
import { notedTurns } from '../fakes/note-model.ts'
import type { Answer, Asking } from './ask.ts'
import { newPartner, type Partner, tokenOf } from './partner.ts'
import { startTwoServers, type TwoServers } from './two-servers.ts'

/**
 * `outputsEach` is the number of outputs that each of two customers asks for. Both customers use the same idempotency
 * keys, and each customer must get outputs of its own. `limit` is the monthly limit of each partner: less than its two
 * customers ask for. Each request is sent `times` times.
 */
const { partners, outputsEach, limit, metersEach, times } = isExhaustive('several servers')
  ? { partners: 4, outputsEach: 40, limit: 60, metersEach: 170, times: 10 }
  : { partners: 2, outputsEach: 12, limit: 18, metersEach: 40, times: 6 }
const calls = partners * times * (2 * outputsEach + metersEach)
/** Requests that are under way at the same time. */
const atOnce = 60

let servers: TwoServers
beforeEach(async () => {
  servers = await startTwoServers()
})
afterEach(() => servers.close())

interface Request {
  /** Requests with the same name are repetitions of one request. */
  name: string
  customer: string | null
  call: string
  asking: Asking
}

/** Everything that one partner and its two customers ask for, each once. */
async function requestsOf({ accessId, live }: Partner): Promise<Request[]> {
  const keys = Array.from({ length: outputsEach }, () => randomUUID())
  const customers = await Promise.all(
    ['clinic', 'practice'].map(async (customer) => ({
      customer,
      token: await tokenOf(servers.surviving, live, customer),
    })),
  )
  const template = { name: 'Note', instructions: '', fields: [{ id: 'a', name: 'Mood', type: 'string' }] }
  const body = { template, transcript: notedTurns.join('\n') }
  return [
    ...customers.flatMap(({ customer, token }) =>
      keys.map((key) => ({
        name: `${accessId} ${customer} ${key}`,
        customer,
        call: 'POST /api/customer/output/generate',
        asking: { token, body, headers: { 'idempotency-key': key } },
      })),
    ),
    ...Array.from({ length: metersEach }, () => ({
      name: `${accessId} ${randomUUID()}`,
      customer: null,
      call: 'POST /api/key/meter',
      asking: { body: { type: 'minute' }, headers: { key: live, 'idempotency-key': randomUUID() } },
    })),
  ]
}

/** Puts a list into a random order. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  const all = [...items]
  for (let at = all.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    const [one, two] = [all[at] as Item, all[other] as Item]
    all[at] = two
    all[other] = one
  }
  return all
}

test(`${calls} repeated calls in any order make one output, one credit and one count each, although one of two servers is killed`, async () => {
  const all = await Promise.all(
    Array.from({ length: partners }, () => newPartner(servers.surviving, { output: limit })),
  )
  const requests = (await Promise.all(all.map(requestsOf))).flat()
  const queue = shuffled(requests.flatMap((request) => Array.from({ length: times }, () => request)))
  expect(queue).toHaveLength(calls)
  const answers: { request: Request; answer: Answer }[] = []
  let death: Promise<unknown> | null = null
  const answered = async (url: string, request: Request) => {
    answers.push({ request, answer: await servers.untilAnswered(url, request.call, request.asking) })
    if (answers.length === calls / 4) death ??= servers.killed.kill('SIGKILL')
  }
  await servers.drive(atOnce, (url) => {
    const request = queue.pop()
    return request === undefined ? null : answered(url, request)
  })
  await death
  expect(servers.killed.child.signalCode).toBe('SIGKILL')

  const made = answers.filter(({ answer }) => answer.status === 201)
  const others = answers.filter(({ answer }) => answer.status !== 201)
  expect(new Set(others.map(({ answer, request }) => `${answer.status} ${request.customer === null}`))).toEqual(
    new Set(['402 false']),
  )
  for (const [, same] of Map.groupBy(made, ({ request }) => request.name))
    expect(new Set(same.map(({ answer }) => JSON.stringify(answer.body))).size).toBe(1)
  const generated = made.filter(({ request }) => request.customer !== null)
  for (const { request, answer } of generated) expect(answer.body.customerIdentifier).toBe(request.customer)
  const ids = [...new Set(generated.map(({ answer }) => answer.body.id as string))].sort()
  expect(ids).toHaveLength(new Set(generated.map(({ request }) => request.name)).size)
  expect(ids).toHaveLength(partners * limit)

  const { database: store } = servers.surviving.store
  const statuses = async () =>
    (await store.select({ status: outputs.status }).from(outputs)).map(({ status }) => status)
  await expect.poll(async () => new Set(await statuses())).toEqual(new Set(['ready']))
  expect((await store.select({ id: outputs.id }).from(outputs)).map(({ id }) => id).sort()).toEqual(ids)
  const used = await store.select().from(usage)
  expect(used.map(({ outputId }) => outputId).sort()).toEqual(ids)
  expect(new Set(used.map(({ status }) => status))).toEqual(new Set(['used']))
  const meters = (await store.select().from(accessMeters)).map(({ type, total }) => `${type} ${total}`).sort()
  const expected = [`minute ${metersEach}`, `output ${limit}`, `transcript ${limit}`]
  expect(meters).toEqual(expected.flatMap((one) => Array.from({ length: partners }, () => one)))
}, 600_000)
