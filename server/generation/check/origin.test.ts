import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Field, VisitContext } from '../../../lib/contracts/index.ts'
import type { Draft } from '../draft.ts'
import { checkDraft, takeStock } from './index.ts'

const turns = [
  'Speaker 0: What do you take?',
  'Speaker 1: Sertraline, fifty milligrams. My friend Sam drives me.',
  'Speaker 0: Any thoughts of suicide?',
  'Speaker 1: No, never.',
]
const context: VisitContext = {
  current_visit: { date: '2026-10-14' },
  page_values: [
    { label: 'Level of care *', value: 'Inpatient' },
    { label: 'Dose (mg):', value: '  ' },
    { label: 'Dose (mg):', value: '75' },
    { label: 'Risk factors', value: 'Isolation; Access to means.' },
    { label: 'Address', value: '12 Oak Street, Springfield' },
  ],
}
const text: Field = { id: 'f', name: 'Text', type: 'string' }
const quoted = [{ turn: 1, quote: 'fifty milligrams' }]
function check(field: Field, value: string[], more: Partial<Draft> = {}, visit = context) {
  const draft: Draft = { id: 'f', value, confidence: 1, state: 'stated', evidence: quoted, ...more }
  return checkDraft(field, draft, { turns, context: visit, stock: takeStock(turns, visit) })
}
const reasons = (of: ReturnType<typeof check>) => of.result.flags.map(({ reason }) => reason)

describe('an answer that is not certain enough for its field', () => {
  const careful: Field = { ...text, probability: 0.8 }
  test('is left out, and the writer is not asked again', () => {
    const left = check(careful, ['Takes 75 mg.'], { confidence: 0.79 })
    expect(left.result.value).toEqual([])
    expect(reasons(left)).toContain('Left empty, because the answer was not certain enough.')
    expect(left.faults).toEqual([])
  })
  test('is kept at the exact limit, and in a field without a limit', () => {
    expect(check(careful, ['Takes 50 mg.'], { confidence: 0.8 }).result).toMatchObject({
      value: ['Takes 50 mg.'],
      flags: [],
    })
    expect(check(text, ['Takes 50 mg.'], { confidence: 0 }).result).toMatchObject({
      value: ['Takes 50 mg.'],
      flags: [],
    })
  })
  test('is left out too if it is copied from the page', () => {
    const care: Field = { id: 'f', name: 'Level of care', type: 'string', probability: 0.8 }
    expect(check(care, ['Inpatient'], { evidence: [], confidence: 0.5 }).result).toMatchObject({
      value: [],
      given: 'page',
      flags: [{ reason: 'Left empty, because the answer was not certain enough.' }],
    })
    expect(check(care, ['Inpatient'], { evidence: [], confidence: 0.8 }).result.value).toEqual(['Inpatient'])
  })
})

describe('the state of an answer', () => {
  test('is never "entered" because a writer says so', () => {
    expect(check(text, ['Takes 50 mg.'], { state: 'entered' }).result.state).toBe('stated')
    expect(check(text, ['Takes 50 mg.'], { state: 'denied' }).result.state).toBe('denied')
  })
  test('"not discussed" has no value, and an empty value is not discussed', () => {
    for (const { result, faults } of [
      check(text, ['Takes 75 mg.'], { state: 'not_discussed' }),
      check(text, ['', ' \n'], { evidence: [] }),
    ]) {
      expect(result).toMatchObject({ value: [], state: 'not_discussed', evidence: [], flags: [] })
      expect(faults).toEqual([])
    }
  })
})

describe('a field that was mentioned without a certain answer', () => {
  const care: Field = { id: 'f', name: 'Care', type: 'single_choice', options: ['Inpatient', 'Outpatient'] }

  test('has its words and no value, also if the writer gives one', () => {
    for (const value of [[], [''], ['Inpatient']]) {
      const { result, faults } = check(care, value, { state: 'unclear' })
      expect(result).toMatchObject({ value: [], state: 'unclear', evidence: quoted, flags: [] })
      expect(faults).toEqual([])
    }
  })
  test('needs words of the session: without them, the writer is asked again, and the field says why it is empty', () => {
    for (const evidence of [[], [{ turn: 1, quote: 'fifty grams' }]]) {
      const { result, faults } = check(care, [], { state: 'unclear', evidence })
      expect(result).toMatchObject({
        value: [],
        state: 'not_discussed',
        evidence: [],
        flags: [{ severity: 1, text: '' }],
      })
      expect(faults).toEqual(['The answer names no words of the session as its evidence.'])
    }
  })
  test('is one whose words were quoted without a value, whose value has the wrong form, or is not certain enough', () => {
    expect(check(text, ['  ']).result).toMatchObject({ state: 'unclear', evidence: quoted, flags: [] })
    const wrong = check(care, ['At home'])
    expect(wrong.result).toMatchObject({ value: [], state: 'unclear', evidence: quoted })
    expect(reasons(wrong)).toEqual(['The answer must be one of the options, word for word.'])
    expect(wrong.faults).not.toEqual([])
    const unsure = check({ ...text, probability: 0.9 }, ['Takes 75 mg.'], { confidence: 0.5 })
    expect(unsure.result).toMatchObject({ value: [], state: 'unclear', evidence: quoted, confidence: 0.5 })
    expect(reasons(unsure)).toEqual(['Left empty, because the answer was not certain enough.'])
    expect(unsure.faults).toEqual([])
  })
  test('always has evidence and no value, and an empty answer with evidence is never anything else', () => {
    const fields: Field[] = [text, care, { id: 'f', name: 'N', type: 'number', probability: 0.5 }]
    const states = ['stated', 'denied', 'unclear', 'not_discussed', 'entered'] as const
    fc.assert(
      fc.property(
        fc.constantFrom(...fields),
        fc.constantFrom([], [''], ['Inpatient'], ['50'], ['Takes 50 mg.'], ['many']),
        fc.constantFrom(...states),
        fc.constantFrom([], quoted, [{ turn: 1, quote: 'never said' }]),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (field, value, state, evidence, confidence) => {
          const { result } = check(field, [...value], { state, evidence, confidence })
          const isEmpty = result.value.every((part) => part.trim() === '')
          expect(result.state === 'unclear').toBe(isEmpty && result.evidence.length > 0)
          if (result.state === 'unclear') expect(result.value).toEqual([])
        },
      ),
    )
  })
})

