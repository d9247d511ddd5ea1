import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { meterEvents } from '../../server/store/schema/index.ts'
import { type MetronomeServer, startMetronomeServer } from '../fakes/metronome-server.ts'
import { administrator, asking } from './administrator.ts'
import { freshDatabase } from './fresh-database.ts'
import { bearing, good, keying, newPartner, type Partner } from './partner.ts'
import { stating } from './scripted-writer.ts'
import { startTestServer, type TestServer } from './start-server.ts'

/** Ids of customers in Metronome: one that exists there, and one that does not exist. */
const known = 'metronome-known'
const unknown = 'metronome-unknown'
const failing = 'Fails'

let metronome: MetronomeServer
let database: Awaited<ReturnType<typeof freshDatabase>>
let servers: [TestServer, TestServer]
beforeAll(async () => {
  metronome = await startMetronomeServer([known])
  database = await freshDatabase()
  const shared = { url: database.url, key: randomBytes(32) }
  const generate: typeof stating = async (...given) => {
    if (given[0].template.name === failing) throw new Error('The writer fails.')
    return stating(...given)
  }
  const start = () => startTestServer({ env: metronome.env, deps: { generate }, shared })
  servers = [await start(), await start()]
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await database.drop()
  await metronome.close()
})
beforeEach(() => {
  metronome.react = () => null
})

/**
 * A developer organisation with a customer id of Metronome. The server also sends the usage of such an organisation to
 * Metronome.
 */
async function partnerOf(metronomeId: string): Promise<Partner> {
  const partner = await newPartner(servers[0])
  const call = asking(servers[0], await administrator(servers[0]))
  good(await call(`PUT /api/admin/access/update/${partner.accessId}`, { metronomeId }))
  return partner
}

/** Returns the counted usage that Metronome has not accepted yet. */
const unsent = () => servers[0].store.database.select().from(meterEvents)

const meter = (server: TestServer, key: string, type: string, count = 1) =>
  keying(server, key)('POST /api/key/meter', { type, parameters: { count } }).then(good)

test('Metronome counts exactly what is counted here, with two servers and answers that are lost', async () => {
  const { live, test: sandbox } = await partnerOf(known)
  // Of three requests in a row, one is refused, one is accepted without an answer, and one is accepted with an answer.
  metronome.react = (request) => (['refuse', 'break', null] as const)[request % 3] ?? null
  const before = metronome.total(known, 'chartside.transcript')
  const calls = Array.from({ length: 120 }, (_, at) =>
    meter(servers[at % 2 === 0 ? 0 : 1], live, 'transcript', 1 + (at % 3)),
  )
  await Promise.all([...calls, meter(servers[0], sandbox, 'transcript', 1_000)])
  await expect.poll(() => metronome.total(known, 'chartside.transcript') - before, { interval: 250 }).toBe(240)
  // All rows have been sent to Metronome. A row that is still stored would be sent and counted later.
  await expect
    .poll(async () => (await unsent()).length, {
      interval: 250,
    })
    .toBe(0)
  expect(metronome.total(known, 'chartside.transcript') - before).toBe(240)
}, 240_000)

test('an output that fails is given back', async () => {
  const { live } = await partnerOf(known)
  const before = metronome.total(known, 'chartside.output')
  const call = bearing(servers[0], live)
  good(await call('POST /api/customers/authenticate', { customerIdentifier: 'north' }))
  const write = async (name: string) => {
    const template = { name, fields: [{ id: 'sleep', name: 'Sleep', type: 'string' }] }
    const body = { customer_id: 'north', template, transcript: 'Patient: I sleep well.' }
    return good(await call('POST /api/outputs/generate?wait=60', body)).status
  }
  expect([await write('Sleep'), await write(failing), await write('Sleep')]).toEqual(['ready', 'failed', 'ready'])
  await expect.poll(() => metronome.total(known, 'chartside.output') - before, { interval: 250 }).toBe(2)
}, 120_000)

test('events that Metronome refuses do not hold up the others', async () => {
  const [wrong, right] = [await partnerOf(unknown), await partnerOf(known)]
  const before = metronome.total(known, 'chartside.template')
  await meter(servers[0], wrong.live, 'template')
  await meter(servers[0], right.live, 'template')
  await expect.poll(() => metronome.total(known, 'chartside.template') - before, { interval: 250 }).toBe(1)
  expect((await unsent()).map(({ metronomeId }) => metronomeId)).toEqual([unknown])
}, 120_000)
