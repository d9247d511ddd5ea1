import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { embeddedWriter, type Proposal, type Writer } from '../../server/generation/index.ts'
import { ask, newPerson, refusal } from './ask.ts'
import { newUser } from './directory.ts'
import { freshDatabase } from './fresh-database.ts'
import { startTestServer, type TestServer } from './start-server.ts'

/** The server of the tests that need only one, and the writer that it uses. */
let only: TestServer
let writing: Writer
beforeAll(async () => {
  only = await startTestServer({ deps: { writers: () => writing } })
})
afterAll(() => only.close())

/** A writer that proposes nothing until its gate is opened. */
function gatedWriter(proposal: Proposal) {
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  let runs = 0
  const writer: Writer = {
    ...embeddedWriter,
    async propose({ signal }) {
      runs += 1
      begun.resolve()
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
      await Promise.race([gate.promise, aborted])
      return proposal
    },
  }
  return { writer, open: gate.resolve, started: begun.promise, runs: () => runs }
}

/** A new person who uses this server. */
async function personOf(server: TestServer) {
  const { accessToken: token, userId } = await newUser(server.url)
  const make = (body: unknown, query = '', headers = {}) =>
    ask(server.url, `POST /api/user/layouts/generate${query}`, { token, body, headers })
  const get = (id: string, url = server.url) => ask(url, `GET /api/user/layouts/${id}`, { token })
  const statusOf = async (id: string, url = server.url) => (await get(id, url)).body.status
  /** The ids of all layouts of the person. */
  const stored = async () => {
    const { rows } = await server.store.database.execute(`select id from layouts where user_id = '${userId}'`)
    return rows
  }
  return { server, token, make, get, statusOf, stored }
}

function start(writer: Writer = embeddedWriter) {
  writing = writer
  return personOf(only)
}

const one: Proposal = { name: 'Made note', fields: [{ id: 'mood', name: 'Mood', type: 'string' }] }
const description = 'A SOAP note with sleep'

describe('a layout made from a description', () => {
  test('is generating at once, with a status text, and ready with its fields when the job ends', async () => {
    const { writer, open, started } = gatedWriter(one)
    const { make, get, statusOf } = await start(writer)
    const { status, body } = await make({ description })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'New template',
      status: 'generating',
      statusText: 'Making fields from your description...',
      fields: [],
    })
    await started
    expect(await statusOf(body._id)).toBe('generating')
    open()
    await expect.poll(() => statusOf(body._id)).toBe('ready')
    const made = (await get(body._id)).body
    expect(made).toMatchObject({ name: 'Made note', description: '', version: 1, fields: one.fields })
    expect(made).not.toHaveProperty('statusText')
  })

  test('by the built-in writer has the sections that the description names, and the given name', async () => {
    const { make } = await start()
    const { body } = await make({ name: 'Ours', description }, '?wait=30')
    expect(body).toMatchObject({ status: 'ready', name: 'Ours' })
    expect(body.fields.map(({ name }: { name: string }) => name)).toEqual([
      'Subjective',
      'Objective',
      'Assessment',
      'Plan',
      'Sleep',
    ])
  })

  test('without any recognisable field fails with a sentence that says what to do', async () => {
    const { make } = await start()
    const { body } = await make({ description: 'how are you' }, '?wait=30')
    expect(body).toMatchObject({
      status: 'failed',
      statusText: expect.stringMatching(/^No fields were found.*Name what/),
    })
  })

  test('whose writer fails ends as failed, in plain words, and can then be edited by hand', async () => {
    const failing: Writer = { ...embeddedWriter, propose: () => Promise.reject(new Error('secret detail')) }
    const { server, token, make } = await start(failing)
    const { body } = await make({ description }, '?wait=30')
    expect(body).toMatchObject({ status: 'failed', statusText: 'The template could not be made. Try again.' })
    const layout = { name: 'By hand', fields: one.fields }
    const saved = await ask(server.url, `PUT /api/user/layouts/${body._id}`, { token, body: { version: 1, layout } })
    expect(saved.body).toMatchObject({ status: 'ready', version: 2 })
    expect(saved.body).not.toHaveProperty('statusText')
  })
})

describe('a layout made from an example note', () => {
  const example =
    'Patient: Zyx Qwertz\nMOOD\nZyx feels grim about Brightwater.\nRisk: [x] Low [ ] High\nPlan:\n- Call Brightwater'

  test('has the example’s form and none of its patient data', async () => {
    const { make } = await start()
    const { body } = await make({ example }, '?wait=30')
    expect(body.fields.map(({ name, type }: Record<string, string>) => `${name}: ${type}`)).toEqual([
      'Mood: string',
      'Risk: single_choice',
      'Plan: string',
    ])
    expect(JSON.stringify(body)).not.toMatch(/Zyx|Qwertz|Brightwater/)
  })

  test('keeps the example only encrypted, and deletes it once the layout is made', async () => {
    const { writer, open, started } = gatedWriter(one)
    const { server, make, statusOf } = await start(writer)
    const { body } = await make({ example })
    await started
    const everything = async () => {
      const { rows } = await server.store.database.execute<{ t: string; request: Buffer | null }>(
        `select row_to_json(l)::text || encode(coalesce(request, ''), 'escape') as t, request from layouts l where id = '${body._id}'`,
      )
      return rows[0]
    }
    expect((await everything())?.request).not.toBeNull()
    expect((await everything())?.t).not.toContain('Brightwater')
    open()
    await expect.poll(() => statusOf(body._id)).toBe('ready')
    expect((await everything())?.request).toBeNull()
  })
})

