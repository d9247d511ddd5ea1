import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Generate } from '../../server/generation/request.ts'
import { ask, newPerson, smallLayout } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { gated, stated, stating } from './scripted-writer.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let shared: { url: string; key: Buffer }
let servers: TestServer[] = []
beforeEach(async () => {
  database = await freshDatabase()
  shared = { url: database.url, key: randomBytes(32) }
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
  await database.drop()
})

async function serverWith(generate: Generate): Promise<TestServer> {
  const server = await startTestServer({ shared, deps: { generate } })
  servers.push(server)
  return server
}

async function createReport(server: TestServer) {
  const token = (await newPerson(server.url)).accessToken
  const layout = await ask(server.url, 'POST /api/user/layouts', { token, body: smallLayout })
  const request = { layoutId: layout.body._id, transcript: 'Speaker 1: I feel better.', patientId: 'P' }
  const { body } = await ask(server.url, 'POST /api/user/reports', { token, body: request })
  const get = (at: TestServer) => ask(at.url, `GET /api/user/reports/${body._id}`, { token })
  return { id: body._id as string, token, get }
}

/** Sets the end of a lease to one second ago, as if the server that holds it had been killed and could not renew it. */
const endLease = (server: TestServer, id: string) =>
  server.store.database.execute(`update outputs set lease_until = now() - interval '1 second' where id = '${id}'`)
const creditsOf = async (server: TestServer, id: string) =>
  (await server.store.database.execute(`select 1 from usage where output_id = '${id}'`)).rows.length

describe('a generation', () => {
  test('whose server stopped responding is taken over; the first server writes nothing more, and one credit is used', async () => {
    const first = gated()
    let isWritten = false
    const one = await serverWith(async (request) => {
      // This generation ignores the abort signal of its request, as a hanging process would.
      const output = await first.generate({ ...request, signal: new AbortController().signal })
      isWritten = true
      return { ...output, notices: ['from the first'] }
    })
    const { id, get } = await createReport(one)
    await first.started
    const two = await serverWith(async (request) => ({ ...(await stating(request)), notices: ['from the second'] }))
    // The second server can take over the note only when the lease has ended. The first server keeps renewing the
    // lease, so end the lease in every round.
    await expect
      .poll(
        async () => {
          await endLease(one, id)
          return (await get(two)).body.status
        },
        { interval: 100 },
      )
      .toBe('ready')
    first.open()
    await expect.poll(() => isWritten).toBe(true)
    // A server waits for its jobs when it closes. After that, the first server cannot store anything more.
    await one.close()
    servers = servers.filter((server) => server !== one)
    expect((await get(two)).body.notices).toEqual(['from the second'])
    expect(await creditsOf(two, id)).toBe(1)
  })

  test('is not taken over while its server renews its lease', async () => {
    const gate = gated()
    const one = await serverWith(gate.generate)
    const { id, get } = await createReport(one)
    await gate.started
    const other = gated()
    await serverWith(other.generate)
    const lease = async () =>
      (await one.store.database.execute(`select lease_until::text as until from outputs where id = '${id}'`)).rows[0]
        ?.until
    const updates = async () => {
      const { rows } = await one.store.database.execute(
        `select n_tup_upd::int as count, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = 'outputs'`,
      )
      return rows[0] as { count: number; hot: number }
    }
    const before = await updates()
    // Wait for three renewals. This takes longer than one lease lasts. If the first server did not renew the lease, the
    // other server would take over the note in this time.
    let last = await lease()
    for (let renewals = 0; renewals < 3; renewals += 1) {
      await expect.poll(lease, { interval: 100 }).not.toBe(last)
      last = await lease()
    }
    expect(other.runs()).toBe(0)
    // A renewal writes no index: it is what PostgreSQL calls a HOT update. A connection reports its counts later.
    await expect.poll(async () => (await updates()).count - before.count).toBeGreaterThan(2)
    const after = await updates()
    expect(after.hot - before.hot).toBe(after.count - before.count)
    gate.open()
    await expect.poll(async () => (await get(one)).body.status).toBe('ready')
  })

  test('of a server that closes is passed on, and written by the next', async () => {
    const gate = gated()
    const one = await serverWith(gate.generate)
    const { id, get } = await createReport(one)
    await gate.started
    await one.close()
    servers = []
    const two = await serverWith(stating)
    await expect.poll(async () => (await get(two)).body.status).toBe('ready')
    expect(await creditsOf(two, id)).toBe(1)
  })

  test('is written after any number of servers that closed while they wrote it', async () => {
    let created: Awaited<ReturnType<typeof createReport>> | undefined
    for (let closed = 0; closed < 5; closed += 1) {
      const gate = gated()
      const server = await serverWith(gate.generate)
      created ??= await createReport(server)
      await gate.started
      await server.close()
      servers = []
    }
    const last = await serverWith(stating)
    await expect.poll(async () => (await created?.get(last))?.body.status).toBe('ready')
  })

  test('whose job was lost is found', async () => {
    const one = await serverWith(stating)
    const { id, get } = await createReport(one)
    await expect.poll(async () => (await get(one)).body.status).toBe('ready')
    await one.store.database.execute(
      `update outputs set status = 'generating', lease_until = null, lease_owner = null, content = null,
       created_at = now() - interval '6 minutes' where id = '${id}'`,
    )
    await expect.poll(async () => (await get(one)).body.status).not.toBe('generating')
  })

  test('that kills every server that tries it is given up, and does not run for ever', async () => {
    const one = await serverWith(stating)
    const { id, get } = await createReport(one)
    await expect.poll(async () => (await get(one)).body.status).toBe('ready')
    await one.store.database.execute(
      `update outputs set status = 'generating', attempt = 5, content = null,
       created_at = now() - interval '6 minutes' where id = '${id}'`,
    )
    await expect
      .poll(async () => (await get(one)).body)
      .toMatchObject({
        status: 'failed',
        statusText: 'The note could not be written after several tries. Try again.',
      })
  })

  test('that was taken over shows no results of the abandoned attempt', async () => {
    const gate = gated()
    const one = await serverWith(async (request) => {
      request.onResult?.({ ...stated({ id: 'mood', type: 'string' }, 'Better.'), value: ['given up'] })
      return gate.generate(request)
    })
    const { get } = await createReport(one)
    await expect
      .poll(async () => (await get(one)).body.results.map(({ value }: { value: string[] }) => value[0]))
      .toEqual(['given up'])
    await one.close()
    servers = []
    const two = await serverWith(stating)
    await expect.poll(async () => (await get(two)).body.status).toBe('ready')
    expect(JSON.stringify((await get(two)).body.results)).not.toContain('given up')
  })
})
