import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userOwner } from '../../server/authority/index.ts'
import { createTakes } from '../../server/services/transcripts/takes.ts'
import { StaleEpoch, UnknownTake } from '../../server/transcription/index.ts'
import { noJobs } from '../fakes/no-jobs.ts'
import { ask, newPerson, refusal, smallLayout } from './ask.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let token: string
let userId: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await newPerson(server.url)).accessToken
  userId = (await ask(server.url, 'GET /api/user/account', { token })).body.id
})
afterAll(() => server.close())

const submit = (body: object) => ask(server.url, 'POST /api/user/transcripts/submit/text', { token, body })
const get = (id: string) => ask(server.url, `GET /api/user/transcripts/${id}`, { token })

describe('typed words', () => {
  test('become turns, one for each line', async () => {
    const made = await submit({ text: 'Speaker 0: How are you?\r\n\r\n  Speaker 1: Tired.\n', patientId: 'MRN 7' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ status: 'ready', duration: 0, patientId: 'MRN 7', title: 'Typed note' })
    expect(made.body.turns).toEqual(['Speaker 0: How are you?', 'Speaker 1: Tired.'])
    expect((await get(made.body.id)).body).toEqual(made.body)
  })

  test.each(['', ' \n\t\n', 'Speaker 0:\nSpeaker 1:   '])('without content are refused: %j', async (text) => {
    expect(refusal(await submit({ text }))).toEqual([422, 'nothing_said'])
  })

  test('of any length in one line can be read back complete', async () => {
    const text = 'word '.repeat(50_000).trim()
    const { body } = await submit({ text })
    expect(body.turns.join('')).toBe(text)
  })

  test('can be corrected, found by patient, and deleted for good', async () => {
    const { body } = await submit({ text: 'Speaker 1: Slept bad.', patientId: 'MRN 4711' })
    const turns = ['Speaker 1: Slept badly.', 'Speaker 0: I see.']
    const change = { token, body: { turns, title: 'Corrected' } }
    const corrected = await ask(server.url, `PUT /api/user/transcripts/${body.id}`, change)
    expect(corrected.body).toMatchObject({ turns, title: 'Corrected' })
    const found = await ask(server.url, 'GET /api/user/transcripts?search=mrn%204711', { token })
    expect(found.body.items.map(({ id }: { id: string }) => id)).toEqual([body.id])
    await ask(server.url, `DELETE /api/user/transcripts/${body.id}`, { token })
    expect(refusal(await get(body.id))).toEqual([404, 'not_found'])
    const { rows } = await server.store.database.execute(
      `select 1 from transcript_turns where transcript_id = '${body.id}'`,
    )
    expect(rows).toEqual([])
  })

  test('are stored encrypted, each value bound to its row', async () => {
    const { body } = await submit({ text: 'Speaker 1: the first secret\nSpeaker 1: the second secret' })
    const { database } = server.store
    const { rows } = await database.execute(`select encode(words, 'escape') as words from transcript_turns`)
    expect(JSON.stringify(rows)).not.toContain('secret')
    await database.execute(
      `update transcript_turns set words = (select words from transcript_turns where transcript_id = '${body.id}' and position = 1)
       where transcript_id = '${body.id}' and position = 0`,
    )
    expect(refusal(await get(body.id))).toEqual([500, 'internal'])
  })
})

describe('a take', () => {
  const owner = () => ({ ...userOwner(userId), address: null, administratorId: null })
  const takes = () => createTakes({ store: server.store, clock: { now: () => new Date() }, jobs: noJobs })
  const open = (transactionId: string) => takes().open({ transactionId, owner: owner(), language: 'en', channels: 2 })

  test('stores words and position together, and a later socket continues from there', async () => {
    const id = randomUUID()
    const { epoch, durationFrames, turns } = await open(id)
    expect({ epoch, durationFrames, turns }).toEqual({ epoch: 1, durationFrames: 0, turns: [] })
    const commit = { transactionId: id, epoch, durationFrames: 16_000, channelFrames: [16_000, 20_000] }
    await takes().commit({ ...commit, fromTurn: 0, turns: ['Speaker 0: One', 'Speaker 1: Two'] })
    await takes().commit({ ...commit, durationFrames: 32_000, fromTurn: 1, turns: ['Speaker 1: Two three'] })
    const seen = await get(id)
    expect(seen.body).toMatchObject({
      status: 'recording',
      duration: 2,
      turns: ['Speaker 0: One', 'Speaker 1: Two three'],
    })
    expect(await open(id)).toEqual({
      epoch: 2,
      durationFrames: 32_000,
      channelFrames: [16_000, 20_000],
      turns: ['Speaker 0: One', 'Speaker 1: Two three'],
      turnBeginsMs: [null, null],
      turnUnclear: [[], []],
    })
  })

  test('is written only by its newest socket', async () => {
    const id = randomUUID()
    const first = await open(id)
    const second = await open(id)
    const commit = { transactionId: id, fromTurn: 0, durationFrames: 1, channelFrames: [] }
    await takes().commit({ ...commit, epoch: second.epoch, turns: ['new'] })
    await expect(takes().commit({ ...commit, epoch: first.epoch, turns: ['old'] })).rejects.toThrow(StaleEpoch)
    await expect(takes().finish({ transactionId: id, epoch: first.epoch })).rejects.toThrow(StaleEpoch)
    expect((await get(id)).body.turns).toEqual(['new'])
  })

  test('cannot be corrected while it is recorded, but can once it is finished', async () => {
    const id = randomUUID()
    const { epoch } = await open(id)
    const correct = () =>
      ask(server.url, `PUT /api/user/transcripts/${id}`, { token, body: { turns: ['Speaker 0: Mended.'] } })
    expect(refusal(await correct())).toEqual([409, 'locked'])
    await takes().finish({ transactionId: id, epoch })
    expect((await correct()).body).toMatchObject({ status: 'ready', turns: ['Speaker 0: Mended.'] })
  })

  test('of another person is not found, and stays as it was', async () => {
    const id = randomUUID()
    await open(id)
    const other = { ...userOwner(randomUUID()), address: null, administratorId: null }
    const stolen = takes().open({ transactionId: id, owner: other, language: 'en', channels: 1 })
    await expect(stolen).rejects.toThrow(UnknownTake)
    expect((await open(id)).epoch).toBe(2)
  })
})

