import { expect, test } from 'vitest'
import type { ReportSummary, TranscriptSummary } from '../../lib/contracts/index.ts'
import type { UnfinishedRecording } from '../../lib/transcript/recording-state.ts'
import { sessionOfVisit, visitsOf } from './visits.ts'

const day = '2026-11-23'
const at = (time: string, on = day) => new Date(`${on}T${time}:00`).toISOString()
const maya = { name: 'Maya Okafor', identifier: '4812' }
const recording: UnfinishedRecording = {
  ...{ id: 'r1', place: 'session', durationMs: 60_000, patient: maya, access: 'open' },
  ...{ startedAt: at('09:00'), finishedAt: at('09:01') },
}
const transcript: TranscriptSummary = {
  ...{ id: 't1', title: 'Session', language: 'en', status: 'ready', duration: 90, createdAt: at('10:00') },
}
const report: ReportSummary = {
  ...{ _id: 'n1', title: 'DAP note', status: 'ready', patientId: '4812', createdAt: at('18:00') },
}
const list = (sources: Partial<Parameters<typeof visitsOf>[0]>) =>
  visitsOf({ recordings: [], known: [], transcripts: [], reports: [], day, ...sources })

test('a visit goes from waiting over ready and draft to signed, and is listed once', () => {
  const waiting = list({ recordings: [recording] })
  expect(waiting).toMatchObject([{ id: 'r1', state: 'waiting', title: 'Maya Okafor', durationMs: 60_000 }])
  const halfSent = { ...transcript, id: 'r1', status: 'recording' as const }
  const sending = list({ recordings: [{ ...recording, sentShare: 0.5 }], transcripts: [halfSent] })
  expect(sending.map(({ state }) => state)).toEqual(['sending'])
  const states = (['generating', 'ready', 'failed', 'signed'] as const).map((status) =>
    list({ transcripts: [transcript], reports: [{ ...report, status, transcriptId: 't1' }] }).map(
      ({ state, reportId }) => [state, reportId],
    ),
  )
  expect(states).toEqual(['writing', 'draft', 'failed', 'signed'].map((state) => [[state, 'n1']]))
  expect(list({ transcripts: [transcript] })).toMatchObject([{ state: 'ready', durationMs: 90_000 }])
  const filled = { ...report, transcriptId: 't1', filledAt: at('18:10') }
  expect(list({ transcripts: [transcript], reports: [filled] })).toMatchObject([{ state: 'filled' }])
  const done = { ...filled, status: 'signed' as const }
  expect(list({ transcripts: [transcript], reports: [done] })).toMatchObject([{ state: 'done' }])
})

test('another computer knows what is stored of the patient, this one also when the visit began', () => {
  const numbered = { ...transcript, patientId: '4812' }
  expect(list({ transcripts: [numbered] })).toMatchObject([{ title: 'For 4812' }])
  const named = { ...numbered, patientName: 'Maya Okafor' }
  expect(list({ transcripts: [named] })).toMatchObject([{ title: 'For Maya Okafor · 4812' }])
  const known = [
    {
      ...{ transcriptId: 't1', patient: maya, elapsedMs: 1 },
      times: { startedAtMs: Date.parse(at('08:00')), endedAtMs: Date.parse(at('08:30')) },
    },
  ]
  expect(list({ transcripts: [numbered], known })).toMatchObject([{ title: 'Maya Okafor', startedAt: at('08:00') }])
})

test('yesterday is listed only where work is left: unsent, or without a note and known here', () => {
  const before = { createdAt: at('10:00', '2026-11-22') }
  const known = [{ transcriptId: 't1', patient: null, elapsedMs: 1 }]
  const transcripts = [{ ...transcript, ...before }]
  expect(list({ transcripts })).toEqual([])
  expect(list({ transcripts, known })).toMatchObject([{ id: 't1', state: 'ready' }])
  expect(list({ transcripts, known, reports: [{ ...report, ...before, transcriptId: 't1' }] })).toEqual([])
  expect(list({ recordings: [{ ...recording, startedAt: at('09:00', '2026-11-20') }] })).toHaveLength(1)
})

test('interrupted recordings, dictations and notes of others are no visits; a note from typed text is one', () => {
  const { finishedAt: _, ...interrupted } = recording
  const others: UnfinishedRecording[] = [interrupted, { ...recording, place: 'dictation' }]
  expect(list({ recordings: others })).toEqual([])
  expect(list({ reports: [{ ...report, access: 'signer' }] })).toEqual([])
  expect(list({ reports: [report] })).toMatchObject([{ id: 'n1', state: 'draft', reportId: 'n1' }])
})

test('the newest visit comes first', () => {
  const visits = list({ recordings: [recording], transcripts: [transcript], reports: [report] })
  expect(visits.map(({ id }) => id)).toEqual(['n1', 't1', 'r1'])
})

test('a note of a visit is requested for the patient of the visit, and a typed name is not part of it', () => {
  const named = { ...transcript, patientId: '4812', patientName: 'Maja' }
  expect(sessionOfVisit('t1', [], [named])).toMatchObject({
    take: { transcriptId: 't1', elapsedMs: 90_000, day },
    patient: { name: '', identifier: '4812' },
  })
  expect(sessionOfVisit('t1', [], [transcript])?.patient).toBeNull()
  const known = [{ transcriptId: 't1', patient: maya, elapsedMs: 1 }]
  expect(sessionOfVisit('t1', known, [named])).toMatchObject({ take: { elapsedMs: 1 }, patient: maya })
  expect(sessionOfVisit('t2', known, [named])).toBeNull()
})
