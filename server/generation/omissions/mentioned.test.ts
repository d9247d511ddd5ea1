import { describe, expect, test } from 'vitest'
import { type Field, type Omission, omissionKinds, type Result } from '../../../lib/contracts/index.ts'
import { withMentions } from './mentioned.ts'
import { asksFor } from './subjects.ts'

const asked = (name: string, kind: Omission['kind'], quote = '', instructions = '') =>
  asksFor({ name, instructions }, { kind, quote })
const kindsOf = (name: string, instructions = '') => omissionKinds.filter((kind) => asked(name, kind, '', instructions))

describe('a field asks for the statements about its subject', () => {
  test.each<[Omission['kind'], string[]]>([
    ['risk', ['Suicidal Ideation', 'Risk', 'Risk assessment', 'Ideas de autolesión', 'Suizidalität', 'C-SSRS']],
    ['safety', ['Safety plan', 'Risk assessment', 'Safe at home']],
    ['allergy', ['Allergies', 'Sulfa allergy', 'Drug intolerances', 'Alergias', 'Allergien', 'アレルギー']],
    ['medication', ['Current medications', 'Medikamente', 'Medicación', 'Farmaci', 'Médicaments', '用药', 'Medicação']],
    ['dose', ['Dose of the medicine', 'Current Medication and Dose', 'Drugs prescribed']],
    ['substance_use', ['Substance use', 'Drug use', 'Sustancias']],
    ['plan', ['Plan', 'Treatment plan', 'Recommendations', 'Plano']],
  ])('%s', (kind, names) => {
    for (const name of names) expect([name, ...kindsOf(name)]).toContain(kind)
  })

  test('not for those of other fields', () => {
    for (const name of [
      'Past medical history',
      'Medical conditions',
      'Sleep',
      'Chest pain',
      'Explanation',
      'Diagnosis',
    ])
      expect([name, ...kindsOf(name)]).toEqual([name])
    expect(kindsOf('Drug allergies')).toEqual(['allergy'])
    expect(kindsOf('Drug use')).toEqual(['substance_use'])
    expect(kindsOf('Family history of suicide')).toEqual([])
  })

  test('and a narrow field only for those with its words', () => {
    const rifle = 'My stepdad has a hunting rifle.'
    expect(asked('Firearms at home', 'safety', rifle)).toBe(true)
    expect(asked('Trauma or abuse', 'safety', rifle)).toBe(false)
    expect(asked('Trauma or abuse', 'safety', 'My ex-husband hit me.')).toBe(true)
    for (const words of ['I want to kill myself.', 'I think of killing myself.'])
      expect(asked('Thoughts of harming others', 'risk', words)).toBe(false)
    expect(asked('Thoughts of harming others', 'risk', 'I thought of hurting him.')).toBe(true)
    expect(asked('Alcohol use', 'substance_use', 'A bottle of wine every night.')).toBe(true)
    expect(asked('Tobacco use', 'substance_use', 'A bottle of wine every night.')).toBe(false)
  })

  test('also by its instructions, unless they leave them out', () => {
    expect(kindsOf('Section 4', 'List all current medications with their doses.')).toEqual(['medication', 'dose'])
    expect(kindsOf('Section 4', 'Describe the mood. Do not mention medications.')).toEqual([])
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
    const results = withMentions(fields, { results: fields.map(({ id }) => empty(id)), omissions })
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
    const failed = { results: [empty('si')], omissions, unanswered: ['si'] }
    expect(withMentions(fields, failed)).toEqual(failed.results)
    const left: Result = { ...empty('si'), state: 'entered' }
    expect(withMentions(fields, { results: [left], omissions })).toEqual([left])
  })

  test('keeps what was found about it', () => {
    const flags: Result['flags'] = [{ severity: 2, text: '', reason: 'A second model wrote “Yes”.' }]
    const results = withMentions(fields, { results: [{ ...empty('si'), flags }], omissions })
    expect(results).toMatchObject([{ state: 'unclear', flags }])
  })
})
