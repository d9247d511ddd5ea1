import { expect, test } from 'vitest'
import { readLabel } from '../../lib/contracts/speaker-label.ts'
import { speakersFound, withRole } from './found-speakers.ts'

const turns = [
  'Aldo Brenner: How is your mother?',
  'Rita Sommer: She takes 20 mg: every day.',
  'Aldo Brenner: And you?',
  'Rita Sommer: I am fine.',
  'Interpreter: She says that she is fine.',
  'The dose is this: 5 mg.',
  'Remark of the clinician: Looks tired.',
]

test('the speakers of a transcript are found with what they say', () => {
  expect(speakersFound(turns)).toEqual([
    { label: 'Aldo Brenner', name: 'Aldo Brenner', role: null, turns: 2, sample: 'How is your mother?' },
    { label: 'Rita Sommer', name: 'Rita Sommer', role: null, turns: 2, sample: 'She takes 20 mg: every day.' },
    { label: 'Interpreter', name: 'Interpreter', role: 'Interpreter', turns: 1, sample: 'She says that she is fine.' },
  ])
})

test('a role is written before the turns of its speaker, and no other word changes', () => {
  const [aldo, rita] = speakersFound(turns)
  if (aldo === undefined || rita === undefined) throw new Error('A speaker was not found.')
  const once = withRole(withRole(turns, aldo, 'Clinician'), rita, 'Patient')
  expect(once.slice(0, 2)).toEqual([
    'Clinician (Aldo Brenner): How is your mother?',
    'Patient (Rita Sommer): She takes 20 mg: every day.',
  ])
  expect(once.slice(4)).toEqual(turns.slice(4))
  expect(once.map((turn) => readLabel(turn).role)).toEqual([
    'provider',
    'patient',
    'provider',
    'patient',
    'other',
    'unknown',
    'provider',
  ])
  const [, assigned] = speakersFound(once)
  if (assigned === undefined) throw new Error('A speaker was not found.')
  expect(assigned).toMatchObject({ name: 'Rita Sommer', role: 'Patient', turns: 2 })
  expect(withRole(once, assigned, 'Relative')[1]).toBe('Relative (Rita Sommer): She takes 20 mg: every day.')
  expect(withRole(once, assigned, null)[1]).toBe(turns[1])
})

test('voices that another tool has numbered have no role until somebody says it', () => {
  const [first] = speakersFound(['Speaker 0: Hello.', 'Speaker 1: Hi.', 'Speaker 0: Sit down.'])
  expect(first).toMatchObject({ label: 'Speaker 0', role: null })
  expect(readLabel('Patient (Speaker 0): Hello.').role).toBe('patient')
})