describe('while a layout is being made', () => {
  test('it can be deleted, but not saved, copied or used for a note', async () => {
    const { writer, started } = gatedWriter(one)
    const { server, token, make, get } = await start(writer)
    const { body } = await make({ description })
    await started
    const change = { version: 1, layout: { name: 'x', fields: [] } }
    const call = (what: string, more = {}) => ask(server.url, what, { token, ...more })
    expect(refusal(await call(`PUT /api/user/layouts/${body._id}`, { body: change }))).toEqual([409, 'locked'])
    expect(refusal(await call(`POST /api/user/layouts/${body._id}/copy`))).toEqual([409, 'locked'])
    const report = { layoutId: body._id, transcript: 'Speaker 1: Hello there.', patientId: 'p' }
    expect(refusal(await call('POST /api/user/reports', { body: report }))).toEqual([409, 'locked'])
    expect((await call(`DELETE /api/user/layouts/${body._id}`)).status).toBe(200)
    expect(refusal(await get(body._id))).toEqual([404, 'not_found'])
  })

  test('a layout that fails every server that tries it is given up', async () => {
    const stuck = gatedWriter(one)
    const { server, make, get, statusOf } = await start(stuck.writer)
    const { body } = await make({ description })
    await stuck.started
    // This server loses the lease, and an attempt whose lease is lost does not count. Five others do.
    await server.store.database.execute(
      `update layouts set attempt = 6, lease_owner = gen_random_uuid(), lease_until = now() - interval '1 second' where id = '${body._id}'`,
    )
    await expect.poll(() => statusOf(body._id)).toBe('failed')
    expect((await get(body._id)).body.statusText).toContain('after several tries')
  })
})

describe('if the server of a layout that is being made ends', () => {
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

  async function serverWith(writer: Writer): Promise<TestServer> {
    const server = await startTestServer({ shared, deps: { writers: () => writer } })
    servers.push(server)
    return server
  }

  test('another server takes over, and the layout is made once', async () => {
    const stuck = gatedWriter({ ...one, name: 'Of the silent server' })
    const { server, make, statusOf, get } = await personOf(await serverWith(stuck.writer))
    const { body } = await make({ description })
    await stuck.started
    const second = await serverWith({ ...embeddedWriter, propose: async () => ({ ...one, name: 'Taken over' }) })
    // The first server keeps renewing the lease, so end the lease in every round.
    await expect
      .poll(
        async () => {
          await server.store.database.execute(
            `update layouts set lease_until = now() - interval '1 second' where id = '${body._id}'`,
          )
          return statusOf(body._id, second.url)
        },
        { interval: 100 },
      )
      .toBe('ready')
    stuck.open()
    expect((await get(body._id, second.url)).body).toMatchObject({ name: 'Taken over', version: 1 })
    const { rows } = await second.store.database.execute(
      `select name from layout_versions where layout_id = '${body._id}'`,
    )
    expect(rows).toEqual([{ name: 'Taken over' }])
  })

  test('normally, it passes the job on', async () => {
    const stuck = gatedWriter(one)
    const { server, make } = await personOf(await serverWith(stuck.writer))
    const { body } = await make({ description })
    await stuck.started
    await server.close()
    servers = servers.filter((other) => other !== server)
    const second = await serverWith({ ...embeddedWriter, propose: async () => one })
    const ready = async () => {
      const { rows } = await second.store.database.execute<{ status: string }>(
        `select status from layouts where id = '${body._id}'`,
      )
      return rows[0]?.status
    }
    await expect.poll(ready).toBe('ready')
  })
})

describe('the call', () => {
  test('with an Idempotency-Key makes one layout, and with another body is refused', async () => {
    const { make, stored } = await start()
    const headers = { 'idempotency-key': 'k1' }
    const [first, second] = [await make({ description }, '', headers), await make({ description }, '', headers)]
    expect(second.body).toEqual(first.body)
    expect(refusal(await make({ description: 'DAP' }, '', headers))).toEqual([409, 'idempotency_mismatch'])
    expect(await stored()).toHaveLength(1)
  })

  test('gives another person no access to the layout', async () => {
    const { server, make } = await start()
    const { body } = await make({ description }, '?wait=30')
    const other = await newPerson(server.url)
    const seen = await ask(server.url, `GET /api/user/layouts/${body._id}`, { token: other.accessToken })
    expect(refusal(seen)).toEqual([404, 'not_found'])
    const { rows } = await server.store.database.execute(
      `select action from audit_entries where subject_id = '${body._id}'`,
    )
    expect(rows).toEqual([{ action: 'layout.generate' }])
  })

  test.each<[string, unknown]>([
    ['neither words nor example', {}],
    ['both', { description: 'x', example: 'y' }],
    ['blanks', { description: '   ' }],
    ['too many words', { description: 'x'.repeat(20_001) }],
    ['a number', { example: 7 }],
    ['an empty name', { name: ' ', description: 'x' }],
    ['an unknown key', { description: 'x', fields: [] }],
  ])('with %s is refused and stores nothing', async (_, body) => {
    const { make, stored } = await start()
    expect(refusal(await make(body))).toEqual([400, 'invalid_request'])
    expect(await stored()).toEqual([])
  })
})
