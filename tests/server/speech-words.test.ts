import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { socketPath } from '../../lib/contracts/index.ts'
import { userOwner } from '../../server/authority/index.ts'
import { generate, type Writer } from '../../server/generation/index.ts'
import { createDeepgram } from '../../server/providers/speech/deepgram/index.ts'
import { createTakes } from '../../server/services/transcripts/takes.ts'
import { startFakeDeepgram } from '../fakes/deepgram-server.ts'
import { noJobs } from '../fakes/no-jobs.ts'
import { numberedSound } from '../fakes/numbered-sound.ts'
import { connectRaw, startMessage } from '../fakes/transcription-client.ts'
import { ask, newPerson } from './ask.ts'
import { good } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const spoken = 'I take Lisinopril 40 mg and Metformin 500 mg.'
const turns = ['Speaker 0: What do you take?', `Speaker 1: ${spoken}`]
const value = 'Lisinopril 40 mg, Metformin 500 mg.'
const writer: Writer = {
  name: 'One sentence',
  followsInstructions: true,
  async *write({ fields }) {
    for (const { id } of fields)
      yield { id, value: [value], confidence: 0.9, state: 'stated', evidence: [{ turn: 1, quote: spoken }] }
  },
}
const terms = ['Quillfeather', 'Zanthine']
/**
 * Five artificial words. The fake Deepgram server reports a low confidence for words 3 and 4, see `confidence` below.
 */
const said = [1, 2, 3, 4, 5].map((number) => ({
  number,
  channel: 0 as const,
  fromMs: 200 * number,
  toMs: 200 * number + 150,
}))

let server: TestServer
let token: string
let userId: string
let refuse: number | null = null
let fake: Awaited<ReturnType<typeof startFakeDeepgram>>
const lines: string[] = []
beforeAll(async () => {
  fake = await startFakeDeepgram({
    confidence: (number) => (number === 3 || number === 4 ? 0.4 : 0.95),
    refuses: () => refuse,
  })
  const engine = createDeepgram({ baseUrl: fake.baseUrl, apiKey: fake.apiKey, model: 'nova-3' })
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  const deps = { generate, writers: () => writer, speech: { engine, message: null }, log }
  server = await startTestServer({ deps })
  token = (await newPerson(server.url)).accessToken
  userId = good(await ask(server.url, 'GET /api/user/account', { token })).id
})
afterAll(async () => {
  await server.close()
  await fake.close()
})

const connect = async () => {
  const { ticket } = good(await ask(server.url, 'POST /api/user/transcription/ticket', { token }))
  return connectRaw(`${server.url.replace('http', 'ws')}${socketPath}`, { ticket })
}
const keytermsOf = (url: URL | undefined) => url?.searchParams.getAll('keyterm')
async function storedTerms(id: string): Promise<Buffer | null | undefined> {
  const { rows } = await server.store.database.execute<{ terms: Buffer | null }>(
    sql`select terms from transcripts where id = ${id}`,
  )
  return rows[0]?.terms
}
/** Everything in the database, as text. */
async function everyRow(): Promise<string> {
  const { database } = server.store
  const named = sql`select table_name as name from information_schema.tables where table_schema = 'public'`
  const { rows } = await database.execute<{ name: string }>(named)
  const tables = await Promise.all(
    rows.map(({ name }) => database.execute(sql`select t::text as row from ${sql.identifier(name)} as t`)),
  )
  return JSON.stringify(tables.map((table) => table.rows))
}

