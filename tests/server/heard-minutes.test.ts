import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { socketPath, wireFormat } from '../../lib/contracts/index.ts'
import { systemClock } from '../../server/clock.ts'
import { countHeard } from '../../server/services/access/heard.ts'
import { accessDays, accessMeters, customers, meterEvents } from '../../server/store/schema/index.ts'
import { connectRaw, startMessage } from '../fakes/transcription-client.ts'
import { administrator, asking } from './administrator.ts'
import { oneSentenceEngine } from './one-sentence-engine.ts'
import { bearing, good, newPartner, type Partner, tokenOf } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let partner: Partner
beforeAll(async () => {
  const engine = oneSentenceEngine()
  server = await startTestServer({ deps: { speech: { engine, message: null } } })
})
afterAll(() => server.close())
beforeEach(async () => {
  partner = await newPartner(server)
  const call = asking(server, await administrator(server))
  good(await call(`PUT /api/admin/access/update/${partner.accessId}`, { metronomeId: partner.accessId }))
  // The first insert of minutes for the dashboard fails as if the database were stopped. The trigger counts with a
  // sequence, because the rollback after the failure does not reset a sequence.
  await server.store.database.execute(`
    create sequence failures;
    create function fail_once() returns trigger language plpgsql as $$ begin
      if new.what = 'minute' and nextval('failures') = 1 then
        raise exception 'The database is stopped.' using errcode = '57P01';
      end if;
      return new;
    end $$;
    create trigger fail_once before insert on access_days for each row execute function fail_once()`)
})
afterEach(() => server.store.database.execute('drop function fail_once cascade; drop sequence failures'))

/** Returns the counted minutes in three places: for the monthly limit, for the dashboard and for Metronome. */
async function counted(): Promise<number[][]> {
  const { database } = server.store
  const minutes = [
    await database
      .select({ count: accessMeters.total })
      .from(accessMeters)
      .where(sql`${accessMeters.accessId} = ${partner.accessId} and ${accessMeters.type} = 'minute'`),
    await database
      .select({ count: accessDays.total })
      .from(accessDays)
      .where(sql`${accessDays.accessId} = ${partner.accessId} and ${accessDays.what} = 'minute'`),
    await database
      .select({ count: meterEvents.count })
      .from(meterEvents)
      .where(sql`${meterEvents.metronomeId} = ${partner.accessId} and ${meterEvents.type} = 'minute'`),
  ]
  return minutes.map((rows) => rows.map(({ count }) => count))
}

test('the minutes of a recording are counted everywhere, once, although the database stops during the count', async () => {
  const token = await tokenOf(server, partner.live, 'clinic')
  const { ticket } = good(await bearing(server, token)('POST /api/customer/transcription/ticket'))
  const client = connectRaw(`${server.url.replace('http', 'ws')}${socketPath}`, { ticket })
  await client.send(startMessage({ channels: 1 }))
  await client.sound(4000)
  await client.send({ type: 'finish' })
  expect(await client.closed()).toBe(1000)
  await expect.poll(counted).toEqual([[1], [1], [1]])
})

test('minutes are counted once if the connection breaks after the commit', async () => {
  await tokenOf(server, partner.live, 'clinic')
  const { database } = server.store
  const [customer] = await database.select().from(customers).where(eq(customers.accessId, partner.accessId))
  const transaction: typeof database.transaction = async (...given) => {
    await database.transaction(...given)
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  }
  const breaking: typeof database = Object.assign(Object.create(database), { transaction })
  const frames = 61 * wireFormat.sampleRate
  const counting = countHeard(
    { database: breaking, clock: systemClock },
    customer?.id ?? '',
    frames,
    new AbortController().signal,
  )
  await expect(counting).rejects.toThrow(expect.objectContaining({ name: 'CountUncertain' }))
  expect(await counted()).toEqual([[2], [2], [2]])
})
