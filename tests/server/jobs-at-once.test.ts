import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Generate } from '../../server/generation/request.ts'
import { ask, newPerson, smallLayout } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { stating } from './scripted-writer.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const places = 5
let database: Awaited<ReturnType<typeof freshDatabase>>
let key: Buffer
let servers: TestServer[]
beforeEach(async () => {
  database = await freshDatabase()
  key = randomBytes(32)
  servers = []
})
afterEach(async () => {
  for (const server of servers) await server.close()
  await database.drop()
})

/**
 * Returns a fake generation that waits until the test calls `answer`. `counted` tells how many generations run now, and
 * how many ran at the same time at most.
 */
function patientModel() {
  const gate = Promise.withResolvers<void>()
  const counted = { running: 0, most: 0 }
  const generate: Generate = async (request) => {
    counted.running += 1
    counted.most = Math.max(counted.most, counted.running)
    await gate.promise
    counted.running -= 1
    return stating(request)
  }
  return { generate, counted, answer: gate.resolve }
}

/** Starts a server that writes only a few notes at the same time, on the database of this test. */
async function serverWith(generate: Generate): Promise<TestServer> {
  const env = { JOBS_GENERATION: String(places), JOBS_TRANSCRIPT_FILES: '1' }
  const server = await startTestServer({ env, deps: { generate }, shared: { url: database.url, key } })
  servers.push(server)
  return server
}

/** A person who asks for notes. */
async function writer({ url }: TestServer) {
  const { accessToken: token } = await newPerson(url)
  const call = (path: string, body?: object) => ask(url, path, { token, ...(body ? { body } : {}) })
  const { body: layout } = await call('POST /api/user/layouts', smallLayout)
  const text = 'Speaker 1: I slept well.'
  const { body: transcript } = await call('POST /api/user/transcripts/submit/text', { text })
  return {
    token,
    call,
    async askForNotes(count: number): Promise<string[]> {
      const ids: string[] = []
      for (let asked = 0; asked < count; asked += 1) {
        const request = { layoutId: layout._id, transcriptId: transcript.id, patientId: 'P-1' }
        const { status, body } = await call('POST /api/user/reports', request)
        if (status !== 201) throw new Error(`Asking for a note answered ${status}.`)
        ids.push(body._id)
      }
      return ids
    },
    statusOf: async (id: string) => (await call(`GET /api/user/reports/${id}`)).body.status,
  }
}

/** Two people who ask for notes in turn, because no single person gets all places. */
async function writers(server: TestServer) {
  const people = [await writer(server), await writer(server)] as const
  const owners = new Map<string, (typeof people)[number]>()
  return {
    ...people[0],
    async askForNotes(count: number): Promise<string[]> {
      for (let asked = 0; asked < count; asked += 1) {
        const person = people[asked % 2 === 0 ? 0 : 1]
        for (const id of await person.askForNotes(1)) owners.set(id, person)
      }
      return [...owners.keys()]
    },
    statusOf: async (id: string) => owners.get(id)?.statusOf(id),
  }
}

describe('jobs', () => {
  test('of one kind run up to the configured number at once, and none of them is lost', async () => {
    const model = patientModel()
    const { askForNotes, statusOf } = await writers(await serverWith(model.generate))
    const ids = await askForNotes(4 * places)
    await expect.poll(() => model.counted.running).toBe(places)
    model.answer()
    for (const id of ids) await expect.poll(() => statusOf(id)).toBe('ready')
    expect(model.counted.most).toBe(places)
  })

  test('that wait stay in the queue for every server', async () => {
    const [one, two] = [patientModel(), patientModel()]
    const { askForNotes, statusOf } = await writers(await serverWith(one.generate))
    const ids = await askForNotes(3 * places)
    await expect.poll(() => one.counted.running).toBe(places)
    await serverWith(two.generate)
    await expect.poll(() => two.counted.running).toBe(places)
    two.answer()
    one.answer()
    for (const id of ids) await expect.poll(() => statusOf(id)).toBe('ready')
  })

  test('of another kind do not wait for notes', async () => {
    const model = patientModel()
    const server = await serverWith(model.generate)
    const { askForNotes, call, token } = await writers(server)
    await askForNotes(2 * places)
    await expect.poll(() => model.counted.running).toBe(places)
    const form = new FormData()
    form.set('file', new Blob(['Speaker 1: Another visit.'], { type: 'text/plain' }), 'visit.txt')
    const upload = await fetch(`${server.url}/api/user/transcripts/submit/file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    const { id } = (await upload.json()) as { id: string }
    await expect.poll(async () => (await call(`GET /api/user/transcripts/${id}`)).body.status).toBe('ready')
    expect(model.counted.running).toBe(places)
    model.answer()
  })

  test('of one person leave a quarter of the places to others, whose notes do not wait', async () => {
    const model = patientModel()
    const server = await serverWith(model.generate)
    const many = await writer(server)
    const ids = await many.askForNotes(3 * places)
    await expect.poll(() => model.counted.running).toBe(places - 1)
    const other = await writer(server)
    const [id = ''] = await other.askForNotes(1)
    await expect.poll(() => model.counted.running).toBe(places)
    model.answer()
    await expect.poll(() => other.statusOf(id)).toBe('ready')
    for (const one of ids) await expect.poll(() => many.statusOf(one)).toBe('ready')
  })

  test('whose lease cannot be taken for a while come back, and are not lost', async () => {
    const server = await serverWith(stating)
    const { askForNotes, statusOf } = await writers(server)
    const run = (statement: string) => server.store.database.execute(statement)
    await run(`create sequence refusals`)
    await run(
      `create function refuse() returns trigger language plpgsql as $$
       begin perform nextval('refusals'); raise exception 'not now'; end $$`,
    )
    await run('create trigger refuse before update of lease_owner on outputs for each row execute function refuse()')
    const [id = ''] = await askForNotes(1)
    const refused = async () => Number((await run('select last_value, is_called from refusals')).rows[0]?.last_value)
    await expect.poll(refused).toBeGreaterThan(1)
    await run('drop trigger refuse on outputs')
    await expect.poll(() => statusOf(id)).toBe('ready')
  })
})
