import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accessMeters, outputs } from '../../server/store/schema/index.ts'
import { isExhaustive } from '../exhaustive.ts'
import { startBalancer } from '../fakes/balancer.ts'
import { notedTurns } from '../fakes/note-model.ts'
import type { Served } from '../fakes/served.ts'
import { type Answer, type Asking, ask } from './ask.ts'
import { newPartner, tokenOf } from './partner.ts'
import { startServersOnOneDatabase } from './two-servers.ts'

/**
 * `limit` is the monthly limit of outputs. The clients ask for more. After each `answersPerKill` answered calls, the
 * next server is killed.
 */
const { outputsAsked, limit, textsAsked, answersPerKill } = isExhaustive('several servers')
  ? { outputsAsked: 160, limit: 100, textsAsked: 400, answersPerKill: 80 }
  : { outputsAsked: 50, limit: 30, textsAsked: 110, answersPerKill: 60 }
const atOnce = 30

/** The server `surviving` gets no calls from the balancer. The test reads the database through this server. */
let servers: Awaited<ReturnType<typeof startServersOnOneDatabase>>
let balancer: Awaited<ReturnType<typeof startBalancer>>
let running: Served[]
beforeEach(async () => {
  servers = await startServersOnOneDatabase()
  balancer = await startBalancer()
  running = [await servers.start(), await servers.start()]
  for (const { url } of running) balancer.add(url)
})
afterEach(async () => {
  balancer.close()
  for (const server of running) await server.kill('SIGKILL')
  await servers.close()
})

/** Repeats a call with its idempotency key until it is answered, as clients do. */
async function untilAnswered(call: string, asking: Asking): Promise<Answer> {
  for (;;) {
    const answer = await ask(balancer.url, call, asking).catch(() => null)
    if (answer !== null && answer.status < 500) return answer
  }
}

/** Kills the older server, and starts another one in its place. */
async function replaceOne(): Promise<void> {
  const oldest = running.shift()
  if (oldest === undefined) throw new Error('No server is running.')
  await oldest.kill('SIGKILL')
  balancer.remove(oldest.url)
  const next = await servers.start()
  running.push(next)
  balancer.add(next.url)
}

test('behind a plain balancer, while one of two servers is killed again and again, no answered write is lost and no limit exceeded', async () => {
  const { live } = await newPartner(servers.surviving, { output: limit })
  const token = await tokenOf(servers.surviving, live, 'clinic')
  const template = { name: 'Note', fields: [{ id: 'a', name: 'Mood', type: 'string' }] }
  const keyed = (body: object): Asking => ({ token, body, headers: { 'idempotency-key': randomUUID() } })
  const texts = Array.from({ length: textsAsked }, () => randomUUID())
  const calls: [string, Asking][] = [
    ...texts.map((text): [string, Asking] => ['POST /api/customer/transcript/submit/text', keyed({ text })]),
    ...Array.from({ length: outputsAsked }, (): [string, Asking] => [
      'POST /api/customer/output/generate',
      keyed({ template, transcript: notedTurns.join('\n') }),
    ]),
  ]
  // The two kinds of calls mix, and the order is the same in every run.
  const queue = calls.map((call, index) => ({ call, at: (index * 37) % calls.length })).toSorted((a, b) => a.at - b.at)

  const answers: { call: string; answer: Answer }[] = []
  let killing = Promise.resolve()
  let kills = 0
  const client = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [call, asking] = next.call
      answers.push({ call, answer: await untilAnswered(call, asking) })
      if (answers.length % answersPerKill !== 0) continue
      kills += 1
      killing = killing.then(replaceOne)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, client))
  await killing
  expect(kills).toBe(Math.floor(calls.length / answersPerKill))

  const made = (path: string) =>
    answers.filter(({ call, answer }) => call.endsWith(path) && answer.status === 201).map(({ answer }) => answer.body)
  const refused = answers.filter(({ answer }) => answer.status !== 201).map(({ answer }) => answer.body.code)
  expect(refused).toEqual(Array.from({ length: outputsAsked - limit }, () => 'no_credit'))
  // Each text whose submission was answered is stored, as it was sent.
  const submitted = made('submit/text')
  expect(submitted).toHaveLength(textsAsked)
  const stored = await Promise.all(
    submitted.map(({ id }) => untilAnswered(`GET /api/customer/transcript/${id}`, { token })),
  )
  expect(stored.map(({ body }) => body.turns.join()).sort()).toEqual(texts.toSorted())
  // The database contains exactly one written output for each successful request.
  const ids = made('output/generate')
    .map(({ id }) => id as string)
    .sort()
  expect(ids).toHaveLength(limit)
  const { database: store } = servers.surviving.store
  const ends = async () =>
    (await store.select({ id: outputs.id, status: outputs.status, why: outputs.statusText }).from(outputs))
      .map(({ id, status, why }) => `${id} ${status}${why === null ? '' : ` ${why}`}`)
      .sort()
  await expect.poll(ends).toEqual(ids.map((id) => `${id} ready`))
  const counted = (await store.select().from(accessMeters)).map(({ type, total }) => `${type} ${total}`)
  expect(counted.sort()).toEqual([`output ${limit}`, `transcript ${textsAsked + limit}`])
}, 600_000)
