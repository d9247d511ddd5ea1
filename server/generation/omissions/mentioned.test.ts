import { describe, expect, test } from 'vitest'
import { type Field, type Omission, omissionKinds, type Result } from '../../../lib/contracts/index.ts'
import { withMentions } from './mentioned.ts'
import { kindsOf } from './subjects.ts'

const named = (name: string, instructions?: string) => [...kindsOf({ name, ...(instructions ? { instructions } : {}) })]

describe('the subject of a field', () => {
  test.each<[Omission['kind'], string[]]>([
    [
      'risk',
      ['Suicidal Ideation', 'Risk', 'Thoughts of harming others', 'Ideas de autolesión', 'Suizidalität', 'C-SSRS'],
    ],
    ['safety', ['Safety plan', 'Firearms at home', 'Access to firearms', 'Risk assessment', 'Safe at home']],
    ['allergy', ['Allergies', 'Sulfa allergy', 'Drug intolerances', 'Alergias', 'Allergien', 'アレルギー']],
    ['medication', ['Current medications', 'Medikamente', 'Medicación', 'Farmaci', 'Médicaments', '用药', 'Medicação']],
    ['dose', ['Dose of the medicine', 'Current Medication and Dose', 'Drugs prescribed']],
    ['substance_use', ['Substance use', 'Drug use', 'Sustancias']],
    ['plan', ['Plan', 'Treatment plan', 'Recommendations', 'Plano']],
  ])('is %s', (kind, names) => {
    for (const name of names) expect([name, ...named(name)]).toContain(kind)
  })

  test('is known for every kind of omission', () => {
    const all = named('Risk, safety, medication and dose, substance use, plan').concat(named('Allergies'))
    expect(new Set(all)).toEqual(new Set(omissionKinds))
  })

  test('is not what only sounds like it', () => {
    for (const name of [
      'Past medical history',
      'Medical conditions',
      'Sleep',
      'Chest pain',
      'Explanation',
      'Diagnosis',
    ])
      expect([name, ...named(name)]).toEqual([name])
    expect(named('Drug allergies')).toEqual(['allergy'])
    expect(named('Drug use')).toEqual(['substance_use'])
    expect(named('Family history of suicide')).toEqual([])
  })

  test('may stand in the instructions, unless they leave it out', () => {
    expect(named('Section 4', 'List all current medications with their doses.')).toEqual(['medication', 'dose'])
    expect(named('Section 4', 'Describe the mood. Do not mention medications.')).toEqual([])
  })
})

const field = (id: string, name: string): Field => ({ id, name, type: 'string' })
const empty = (id: string): Result => ({
  id,
  type: 'string',
  value: [],
  confidence: 0,
  state: 'not_discussed',
  evidence: [],
  flags: [],
  writer: 'model',
})
const fields = [field('si', 'Suicidal ideation'), field('allergies', 'Allergies'), field('sleep', 'Sleep')]
const omissions: Omission[] = [
  { kind: 'risk', turn: 3, quote: 'I just get suicidal thoughts.', atMs: 9_000 },
  { kind: 'risk', turn: 7, quote: 'Cutting myself is the only way out.' },
  { kind: 'plan', turn: 9, quote: 'We will meet on Monday.' },
]

describe('a field that is not discussed', () => {
  test('is unclear if an omission is about its subject, with the words of the omissions', () => {
    const results = withMentions(
      fields,
      fields.map(({ id }) => empty(id)),
      omissions,
    )
    expect(results).toEqual([
      {
        ...empty('si'),
        state: 'unclear',
        evidence: [
          { turn: 3, quote: 'I just get suicidal thoughts.', atMs: 9_000 },
          { turn: 7, quote: 'Cutting myself is the only way out.' },
        ],
      },
      empty('allergies'),
      empty('sleep'),
    ])
  })

  test('stays if a model has failed to answer it, or a person has left it empty', () => {
    const failed: Result = { ...empty('si'), flags: [{ severity: 1, text: '', reason: 'No answer.' }] }
    const left: Result = { ...empty('si'), state: 'entered' }
    for (const result of [failed, left]) expect(withMentions(fields, [result], omissions)).toEqual([result])
  })
})