describe('the evidence of an answer', () => {
  test('may be missing only for the date of the visit and for a value of the page', () => {
    const day: Field = { id: 'f', name: 'Date', type: 'date' }
    expect(check(day, ['2026-10-14'], { evidence: [] }).result).toMatchObject({ state: 'entered', given: 'visit' })
    expect(check(text, ['2026-10-14'], { evidence: [] }).result.given).toBeUndefined()
    const other = check(day, ['2026-10-15'], { evidence: [] })
    expect(reasons(other)).toContain('No quote from the session supports this.')
    expect(other.faults).toContain('The answer names no words of the session as its evidence.')
  })
  test('makes a value of the page or the date of the visit a spoken one', () => {
    const day: Field = { id: 'f', name: 'Date', type: 'date' }
    const spoken = check(day, ['2026-10-14'])
    expect(spoken.result.state).toBe('stated')
    expect(spoken.result.given).toBeUndefined()
    const care: Field = { id: 'f', name: 'Level of care', type: 'string' }
    expect(check(care, ['Inpatient']).result.given).toBeUndefined()
  })
  test('is flagged for each invented quote, even beside a real one', () => {
    const mixed = check(text, ['Takes 50 mg.'], { evidence: [...quoted, { turn: 1, quote: 'fifty grams' }] })
    expect(mixed.result.evidence).toEqual(quoted)
    expect(reasons(mixed)).toEqual(['The quote contains words that were not said.'])
    expect(mixed.faults).toEqual(['A quote does not occur in the turn that it names.'])
  })
  test('is not asked for if the value has the wrong form', () => {
    const number: Field = { id: 'f', name: 'N', type: 'number' }
    expect(reasons(check(number, ['many'], { evidence: [] }))).toEqual(['The answer must be one number in digits.'])
  })
})

describe('what the writer is told', () => {
  test('names the unsupported words and the contradicted sentence', () => {
    expect(check(text, ['Takes 85 mg.']).faults).toEqual(['This number was not said in the session. (85)'])
    const evidence = [{ turn: 3, quote: 'No, never.' }]
    expect(check(text, ['Reports suicide.'], { evidence }).faults).toEqual([
      'The session says the opposite of this. (Reports suicide.)',
    ])
  })
  test('does not repeat a name that was removed from the value', () => {
    const { result, faults } = check({ ...text, names: false }, ['Dr. Novak gave 50 mg. Sam drives.'])
    expect(result.value[0]).not.toMatch(/Novak|Sam/)
    expect(result.flags).toEqual([{ severity: 2, text: '', reason: 'This name was not said in the session.' }])
    expect(faults).toEqual(['This name was not said in the session.'])
  })
  test('names stay in a field that does not forbid them', () => {
    expect(check(text, ['Her friend Sam drives.']).result.value).toEqual(['Her friend Sam drives.'])
  })
})

describe('a value of the page', () => {
  const from = (field: Field, value: string[]) => check(field, value, { evidence: [] }).result.given
  test('counts for the field with its label, whatever the case and the marks at its end', () => {
    expect(from({ ...text, name: 'level of  CARE' }, ['inpatient'])).toBe('page')
    expect(
      from({ id: 'f', name: 'Level', type: 'single_choice', options: ['Inpatient'] }, ['Inpatient']),
    ).toBeUndefined()
    expect(from({ id: 'f', name: 'Dose (mg)', type: 'number' }, ['75'])).toBe('page')
    expect(from({ id: 'f', name: 'Dose (mg)', type: 'number' }, ['50'])).toBeUndefined()
  })
  test('counts in part if each part of the answer is an element of it', () => {
    const options = ['Isolation', 'Access to means', 'Trauma']
    const risks: Field = { id: 'f', name: 'Risk factors', type: 'multiple_choice', options }
    expect(from(risks, ['Isolation', 'Access to means'])).toBe('page')
    expect(from(risks, ['Isolation', 'Trauma'])).toBeUndefined()
  })
  test('counts in another text field if the answer repeats three of its words, or all', () => {
    expect(from(text, ['12 Oak Street'])).toBe('page')
    expect(from(text, ['Inpatient'])).toBe('page')
    expect(from(text, ['Oak Street'])).toBeUndefined()
    expect(from(text, ['12 Elm Street'])).toBeUndefined()
    expect(from({ id: 'f', name: 'T', type: 'template', text: '[x]' }, ['12 Oak Street'])).toBeUndefined()
  })
  test('makes unsaid words in an answer a notice, and the writer is not asked again', () => {
    const known = check(text, ['Takes 50 mg. Lives in Springfield.'])
    expect(known.result.flags).toMatchObject([{ severity: 1, text: 'Springfield' }])
    expect(known.faults).toEqual([])
    expect(check(text, ['Takes 50 mg. Lives in Springfiel.']).result.flags).toMatchObject([{ severity: 2 }])
  })
})
