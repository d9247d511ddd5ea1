import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SpeechEngine } from '../../server/providers/speech/engine.ts'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { isExhaustive } from '../exhaustive.ts'
import { fillTable } from '../fakes/many-rows.ts'
import { administrator, asking } from './administrator.ts'
import { smallLayout } from './ask.ts'
import { bearing, good, newPartner, tokenOf } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'
import { wav } from './transcript-files/make.ts'

/**
 * PostgreSQL accepts at most 65,535 values in one statement. A statement that lists the ids of so many rows would fail.
 */
const many = isExhaustive('many rows') ? 66_000 : 1_000
const sound = wav({ rateHz: 16_000, channels: 1, bits: 16, ms: 1000 })
const gate = Promise.withResolvers<void>()
/** An engine that does not begin until `gate` opens. */
const stuck: SpeechEngine = {
  ...createScriptedEngine([]),
  async open() {
    await gate.promise
    throw new Error('The engine hears nothing.')
  },
}
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ deps: { speech: { engine: stuck, message: null } } })
})
afterAll(async () => {
  gate.resolve()
  await server.close()
})

const asked = { template: { name: 'Note', instructions: '', fields: smallLayout.fields } }

test('a note of a customer fails when the user is removed for whose recording it waits, and costs nothing', async () => {
  const { live, accessId, owner } = await newPartner(server, { output: 1 })
  const ofUser = await tokenOf(server, live, 'clinic', 'ana')
  const call = bearing(server, await tokenOf(server, live, 'clinic'))
  const form = new FormData()
  form.set('file', new Blob([sound as Uint8Array<ArrayBuffer>]))
  const sent = await fetch(`${server.url}/api/customer/transcript/submit/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ofUser}` },
    body: form,
  })
  const { id: transcriptIdentifier } = (await sent.json()) as { id: string }
  const { id } = good(await call('POST /api/customer/output/generate', { ...asked, transcriptIdentifier }))
  good(await asking(server, owner)(`DELETE /api/user/users/${accessId}/ana/clinic`))
  expect(good(await call(`GET /api/customer/output/${id}`))).toMatchObject({
    status: 'failed',
    statusText: 'The transcript was deleted before the recording was complete.',
  })
  // The limit is one output in a month. The failed output does not count, so another one is allowed.
  const next = await call('POST /api/customer/output/generate?wait=30', {
    ...asked,
    transcript: 'Speaker 1: I slept well again.',
  })
  expect(good(next)).toMatchObject({ status: 'ready' })
})

test(`a customer with ${many} outputs, and an organisation with as many customers, can be deleted`, async () => {
  const { live, accessId, owner } = await newPartner(server)
  const member = asking(server, owner)
  await tokenOf(server, live, 'large')
  const { id: customerId } = good(await member(`GET /api/user/customers/get/${accessId}/large`))
  const client = new pg.Client({ connectionString: server.store.url })
  await client.connect()
  const numbers = `from generate_series(1, ${many}) as i`
  const rowsOf = async (table: string, column: string, id: string) =>
    (await client.query(`select count(*)::int as n from ${table} where ${column} = $1`, [id])).rows[0].n
  try {
    await fillTable(
      client,
      'outputs',
      `insert into outputs (id, customer_id, title, patient_id, status, request)
       select gen_random_uuid(), '${customerId}', 'Note', '', 'ready', '\\x00' ${numbers}`,
    )
    await fillTable(
      client,
      'customers',
      `insert into customers (id, access_id, identifier) select gen_random_uuid(), '${accessId}', 'customer ' || i ${numbers}`,
    )
    good(await member(`DELETE /api/user/customers/${accessId}/large`))
    expect(await rowsOf('outputs', 'customer_id', customerId)).toBe(0)
    const admin = asking(server, await administrator(server))
    good(await admin(`DELETE /api/admin/access/remove/${accessId}`))
    expect(await rowsOf('customers', 'access_id', accessId)).toBe(0)
  } finally {
    await client.end()
  }
})
