import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { socketPath } from '../../lib/contracts/index.ts'
import { connectRaw, startMessage } from '../fakes/transcription-client.ts'
import { administrator, asking, auditOf, type Someone, someone } from './administrator.ts'
import { oneSentenceEngine } from './one-sentence-engine.ts'
import { good, newPartner } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let admin: Someone
beforeAll(async () => {
  server = await startTestServer({ deps: { speech: { engine: oneSentenceEngine(), message: null } } })
  admin = await administrator(server)
})
afterAll(() => server.close())

/** The token with which the administrator acts as this person. */
const actAs = async ({ userId }: Someone): Promise<string> =>
  good(await asking(server, admin)(`POST /api/admin/users/login/${userId}`)).accessToken

/** Begins a recording with a ticket or an access token. Returns its id. */
async function record(given: { ticket?: string; authorization?: string }): Promise<string> {
  const { ticket, authorization = '' } = given
  const client = connectRaw(`${server.url.replace('http', 'ws')}${socketPath}`, ticket === undefined ? {} : { ticket })
  const start = startMessage({ channels: 1, authorization })
  await client.send(start)
  await client.send({ type: 'finish' })
  expect(await client.closed()).toBe(1000)
  return start.transactionId
}

describe('the audit log names the person and the acting administrator', () => {
  test('for a recording that begins with a ticket, with an access token, or as a file', async () => {
    const person = await someone(server)
    const token = await actAs(person)
    const { ticket } = good(await asking(server, { token })('POST /api/user/transcription/ticket'))
    const both = [['transcript.record', person.userId, admin.userId]]
    expect(await auditOf(server, await record({ ticket }))).toEqual(both)
    expect(await auditOf(server, await record({ authorization: token }))).toEqual(both)
    const id = randomUUID()
    const form = new FormData()
    form.set('audio', new Blob([new Int16Array(1600)]))
    const sent = await fetch(`${server.url}/api/user/recordings/${id}/audio?fromFrame=0&channels=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    expect(sent.status).toBe(200)
    expect(await auditOf(server, id)).toEqual(both)
  })

  test('for everything that is done for a customer of a developer organisation', async () => {
    const { accessId, owner } = await newPartner(server)
    const call = asking(server, { token: await actAs(owner) })
    good(await call(`POST /api/user/customers/${accessId}`, { identifier: 'clinic' }))
    good(await call(`POST /api/user/users/${accessId}/clinic`, { identifier: 'dana' }))
    good(await call(`DELETE /api/user/users/${accessId}/dana/clinic`))
    const { rows } = await server.store.database.execute(
      `select action, user_id, administrator_id from audit_entries where access_id = '${accessId}' and action like 'customer%' order by id`,
    )
    expect(rows.map(Object.values)).toEqual([
      ['customer.create', owner.userId, admin.userId],
      ['customer-user.create', owner.userId, admin.userId],
      ['customer-user.delete', owner.userId, admin.userId],
    ])
  })
})
