import { expect, test } from 'vitest'
import { baseId, controlId, type Identifying, identify, maskedAction } from './identity.ts'

const field = (more: Partial<Identifying> = {}): Identifying => ({
  source: 'kipu',
  action: '/patients/310/patient_evaluations/501',
  section: 'Note',
  label: 'Plan',
  kind: 'long_text',
  options: [],
  structure: 'textarea',
  names: ['patient_evaluation[eval_texts_attributes][2][description]'],
  ...more,
})
const idOf = (more?: Partial<Identifying>) => identify([field(more)])[0]

test('patient, visit, host and numbering do not change the identity', () => {
  expect(idOf({ action: 'https://other.kipuworks.com/patients/9/patient_evaluations/12345?process=4' })).toBe(idOf())
  expect(idOf({ names: ['patient_evaluation[eval_texts_attributes][11][description]'] })).toBe(idOf())
  expect(idOf({ label: ' plan ', section: 'NOTE' })).toBe(idOf())
  expect(maskedAction('/patients/310/edit?x=1#top')).toBe('/patients/#/edit')
})

test('label and section do not change the identity, so a change in how they are read does no harm', () => {
  expect(idOf({ label: 'Treatment plan', section: 'Intake' })).toBe(idOf())
  const two = (...labels: string[]) =>
    identify(labels.map((label, at) => field({ label, names: [`note[${['goal', 'plan'][at]}]`] })))
  expect(two('Goal', 'Plan')).toEqual(two('Goals of treatment', ''))
})

test('another control name, structure, kind, option or form gives another identity', () => {
  const others: Partial<Identifying>[] = [
    { names: ['patient_evaluation[goal]'] },
    { structure: 'editor' },
    { kind: 'text' },
    { kind: 'single_choice', options: ['A'] },
    { kind: 'single_choice', options: ['A', 'B'] },
    { action: '/group_sessions/5' },
    { source: 'other' },
  ]
  const ids = [idOf(), ...others.map(idOf)]
  expect(new Set(ids).size).toBe(ids.length)
})

test('fields that are equal in all of that are distinguished by their label, then by their section, in any order', () => {
  const plan = field({ label: 'Plan' })
  const goal = field({ label: 'Goal' })
  const again = field({ label: 'Goal', section: 'Discharge' })
  const [planId, goalId, againId] = identify([plan, goal, again])
  expect(new Set([planId, goalId, againId]).size).toBe(3)
  expect(identify([again, goal, plan])).toEqual([againId, goalId, planId])
  expect(new Set([planId, goalId, againId].map((id) => controlId(id ?? '')))).toEqual(new Set([idOf()]))
})

test('look-alike fields have different ids that mark them as look-alikes', () => {
  const ids = identify([field({ names: ['a[0]'] }), field({ names: ['a[1]'] }), field({ names: ['a[1]'] })])
  expect(new Set(ids).size).toBe(3)
  expect(new Set(ids.map(baseId)).size).toBe(1)
  expect(ids[0]).not.toBe(baseId(ids[0] ?? ''))
})
