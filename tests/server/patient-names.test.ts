import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userOwner } from '../../server/authority/index.ts'
import { createTakes } from '../../server/services/transcripts/takes.ts'
import { noJobs } from '../fakes/no-jobs.ts'
import type { Answer } from './ask.ts'
import { smallLayout } from './ask.ts'
import { as, join, newDirectory, newUser, type TestPerson } from './directory.ts'
import { stating } from './scripted-writer.ts'
import { startTestServer, type TestServer } from './start-server.ts'

let server: TestServer
let url: string
beforeAll(async () => {
  server = await startTestServer({ deps: { generate: stating } })
  url = server.url
})
afterAll(() => server.close())

interface Patient {
  name?: string
  identifier?: string
}
const transcript = (person: TestPerson, { name, identifier }: Patient) =>
  as(url, person)('POST /api/user/transcripts/submit/text', {
    text: 'Speaker 1: I slept well.',
    ...(name === undefined ? {} : { patientName: name }),
    ...(identifier === undefined ? {} : { patientId: identifier }),
  })

/** Writes a note about this patient, as the panel does. Returns its id. */
async function note(person: TestPerson, { name, identifier = '' }: Patient, words: object = {}): Promise<string> {
  const layout = await as(url, person)('POST /api/user/layouts', smallLayout)
  const { status, body } = await as(url, person)('POST /api/user/reports?wait=20', {
    layoutId: layout.body._id,
    ...('transcriptId' in words ? words : { transcript: 'Speaker 1: I slept well.' }),
    context: name === undefined ? {} : { patient: { name } },
    patientId: identifier,
  })
  expect([status, body.status]).toEqual([201, 'ready'])
  return body._id
}
const search = (person: TestPerson, body: object) => as(url, person)('POST /api/user/reports/search', body)
const searchTranscripts = (person: TestPerson, body: object) =>
  as(url, person)('POST /api/user/transcripts/search', body)
const shown = ({ body }: Answer): (string | undefined)[] =>
  body.items.map(({ patientName, patientId }: { patientName?: string; patientId: string }) => patientName ?? patientId)

describe('a search for a patient (product 12.111)', () => {
  test('finds notes and transcripts by the beginning of each part of the name, by the number, and by both', async () => {
    const person = await newUser(url)
    for (const patient of [
      { name: 'Maya Lindqvist', identifier: '4812' },
      { name: 'Zoë O’Brien-Smith' },
      { name: '王 小明' },
      { identifier: '4813' },
    ]) {
      await note(person, patient)
      await transcript(person, patient)
    }
    for (const [words, expected] of [
      ['maya', ['Maya Lindqvist']],
      ['LINDQ ma', ['Maya Lindqvist']],
      ['zoe obri', ['Zoë O’Brien-Smith']],
      ["o'brien smith", ['Zoë O’Brien-Smith']],
      ['王', ['王 小明']],
      ['maya 4812', ['Maya Lindqvist']],
      ['481', ['4813', 'Maya Lindqvist']],
      ['maya 4813', []],
      ['aya', []],
      ['mayar', []],
    ] as const) {
      expect([words, shown(await search(person, { search: words }))]).toEqual([words, expected])
      // Notes from text have stored a transcript, too.
      const transcripts = new Set(shown(await searchTranscripts(person, { search: words })))
      expect([words, [...transcripts].sort()]).toEqual([words, [...expected].sort()])
    }
  })

  test('shows what belongs to the open chart, by its number, and by its name where a number is missing', async () => {
    const person = await newUser(url)
    for (const patient of [
      { name: 'Maya Lindqvist', identifier: '4812' },
      { name: 'Lindqvist, Maya' },
      { identifier: '4812' },
      { name: 'Maya Lindqvist', identifier: '9999' },
      { name: 'Maya' },
    ])
      await transcript(person, patient)
    const of = async (patient: Patient) => shown(await searchTranscripts(person, { patient }))
    expect(await of({ name: 'Maya Lindqvist', identifier: '4812' })).toEqual([
      '4812',
      'Lindqvist, Maya',
      'Maya Lindqvist',
    ])
    expect(await of({ name: 'Maya Lindqvist' })).toEqual(['Maya Lindqvist', 'Lindqvist, Maya', 'Maya Lindqvist'])
    expect(await of({})).toEqual([])
  })

  test('limits the time, and notes by their state and their author', async () => {
    const clinic = await newDirectory(url)
    await as(url, clinic.owner)(`PUT /api/user/directories/settings/${clinic.directoryId}`, {
      sharing: { reports: true },
    })
    const person = await join(url, clinic)
    const reader = await join(url, clinic, ['reports.read'])
    const draft = await note(person, { name: 'Maya Lindqvist' })
    const signed = await note(person, { name: 'Maya Lindqvist' })
    await as(url, person)(`POST /api/user/reports/${signed}/sign`, { version: 1 })
    const own = await note(reader, { name: 'Maya Berg' })
    const ids = async (who: TestPerson, body: object) =>
      (await search(who, body)).body.items.map(({ _id }: { _id: string }) => _id)
    expect(await ids(person, { state: 'draft' })).toEqual([draft])
    expect(await ids(person, { state: 'unsigned' })).toEqual([draft])
    // The colleague finds names with the key of the organisation.
    expect(await ids(reader, { search: 'maya' })).toEqual([own, signed, draft])
    expect(await ids(reader, { search: 'maya', mine: true })).toEqual([own])
    const nextDay = new Date(Date.now() + 86_400_000).toISOString()
    expect(await ids(person, { from: nextDay })).toEqual([])
    expect(await ids(person, { to: nextDay, search: 'maya' })).toEqual([signed, draft])
  })
})