describe('a transcript and the notes made from it', () => {
  let layoutId: string
  let other: string
  beforeAll(async () => {
    layoutId = (await ask(server.url, 'POST /api/user/layouts', { token, body: smallLayout })).body._id
    other = (await newPerson(server.url)).accessToken
  })
  const words = 'Speaker 1: My mood is better.'
  const submitted = async (): Promise<string> => (await submit({ text: words })).body.id
  const noteOf = async (transcriptId: string): Promise<string> => {
    const body = { layoutId, transcriptId, patientId: 'MRN 1' }
    return (await ask(server.url, 'POST /api/user/reports?wait=20', { token, body })).body._id
  }
  const getNote = async (id: string) => (await ask(server.url, `GET /api/user/reports/${id}`, { token })).body
  const deleteNote = async (id: string) => (await ask(server.url, `DELETE /api/user/reports/${id}`, { token })).body
  const discard = (id: string, by = token) => ask(server.url, `POST /api/user/transcripts/${id}/discard`, { token: by })

  test('it is deleted with its session when that is discarded', async () => {
    const id = await submitted()
    expect((await discard(id)).body).toEqual({ deleted: true })
    expect(refusal(await get(id))).toEqual([404, 'not_found'])
    expect(refusal(await discard(id))).toEqual([404, 'not_found'])
  })

  test('a discarded session that is still being recorded accepts no more words', async () => {
    const owner = { ...userOwner(userId), address: null, administratorId: null }
    const takes = createTakes({ store: server.store, clock: { now: () => new Date() }, jobs: noJobs })
    const id = randomUUID()
    const { epoch } = await takes.open({ transactionId: id, owner, language: 'en', channels: 1 })
    expect((await discard(id)).body).toEqual({ deleted: true })
    const late = { transactionId: id, epoch, fromTurn: 0, turns: ['late'], durationFrames: 1, channelFrames: [1] }
    await expect(takes.commit(late)).rejects.toThrow(StaleEpoch)
    expect(refusal(await get(id))).toEqual([404, 'not_found'])
  })

  test('it stays when its session is discarded but a note was made from it', async () => {
    const id = await submitted()
    await noteOf(id)
    expect((await discard(id)).body).toEqual({ deleted: false })
    expect((await get(id)).body.turns).toEqual([words])
  })

  test('another person’s cannot be discarded', async () => {
    const id = await submitted()
    expect(refusal(await discard(id, other))).toEqual([404, 'not_found'])
    expect((await get(id)).status).toBe(200)
  })

  test('deleting the last note names its transcript, so that it can be deleted too', async () => {
    const id = await submitted()
    const [first, last] = [await noteOf(id), await noteOf(id)]
    expect(await deleteNote(first)).toEqual({})
    expect(await deleteNote(last)).toEqual({ unusedTranscriptId: id })
    expect((await discard(id)).body).toEqual({ deleted: true })
  })

  test('if it is deleted by hand, its notes keep their quotes and say that it is gone', async () => {
    const id = await submitted()
    const noteId = await noteOf(id)
    const before = await getNote(noteId)
    expect(before).toMatchObject({ transcriptId: id, notices: [] })
    expect((await ask(server.url, `DELETE /api/user/transcripts/${id}`, { token })).status).toBe(200)
    const { transcriptId, notices, results } = await getNote(noteId)
    expect(transcriptId).toBeUndefined()
    expect(notices).toEqual(['The transcript of this note was deleted. The note keeps its quotes from the transcript.'])
    expect(results).toEqual(before.results)
    expect(results[0].evidence).toEqual([{ turn: 0, quote: words }])
    const body = { version: before.version, values: [{ id: 'sleeps', value: ['Yes'] }] }
    const edited = await ask(server.url, `PUT /api/user/reports/${noteId}`, { token, body })
    expect(edited.body.notices).toEqual(notices)
    expect((await getNote(noteId)).notices).toEqual(notices)
    expect(await deleteNote(noteId)).toEqual({})
  })
})

test('a ticket needs an engine', async () => {
  expect(refusal(await ask(server.url, 'POST /api/user/transcription/ticket', { token }))).toEqual([503, 'no_engine'])
  const { body } = await ask(server.url, 'GET /api/user/transcription', { token })
  expect(body).toEqual({ engine: null, message: 'No speech engine here.' })
})
