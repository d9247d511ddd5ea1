import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { socketPath } from '../../lib/contracts/index.ts'
import { createScriptedEngine } from '../../server/providers/speech/scripted.ts'
import { connectRaw, startMessage } from '../fakes/transcription-client.ts'
import { ask, newPerson } from './ask.ts'
import { freshDatabase } from './fresh-database.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const script = [
  { speaker: 0 as const, text: 'How did you sleep?', fromMs: 500, toMs: 1500 },
  { speaker: 1 as const, text: 'About six hours a night.', fromMs: 2000, toMs: 3500 },
]
const turns = ['Speaker 0: How did you sleep?', 'Speaker 1: About six hours a night.']

describe('a recording on a server with its database', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let servers: TestServer[] = []
  beforeAll(async () => {
    database = await freshDatabase()
    const shared = { url: database.url, key: randomBytes(32) }
    const deps = { speech: { engine: createScriptedEngine(script), message: null } }
    servers = [await startTestServer({ deps, shared }), await startTestServer({ deps, shared })]
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
    await database.drop()
  })

  const record = async (server: TestServer, accessToken: string) => {
    const { status, body } = await ask(server.url, 'POST /api/user/transcription/ticket', { token: accessToken })
    expect(status).toBe(201)
    return connectRaw(`${server.url.replace('http', 'ws')}${socketPath}`, { ticket: body.ticket })
  }

  it('begins on one server, continues on another, and can be read only by its owner', async () => {
    const [first, second] = servers
    if (first === undefined || second === undefined) throw new Error('Two servers are needed.')
    const ana = await newPerson(first.url)
    const start = startMessage({ patientId: '004812' })
    const before = await record(first, ana.accessToken)
    await before.send(start)
    await before.sound(3000)
    await before.until(() => (before.duration ?? 0) >= 2)
    before.socket.terminate()

    const during = await ask(second.url, `GET /api/user/transcripts/${start.transactionId}`, { token: ana.accessToken })
    expect(during.body).toMatchObject({ status: 'recording', duration: 2, turns: turns.slice(0, 1) })

    const after = await record(second, ana.accessToken)
    // This start message names the patient of another chart. The recording still belongs to the patient in its first
    // start message.
    await after.send({ ...start, patientId: '7' })
    await after.until(() => after.types.includes('ready'))
    expect([after.turns, after.duration]).toEqual([turns.slice(0, 1), 2])
    await after.sound(2000)
    await after.send({ type: 'finish' })
    expect(await after.closed()).toBe(1000)

    const call = `GET /api/user/transcripts/${start.transactionId}`
    const read = await ask(first.url, call, { token: ana.accessToken })
    expect(read.body).toMatchObject({ status: 'ready', duration: 4, turns, patientId: '004812' })
    const ben = await newPerson(first.url)
    expect((await ask(first.url, call, { token: ben.accessToken })).status).toBe(404)
    const intruder = await record(first, ben.accessToken)
    await intruder.send(start)
    await intruder.closed()
    expect(intruder.received).toEqual([
      { type: 'error', error: 'This recording does not exist, or it belongs to another person.', final: true },
    ])
  })

  it('that was stored without a chart number gets the first number that a later connection sends', async () => {
    const [server] = servers
    if (server === undefined) throw new Error('A server is needed.')
    const ana = await newPerson(server.url)
    const start = startMessage({})
    for (const patientId of [undefined, '004812', undefined, '7']) {
      const connection = await record(server, ana.accessToken)
      await connection.send(patientId === undefined ? start : { ...start, patientId })
      await connection.until(() => connection.types.includes('ready'))
      connection.socket.terminate()
    }
    const call = `GET /api/user/transcripts/${start.transactionId}`
    expect((await ask(server.url, call, { token: ana.accessToken })).body).toMatchObject({ patientId: '004812' })
  })

  it('that is a dictation sends its words, and leaves no row in any table', async () => {
    const [server] = servers
    if (server === undefined) throw new Error('A server is needed.')
    const { database } = server.store
    const rowsOf = async () => {
      const named = sql`select table_name as name from information_schema.tables where table_schema = 'public'`
      const { rows } = await database.execute<{ name: string }>(named)
      const counted = rows.map(async ({ name }) => {
        const counts = await database.execute<{ rows: number }>(
          sql`select count(*)::int as rows from ${sql.identifier(name)}`,
        )
        return [name, counts.rows[0]?.rows] as const
      })
      return Object.fromEntries(await Promise.all(counted))
    }
    const cem = await newPerson(server.url)
    const start = startMessage({ skipSave: true, channels: 1, diarize: false })
    const dictating = await record(server, cem.accessToken)
    // Count after the connection, because by then the ticket for the socket is stored.
    const before = await rowsOf()
    expect(before).toHaveProperty('transcript_turns')
    await dictating.send(start)
    await dictating.sound(3600, 1)
    await dictating.until(() => dictating.turns.join().includes('six hours'))
    // Check in the middle of the dictation, and again after the end.
    expect(await rowsOf()).toEqual(before)
    await dictating.send({ type: 'finish' })
    expect(await dictating.closed()).toBe(1000)
    expect(dictating.turns).toEqual(['How did you sleep? About six hours a night.'])
    expect(await rowsOf()).toEqual(before)
    const call = `GET /api/user/transcripts/${start.transactionId}`
    expect((await ask(server.url, call, { token: cem.accessToken })).status).toBe(404)
  })
})