describe('the name of a patient (product 12.111)', () => {
  test('comes from the chart of a recording, goes on to its notes, and can be typed later', async () => {
    const person = await newUser(url)
    const takes = createTakes({ store: server.store, clock: { now: () => new Date() }, jobs: noJobs })
    const owner = { ...userOwner(person.userId), address: null, administratorId: null }
    const id = randomUUID()
    const open = (patientName?: string) =>
      takes.open({ transactionId: id, owner, language: 'en', channels: 1, patientName })
    await open('Maya Lindqvist')
    // A take belongs to the patient whose chart was open when it began.
    const { epoch } = await open('Somebody Else')
    const frames = { durationFrames: 16_000, channelFrames: [16_000] }
    await takes.commit({ transactionId: id, epoch, fromTurn: 0, turns: ['Speaker 1: I slept well.'], ...frames })
    await takes.finish({ transactionId: id, epoch })
    expect(shown(await searchTranscripts(person, { search: 'lind' }))).toEqual(['Maya Lindqvist'])
    expect(shown(await searchTranscripts(person, { search: 'somebody' }))).toEqual([])

    const report = await note(person, {}, { transcriptId: id })
    expect(shown(await search(person, { search: 'maya' }))).toEqual(['Maya Lindqvist'])
    const typed = await as(url, person)(`PUT /api/user/reports/${report}`, { version: 1, patientName: 'Maja L.' })
    expect(typed.body).toMatchObject({ patientName: 'Maja L.', version: 2 })
    expect(shown(await search(person, { search: 'maja' }))).toEqual(['Maja L.'])
    expect(shown(await search(person, { search: 'maya' }))).toEqual([])
    const corrected = await as(url, person)(`PUT /api/user/transcripts/${id}`, { patientName: 'Mia Berg' })
    expect(corrected.body.patientName).toBe('Mia Berg')
    expect(shown(await searchTranscripts(person, { search: 'mia' }))).toEqual(['Mia Berg'])
  })

  test('is nowhere in the database as text, and its marks differ from person to person', async () => {
    const [one, two] = [await newUser(url), await newUser(url)]
    const patient = { name: 'Quintilian Farquharson', identifier: '77' }
    for (const person of [one, two]) await note(person, patient)
    const { database } = server.store
    const { rows } = await database.execute<{ row: string; marks: string[] }>(
      `select to_jsonb(t)::text as row, name_marks as marks from transcripts t where user_id in ('${one.userId}', '${two.userId}')`,
    )
    expect(rows.length).toBe(2)
    const [first = [], second = []] = rows.map(({ marks }) => marks)
    expect(first.length).toBeGreaterThan(10)
    expect(first.filter((mark) => second.includes(mark))).toEqual([])
    const hex = Buffer.from('Quintilian').toString('hex')
    for (const table of ['transcripts', 'outputs', 'audit_entries'])
      for (const text of ['quintilian', 'farquhar', hex]) {
        const found = await database.execute(`select 1 from ${table} t where lower(to_jsonb(t)::text) like '%${text}%'`)
        expect([table, text, found.rows.length]).toEqual([table, text, 0])
      }
  })
})
