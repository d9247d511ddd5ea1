import { expect, test } from 'vitest'
import { baseId, type Identifying, identify, maskedAction } from './identity.ts'

const field = (more: Partial<Identifying> = {}): Identifying => ({
  source: 'kipu',
  action: '/patients/310/patient_evaluations/501',
  section: 'Note',
  label: 'Plan',
  kind: 'long_text',
  options: [],
  names: ['patient_evaluation[eval_texts_attributes][2][description]'],
  ...more,
})
const idOf = (more?: Partial<Identifying>) => identify([field(more)])[0]

test('patient, visit, host and numbering change nothing', () => {
  expect(idOf({ action: 'https://other.kipuworks.com/patients/9/patient_evaluations/12345?process=4' })).toBe(idOf())
  expect(idOf({ names: ['patient_evaluation[eval_texts_attributes][11][description]'] })).toBe(idOf())
  expect(idOf({ label: ' plan ', section: 'NOTE' })).toBe(idOf())
  expect(maskedAction('/patients/310/edit?x=1#top')).toBe('/patients/#/edit')
})

test('another question, section, kind, option or form is another field', () => {
  const others: Partial<Identifying>[] = [
    { label: 'Goal' },
    { section: 'Intake' },
    { kind: 'text' },
    { kind: 'single_choice', options: ['A'] },
    { kind: 'single_choice', options: ['A', 'B'] },
    { action: '/group_sessions/5' },
    { source: 'other' },
  ]
  const ids = [idOf(), ...others.map(idOf)]
  expect(new Set(ids).size).toBe(ids.length)
})

test('look-alikes have ids of their own that say they are look-alikes', () => {
  const ids = identify([field({ names: ['a[0]'] }), field({ names: ['a[1]'] }), field({ names: ['a[1]'] })])
  expect(new Set(ids).size).toBe(3)
  expect(new Set(ids.map(baseId)).size).toBe(1)
  expect(ids[0]).not.toBe(baseId(ids[0] ?? ''))
})
