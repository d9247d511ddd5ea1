import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { userOwner } from '../../server/authority/index.ts'
import { createTakes } from '../../server/services/transcripts/takes.ts'
import { noJobs } from '../fakes/no-jobs.ts'
import { refusal, smallLayout } from './ask.ts'
import { as, newUser, type TestPerson } from './directory.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const startMs = Date.parse('2026-11-21T10:00:00Z')

/** Records a session of 60 s with one turn at 5 s, that begins `atMs` after the first one. Returns its id. */
async function recorded(person: TestPerson, words: string, atMs = 0, patientId = 'P-1'): Promise<string> {
  const clock = { now: () => new Date(startMs + atMs) }
  const takes = createTakes({ store: server.store, clock, jobs: noJobs })
  const owner = { ...userOwner(person.userId), address: null, administratorId: null }
  const transactionId = randomUUID()
  const { epoch } = await takes.open({ transactionId, owner, language: 'en', channels: 1, patientId })
  const frames = { durationFrames: 960_000, channelFrames: [960_000] }
  const commit = { transactionId, epoch, fromTurn: 0, turns: [words], turnBeginsMs: [5000], ...frames }
  await takes.commit(commit)
  await takes.finish({ transactionId, epoch })
  return transactionId
}

test('remarks become turns of their own that are marked, and nobody else can add any (product 9.34)', async () => {
  const [person, stranger] = [await newUser(server.url), await newUser(server.url)]
  const id = await recorded(person, 'Speaker 1: I slept well.')
  const remark = (who: TestPerson, text: string) =>
    as(server.url, who)(`POST /api/user/transcripts/${id}/remarks`, { text })
  const { status, body } = await remark(person, 'Looks tired.\n\n Arrived late. ')
  expect([status, body.turns]).toEqual([
    201,
    ['Speaker 1: I slept well.', 'Remark of the clinician: Looks tired.', 'Remark of the clinician: Arrived late.'],
  ])
  expect(body.turnBeginsMs).toEqual([5000, null, null])
  expect(refusal(await remark(stranger, 'Not mine.'))).toEqual([404, 'not_found'])
})

test('a second part is appended with the pause between the parts, and is no transcript of its own any more (product 9.35)', async () => {
  const person = await newUser(server.url)
  const call = as(server.url, person)
  const first = await recorded(person, 'Speaker 1: I slept well.')
  const second = await recorded(person, 'Speaker 1: One more thing.', 300_000)
  const { status, body } = await call(`POST /api/user/transcripts/${first}/parts`, { transcriptId: second })
  expect([status, body.turns, body.turnBeginsMs, body.duration]).toEqual([
    201,
    ['Speaker 1: I slept well.', '[Pause: 4 min]', 'Speaker 1: One more thing.'],
    [5000, 60_000, 305_000],
    360,
  ])
  expect(refusal(await call(`GET /api/user/transcripts/${second}`))).toEqual([404, 'not_found'])
})

test('parts of other patients, of other people, and parts with a note are refused, and nothing changes', async () => {
  const [person, stranger] = [await newUser(server.url), await newUser(server.url)]
  const call = as(server.url, person)
  const first = await recorded(person, 'Speaker 1: I slept well.')
  const append = (transcriptId: string) => call(`POST /api/user/transcripts/${first}/parts`, { transcriptId })
  const theirs = await recorded(stranger, 'Speaker 1: A secret.')
  expect(refusal(await append(theirs))).toEqual([404, 'not_found'])
  expect(refusal(await append(await recorded(person, 'Speaker 1: Hello.', 0, 'P-2')))).toEqual([409, 'conflict'])
  expect(refusal(await append(first))).toEqual([409, 'conflict'])
  const noted = await recorded(person, 'Speaker 1: I eat very well now.')
  const layout = await call('POST /api/user/layouts', smallLayout)
  const note = { layoutId: layout.body._id, transcriptId: noted, patientId: 'P-1' }
  expect((await call('POST /api/user/reports', note)).status).toBe(201)
  expect(refusal(await append(noted))).toEqual([409, 'conflict'])
  const unchanged = await call(`GET /api/user/transcripts/${first}`)
  expect(unchanged.body.turns).toEqual(['Speaker 1: I slept well.'])
  expect((await as(server.url, stranger)(`GET /api/user/transcripts/${theirs}`)).status).toBe(200)
})

test('without a number, parts whose patients have other names are refused; a part of a name is enough', async () => {
  const person = await newUser(server.url)
  const call = as(server.url, person)
  const named = async (patientName: string) => {
    const id = await recorded(person, 'Speaker 1: I slept well.', 0, '')
    expect((await call(`PUT /api/user/transcripts/${id}`, { patientName })).status).toBe(200)
    return id
  }
  const first = await named('Maya Okafor')
  const append = (transcriptId: string) => call(`POST /api/user/transcripts/${first}/parts`, { transcriptId })
  expect(refusal(await append(await named('Daniel Reyes')))).toEqual([409, 'conflict'])
  expect((await append(await named('Maya'))).status).toBe(201)
})