describe('names and medicines for the speech engine', () => {
  test('are asked for only if the engine takes them', async () => {
    const { engine } = good(await ask(server.url, 'GET /api/user/transcription', { token }))
    expect(engine).toMatchObject({ name: 'deepgram', takesTerms: true, channels: 2 })
  })

  test('reach Deepgram, also after a reconnect and with an uploaded part, and stand nowhere readable', async () => {
    const start = startMessage({ channels: 1, diarize: false })
    const first = await connect()
    await first.send({ ...start, terms })
    await first.until(() => first.types.includes('ready'))
    first.socket.terminate()
    const second = await connect()
    await second.send(start)
    await second.until(() => second.types.includes('ready'))
    second.socket.terminate()
    expect(await storedTerms(start.transactionId)).not.toBeNull()
    const form = new FormData()
    form.set('audio', new Blob([numberedSound(said, 1500, 1)]))
    const call = `${server.url}/api/user/recordings/${start.transactionId}/audio?fromFrame=0&channels=1&finish=true`
    const headers = { authorization: `Bearer ${token}` }
    const uploaded = await fetch(call, { method: 'POST', headers, body: form })
    expect(uploaded.status).toBe(200)
    // The recording is finished. The server does not need the key terms any more, so it has deleted them.
    expect(await storedTerms(start.transactionId)).toBeNull()
    expect(fake.attempts.slice(-3).map(keytermsOf)).toEqual([terms, terms, terms])
    const rows = await everyRow()
    expect(rows).toContain(start.transactionId)
    for (const term of terms) {
      expect(rows).not.toContain(term)
      expect(lines.join('')).not.toContain(term)
    }
  })

  test('stand in no log and no message if the engine refuses them', async () => {
    refuse = 500
    const client = await connect()
    await client.send({ ...startMessage(), terms })
    await client.closed()
    refuse = null
    expect(client.received.at(-1)).toEqual({ type: 'error', error: 'Deepgram answered 500.' })
    expect(lines.join('')).toContain('transcription interrupted')
    for (const term of terms) expect(lines.join('') + JSON.stringify(client.received)).not.toContain(term)
  })

  test.each([
    ['more than 50', Array.from({ length: 51 }, (_, index) => `term ${index}`)],
    ['one that is too long', ['x'.repeat(61)]],
    ['an empty one', [' ']],
  ])('are refused without their words: %s', async (_, tooMuch) => {
    const client = await connect()
    await client.send({ ...startMessage(), terms: tooMuch })
    await client.closed()
    expect(client.received.at(-1)).toEqual({
      type: 'error',
      error: 'The transcription socket does not support this kind of message: the value of “terms” is wrong.',
      final: true,
    })
  })
})

describe('words that were heard unclearly', () => {
  test('are marked for the panel, in the transcript, and after a reconnect', async () => {
    const start = startMessage({ channels: 1, diarize: false })
    const first = await connect()
    await first.send({ ...start, terms: [] })
    await first.send(new Uint8Array(numberedSound(said, 2000, 1).buffer))
    await first.until(() => (first.duration ?? 0) > 1)
    const marked = first.received.filter((message) => message.type === 'transcript').at(-1)
    expect(marked).toMatchObject({ transcript: ['Word1 Word2 Word3 Word4 Word5'], unclear: [[2, 3]] })
    first.socket.terminate()
    const second = await connect()
    await second.send(start)
    await second.until(() => second.types.includes('ready'))
    expect(second.received.find(({ type }) => type === 'transcript')).toMatchObject({ unclear: [[2, 3]] })
    await second.send({ type: 'finish' })
    await second.closed()
    const call = `GET /api/user/transcripts/${start.transactionId}`
    expect(good(await ask(server.url, call, { token })).unclear).toEqual([[2, 3]])
  })

  const recorded = async (turnUnclear: number[][]) => {
    const takes = createTakes({ store: server.store, clock: { now: () => new Date() }, jobs: noJobs })
    const transactionId = randomUUID()
    const owner = { ...userOwner(userId), address: null, administratorId: null }
    const { epoch } = await takes.open({ transactionId, owner, language: 'en', channels: 2 })
    const position = { durationFrames: 160_000, channelFrames: [160_000, 160_000] }
    await takes.commit({ transactionId, epoch, fromTurn: 0, turns, turnUnclear, ...position })
    await takes.finish({ transactionId, epoch })
    return transactionId
  }
  const noteOf = async (transcriptId: string) => {
    const fields = [{ id: 'medicines', name: 'Medications', type: 'string' }]
    const layout = await ask(server.url, 'POST /api/user/layouts', { token, body: { name: 'Note', fields } })
    const body = { layoutId: layout.body._id, transcriptId, patientId: 'P-1' }
    const note = good(await ask(server.url, 'POST /api/user/reports?wait=60', { token, body }))
    return note.results[0].flags as { severity: number; text: string; reason: string }[]
  }
  const reason = 'Hard to hear: the speech engine was not sure of this word.'

  test('make a flag of severity 1 on the dose and the name that depend on them, and on nothing else', async () => {
    // In the second turn, "Lisinopril" has the index 2 and "500" has the index 7.
    expect(await noteOf(await recorded([[], [2, 7]]))).toEqual([
      { severity: 1, text: '500', reason },
      { severity: 1, text: 'Lisinopril', reason },
    ])
    expect(await noteOf(await recorded([[], [0, 1, 5]]))).toEqual([])
    expect(await noteOf(await recorded([[0, 1, 2, 3], []]))).toEqual([])
  })

  test('count no longer after a person has corrected the turn', async () => {
    const id = await recorded([[1], [2, 7]])
    const corrected = [turns[0], `${turns[1]} Every day.`]
    const transcript = good(
      await ask(server.url, `PUT /api/user/transcripts/${id}`, { token, body: { turns: corrected } }),
    )
    expect(transcript.unclear).toEqual([[1], []])
    expect(await noteOf(id)).toEqual([])
  })
})
