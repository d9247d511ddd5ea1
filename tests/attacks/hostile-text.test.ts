import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { embeddedWriter, generate } from '../../server/generation/index.ts'
import { layouts, outputs, usage } from '../../server/store/schema/index.ts'
import { ask, newPerson } from '../server/ask.ts'
import { freshDatabase } from '../server/fresh-database.ts'
import { startTestServer, type TestServer } from '../server/start-server.ts'
import { hostileText, kindNames } from './hostile-text/kinds.ts'

// All servers of these tests use one database and one key, so that a new server can read the notes of a stopped server.
let database: Awaited<ReturnType<typeof freshDatabase>>
let key: Buffer
const servers: TestServer[] = []
beforeAll(async () => {
  database = await freshDatabase()
  key = randomBytes(32)
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => database.drop())

async function start(env: Record<string, string> = {}): Promise<TestServer> {
  const deps = { generate, writers: () => embeddedWriter }
  const server = await startTestServer({ env, shared: { url: database.url, key }, deps })
  servers.push(server)
  return server
}
async function stop(server: TestServer): Promise<void> {
  servers.splice(servers.indexOf(server), 1)
  await server.close()
}

const fields = [
  { id: 'pressure', name: 'Blood pressure', type: 'string' },
  { id: 'medications', name: 'Medications', type: 'string' },
  { id: 'pain', name: 'Chest pain', type: 'boolean' },
  { id: 'sleep', name: 'Hours of sleep', type: 'number' },
]

/**
 * Registers a person with a layout. Returns the person's token, and a function that requests a note and returns its id.
 */
async function clinician(url: string) {
  const { accessToken: token } = await newPerson(url)
  const layout = await ask(url, 'POST /api/user/layouts', { token, body: { name: 'Visit', fields } })
  return {
    token,
    note: async (transcript: string): Promise<string> => {
      const body = { layoutId: layout.body._id, transcript, patientId: 'P-1' }
      return (await ask(url, 'POST /api/user/reports', { token, body })).body._id
    },
  }
}

const rowOf = async ({ store }: TestServer, id: string) => {
  const [row] = await store.database.select().from(outputs).where(eq(outputs.id, id))
  if (row === undefined) throw new Error('There is no such report.')
  return row
}
const statusOf = async (server: TestServer, id: string) => (await rowOf(server, id)).status
const creditsFor = (server: TestServer, id: string) =>
  server.store.database.select().from(usage).where(eq(usage.outputId, id))

/** Text so long that a reading thread needs more than the time limit of half a second. */
const long = () => 'I have no chest pain, my mother takes sertraline fifty milligrams every day. '.repeat(25_000)
const halfASecond = { COMPUTING_SECONDS: '0.5' }

describe('A note of hostile words', () => {
  test('of any kind comes to an end', async () => {
    const server = await start()
    const { note } = await clinician(server.url)
    const notes = kindNames.map((kind) => note(`Speaker 0: How are you?\nSpeaker 1: ${hostileText(kind, 6_500)}`))
    for (const id of await Promise.all(notes))
      await expect.poll(() => statusOf(server, id)).toMatch(/^(?:ready|failed)$/)
  })

  test('delays nobody while it is read, is tried twice, and then fails with a sentence and uses no credit', async () => {
    const server = await start(halfASecond)
    const { token, note } = await clinician(server.url)
    const id = await note(long())
    await expect.poll(async () => (await rowOf(server, id)).attempt).toBeGreaterThan(0)
    let answeredMeanwhile = 0
    await expect
      .poll(async () => {
        const { status } = await ask(server.url, 'GET /api/user/account', { token })
        const noteStatus = await statusOf(server, id)
        if (status === 200 && noteStatus === 'generating') answeredMeanwhile++
        return noteStatus
      })
      .toBe('failed')
    expect(answeredMeanwhile).toBeGreaterThan(10)
    expect(await rowOf(server, id)).toMatchObject({
      status: 'failed',
      attempt: 2,
      statusText:
        'The server could not read the transcript of this session. Try again, or split the session into shorter transcripts.',
    })
    expect(await creditsFor(server, id)).toEqual([])
  })

  test('is not read a third time after restarts', async () => {
    const first = await start(halfASecond)
    const { note } = await clinician(first.url)
    const id = await note(long())
    await expect.poll(async () => (await rowOf(first, id)).attempt).toBeGreaterThan(0)
    await stop(first)
    const second = await start(halfASecond)
    await expect.poll(() => statusOf(second, id)).toBe('failed')
    // A reading that the end of a server has interrupted does not count.
    const { attempt } = await rowOf(second, id)
    expect(attempt).toBeLessThanOrEqual(3)
    await stop(second)
    const third = await start()
    // The third server looks for unfinished work before it writes this new note. So when the new note is ready, the
    // server has already found out that it must not read the failed note again.
    const later = await (await clinician(third.url)).note('Speaker 1: I slept seven hours and have no chest pain.')
    await expect.poll(() => statusOf(third, later)).toBe('ready')
    expect(await rowOf(third, id)).toMatchObject({ status: 'failed', attempt })
  })
})

test('a template from too many words is tried twice and then fails with a sentence', async () => {
  const server = await start({ COMPUTING_SECONDS: '0.001' })
  const { accessToken: token } = await newPerson(server.url)
  const example = 'Mood: sad. Sleep: seven hours. Plan: come back on Monday.\n'.repeat(300)
  const { body } = await ask(server.url, 'POST /api/user/layouts/generate', { token, body: { example, name: 'Long' } })
  const row = async () => (await server.store.database.select().from(layouts).where(eq(layouts.id, body._id)))[0]
  await expect.poll(async () => (await row())?.status).toBe('failed')
  expect(await row()).toMatchObject({
    attempt: 2,
    statusText: 'The server could not read your text. Try again with a shorter text.',
  })
})
