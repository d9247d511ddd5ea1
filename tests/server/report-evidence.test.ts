import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Evidence, Result } from '../../lib/contracts/index.ts'
import { userOwner } from '../../server/authority/index.ts'
import { generate, type Writer } from '../../server/generation/index.ts'
import { createTakes } from '../../server/services/transcripts/takes.ts'
import { noJobs } from '../fakes/no-jobs.ts'
import { ask, newPerson } from './ask.ts'
import { bearing, good, newPartner, tokenOf } from './partner.ts'
import { startTestServer, type TestServer } from './start-server.ts'

const turns = [
  'Speaker 0: How do you sleep?',
  'Speaker 1: Five hours a night.',
  'Speaker 1: I walk every day with Rosa.',
]
const slept = 'Sleeps 5 hours a night.'
const walks = 'Walks every day with Rosa.'

/** Answers every field with the same two sentences and two quotes. */
const writer: Writer = {
  name: 'Two sentences',
  followsInstructions: true,
  async *write({ fields }) {
    const evidence = [1, 2].map((turn) => ({ turn, quote: (turns[turn] ?? '').slice(11) }))
    for (const { id } of fields) yield { id, value: [`${slept} ${walks}`], confidence: 0.9, state: 'stated', evidence }
  },
}
const text = (from: number, to: number) => ({ kind: 'text', item: 0, from, to }) as const
const linked: Evidence[] = [
  { turn: 1, quote: 'Five hours a night.', span: text(0, slept.length) },
  {
    turn: 2,
    quote: 'I walk every day with Rosa.',
    span: text(slept.length + 1, slept.length + 1 + walks.length),
  },
]
const timed = linked.map((one) => ({ ...one, atMs: one.turn === 1 ? 2_500 : 64_000 }))
const fields = [{ id: 'summary', name: 'Summary', type: 'string' }]

let server: TestServer
let token: string
let userId: string
beforeAll(async () => {
  server = await startTestServer({ deps: { generate, writers: () => writer } })
  token = (await newPerson(server.url)).accessToken
  userId = good(await ask(server.url, 'GET /api/user/account', { token })).id
})
afterAll(() => server.close())

/** Stores the turns as a recording whose turns began after 0, 2.5 and 64 s. */
async function recorded(): Promise<string> {
  const takes = createTakes({ store: server.store, clock: { now: () => new Date() }, jobs: noJobs })
  const transactionId = randomUUID()
  const owner = { ...userOwner(userId), address: null, administratorId: null }
  const { epoch } = await takes.open({ transactionId, owner, language: 'en', channels: 2 })
  const position = { durationFrames: 1_600_000, channelFrames: [1_600_000, 1_600_000] }
  await takes.commit({ transactionId, epoch, fromTurn: 0, turns, turnBeginsMs: [0, 2_500, 64_000], ...position })
  await takes.finish({ transactionId, epoch })
  return transactionId
}

async function noteOf(transcriptId: string) {
  const layout = await ask(server.url, 'POST /api/user/layouts', { token, body: { name: 'Note', fields } })
  const body = { layoutId: layout.body._id, transcriptId, patientId: 'P-1' }
  return good(await ask(server.url, 'POST /api/user/reports?wait=60', { token, body }))
}
const only = ({ results }: { results: Result[] }) => results[0]?.evidence

describe('the evidence of a note', () => {
  test('of a recording names the sentence of each quote, and when its turn began', async () => {
    const note = await noteOf(await recorded())
    expect(only(note)).toEqual(timed)
    expect(only(good(await ask(server.url, `GET /api/user/reports/${note._id}`, { token })))).toEqual(timed)
  })

  test('of a rewritten field has both too', async () => {
    const { _id, version } = await noteOf(await recorded())
    const body = { version }
    const note = good(await ask(server.url, `POST /api/user/reports/${_id}/fields/summary/rewrite`, { token, body }))
    expect(only(note)).toEqual(timed)
  })

  test('follows its sentence through an edit, and does not support an edited one', async () => {
    const { _id, version } = await noteOf(await recorded())
    const value = [`Was seen today. ${walks} Sleeps 5 hours.`]
    const body = { version, values: [{ id: 'summary', value }] }
    const note = good(await ask(server.url, `PUT /api/user/reports/${_id}`, { token, body }))
    expect(only(note)).toEqual([{ ...timed[1], span: text(16, 16 + walks.length) }])
    expect(note.results[0].byHand).toEqual(['Was seen today.', 'Sleeps 5 hours.'])
  })

  test('keeps its times when a turn of the transcript is corrected, and loses them with a turn', async () => {
    const id = await recorded()
    const correct = async (turns: string[]) =>
      good(await ask(server.url, `PUT /api/user/transcripts/${id}`, { token, body: { turns } }))
    await correct(['Speaker 0: How did you sleep?', ...turns.slice(1)])
    expect(only(await noteOf(id))).toEqual(timed)
    await correct(['Speaker 0: Hello.', ...turns])
    const evidence = only(await noteOf(id))
    // A new first turn moves all other turns by one. Each quote must name the new number of its turn. The unchanged
    // turns keep their times.
    expect(evidence?.map(({ turn, atMs }) => [turn, atMs])).toEqual([
      [2, 2_500],
      [3, 64_000],
    ])
  })

  test('of typed words names the sentences, and no time', async () => {
    const body = { text: turns.join('\n') }
    const { id } = good(await ask(server.url, 'POST /api/user/transcripts/submit/text', { token, body }))
    expect(only(await noteOf(id))).toEqual(linked)
  })

  test('is part of the output that a developer gets', async () => {
    const partner = await newPartner(server)
    const call = bearing(server, await tokenOf(server, partner.live, 'clinic'))
    const template = { name: 'Note', instructions: '', fields }
    const output = good(
      await call('POST /api/customer/output/generate?wait=30', { template, transcript: turns.join('\n') }),
    )
    expect(only(output)).toEqual(linked)
  })
})
