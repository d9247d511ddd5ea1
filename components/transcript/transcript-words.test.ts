import { expect, test } from 'vitest'
import type { Transcript } from '../../lib/contracts/index.ts'
import { correctedTurn, openPatientOf, whyNoNote } from './transcript-words.ts'

const transcript: Transcript = {
  id: '00000000-0000-4000-8000-000000000001',
  title: 'Session',
  patientId: '004812',
  language: 'en',
  status: 'ready',
  duration: 60,
  createdAt: '2026-11-21T12:00:00.000Z',
  turns: ['Speaker 1: Better.'],
}

test('a corrected turn keeps its speaker', () => {
  expect(correctedTurn('Speaker 1: Betty.', ' Better. ')).toBe('Speaker 1: Better.')
  expect(correctedTurn('Betty.', 'Better.')).toBe('Better.')
})

test('a note is written from it only with the chart of the same patient', () => {
  expect(whyNoNote(transcript, { name: 'Maya Okafor', identifier: '004812' })).toBeNull()
  expect(whyNoNote(transcript, { name: 'Ines Varga', identifier: '004790' })).toContain('004812')
  expect(whyNoNote(transcript, null)).toContain('004812')
  expect(whyNoNote({ ...transcript, patientId: undefined }, null)).toBeNull()
})

test('a transcript without a chart number belongs to no open chart, also if the chart shows no number', () => {
  const maya = { name: 'Maya Okafor', identifier: '', birthDate: '1991-04-02' }
  expect(openPatientOf({ patientId: '' }, maya)).toBeNull()
  expect(openPatientOf({}, maya)).toBeNull()
  expect(openPatientOf(transcript, { ...maya, identifier: '004812' })).toMatchObject({ name: 'Maya Okafor' })
})

test('nothing is written from an incomplete transcript', () => {
  const maya = { name: 'Maya Okafor', identifier: '004812' }
  expect(whyNoNote({ ...transcript, status: 'recording' }, maya)).toContain('complete')
  expect(whyNoNote({ ...transcript, status: 'ocr-waiting' }, maya)).toContain('as soon as the file is read')
  expect(whyNoNote({ ...transcript, status: 'failed', statusText: 'The picture shows no words.' }, maya)).toBe(
    'The picture shows no words.',
  )
  const stored = { status: 'failed', statusText: 'The key was revoked.', hasFile: true } as const
  expect(whyNoNote({ ...transcript, ...stored }, maya)).toBe(
    'The key was revoked. The file is stored for at most 30 days, and can be read again.',
  )
  const cut = { ...transcript, status: 'incomplete', statusText: 'The file ends after 4.7 s.' } as const
  expect(whyNoNote(cut, maya)).toContain('The file ends after 4.7 s. Check the text below')
  expect(whyNoNote({ ...transcript, turns: [] }, maya)).toBe(
    'Nothing was said in this session, so there is no note to write.',
  )
})
