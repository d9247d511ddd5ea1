import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Field } from '../../../lib/contracts/index.ts'
import type { Draft } from '../draft.ts'
import { checkDraft, takeStock } from './index.ts'

const turns = [
  'Speaker 0: What do you take?',
  'Speaker 1: Sertraline, fifty milligrams. My friend Sam drives me. I’m back next Wednesday.',
  'Speaker 0: Any thoughts of suicide?',
  'Speaker 1: No, never.',
]
const context = { current_visit: { date: '2026-10-14' }, patient: { name: 'Dana Whitfield' } }
const against = { turns, context, stock: takeStock(turns, context) }
const draft = (value: string[], more: Partial<Draft> = {}): Draft => ({
  id: 'f',
  value,
  confidence: 1,
  state: 'stated',
  evidence: [{ turn: 1, quote: 'fifty milligrams' }],
  ...more,
})
const check = (field: Field, value: string[], more: Partial<Draft> = {}) =>
  checkDraft(field, draft(value, more), against)
const text: Field = { id: 'f', name: 'Text', type: 'string' }
const doses: Field = {
  id: 'f',
  name: 'Doses',
  type: 'table',
  headers: ['When', 'Dose'],
  rows: [
    ['morning', ''],
    ['evening', ''],
  ],
}
const choice: Field = { id: 'f', name: 'Choice', type: 'single_choice', options: ['Denied', 'Passive'] }

describe('form', () => {
  test('a changed cell of the template empties its row only, and never puts its value into another row', () => {
    const { result, faults } = check(doses, ['noon', '25 mg', 'evening', '50 mg'])
    expect(result.value).toEqual(['morning', '', 'evening', '50 mg'])
    expect(faults).toContain('Cells that the template fills must stay as they are.')
    expect(result.flags).toContainEqual(expect.objectContaining({ severity: 1 }))
  })

  test.each<[Field, string[], string[]]>([
    [{ id: 'f', name: 'B', type: 'boolean' }, ['true'], ['Yes']],
    [{ id: 'f', name: 'N', type: 'number' }, ['fifty'], ['50']],
    [choice, [' denied '], ['Denied']],
    [{ ...choice, type: 'multiple_choice' }, ['passive', 'Denied'], ['Denied', 'Passive']],
    [{ id: 'f', name: 'D', type: 'date' }, ['2026-10-21'], ['2026-10-21']],
    [{ ...text, format: 'bullet' }, ['1. Sleeps.\n2. Eats.'], ['- Sleeps.\n- Eats.']],
    [{ ...text, format: 'bullet' }, ['* Sleeps.\n• Eats.'], ['- Sleeps.\n- Eats.']],
    [{ ...text, format: 'paragraph' }, ['- Sleeps.\n- Eats.'], ['Sleeps. Eats.']],
    [{ ...text, format: 'paragraph' }, ['1) Sleeps.\n2) Eats.'], ['Sleeps. Eats.']],
    [{ ...text, format: 'numbered' }, ['Sleeps.\n- Eats.'], ['1. Sleeps.\n2. Eats.']],
    [{ ...text, format: 'numbered' }, ['1) Sleeps.\n\n2) Eats.'], ['1. Sleeps.\n2. Eats.']],
    // Numbers at the beginning of lines are list numbers only if they count up from 1 and are not the days of dates.
    // Otherwise they are a part of the text.
    [{ ...text, format: 'bullet' }, ['3. Mai: Beginn.\n17. Juni: Ende.'], ['- 3. Mai: Beginn.\n- 17. Juni: Ende.']],
    [{ ...text, format: 'bullet' }, ['1. Mai: Beginn.\n2. Mai: Ende.'], ['- 1. Mai: Beginn.\n- 2. Mai: Ende.']],
    [{ ...text, format: 'paragraph' }, ['3. Mai 2024 begann sie.'], ['3. Mai 2024 begann sie.']],
    [{ ...text, format: 'paragraph' }, ['1. května 2024 začala.\nSpí.'], ['1. května 2024 začala. Spí.']],
    [{ ...text, format: 'numbered' }, ['3. Mai: Beginn.\nEnde.'], ['1. 3. Mai: Beginn.\n2. Ende.']],
    [{ ...text, format: 'numbered' }, ['1. MDD\nSertraline\n2. GAD'], ['1. MDD\nSertraline\n2. GAD']],
    [{ ...text, format: 'bullet' }, ['1. MDD\nSertraline\n2. GAD'], ['- 1. MDD\n- Sertraline\n- 2. GAD']],
    [{ id: 'f', name: 'T', type: 'table', headers: ['a', 'b'], rows: [['x', '']] }, ['x', 'y'], ['x', 'y']],
    [{ id: 'f', name: 'T', type: 'start_end_time' }, ['09:00', '09:50'], ['09:00', '09:50']],
    // Three cases: the value has the rows of the template in another order, without text in their first cells, or with
    // one additional row.
    [doses, ['evening', '50 mg', 'morning', '25 mg'], ['morning', '25 mg', 'evening', '50 mg']],
    [doses, ['', '25 mg', '', '50 mg'], ['morning', '25 mg', 'evening', '50 mg']],
    [doses, ['morning', '25 mg', 'evening', '', 'night', '3 mg'], ['morning', '25 mg', 'evening', '', 'night', '3 mg']],
  ])('%o accepts %o', (field, value, kept) => {
    const { result, faults } = check(field, value)
    expect(faults.filter((fault) => fault.includes('must'))).toEqual([])
    expect(result.value).toEqual(kept)
  })

  test.each<[Field, string[]]>([
    [{ id: 'f', name: 'B', type: 'boolean' }, ['perhaps']],
    [{ id: 'f', name: 'N', type: 'number' }, ['many']],
    [choice, ['Absent']],
    [choice, ['Denied', 'Passive']],
    [{ id: 'f', name: 'D', type: 'date' }, ['next week']],
    [{ id: 'f', name: 'D', type: 'date' }, ['2026-02-30']],
    [{ id: 'f', name: 'T', type: 'table', headers: ['a', 'b'], rows: [['', '']] }, ['one']],
    [{ id: 'f', name: 'T', type: 'table', headers: ['a', 'b'], rows: [['x', '']] }, ['changed', 'y']],
    [{ id: 'f', name: 'T', type: 'start_time' }, ['9 am']],
  ])('%o leaves out %o and gives the reason', (field, value) => {
    const { result, faults } = check(field, value)
    expect(result.value).toEqual([])
    expect(faults).not.toEqual([])
    expect(result.flags).not.toEqual([])
  })

  test('no format removes the number of a line, unless the lines are a numbered list', () => {
    const line = fc.tuple(fc.integer({ min: 2, max: 3000 }), fc.constantFrom('. ', ') ', ' ')).map(([n, m]) => n + m)
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('bullet', 'numbered', 'paragraph'),
        (lines, format) => {
          const written = lines.map((mark) => `${mark}sleeps`)
          const { value } = check({ ...text, format }, [written.join('\n')]).result
          for (const each of written) expect(value.join()).toContain(each)
        },
      ),
    )
  })

  test('a template keeps its own words', () => {
    const field: Field = { id: 'f', name: 'T', type: 'template', text: '**Mood:** [mood]\nEnd' }
    expect(check(field, ['**Mood:** low\nEnd']).faults).toEqual([])
    expect(check(field, ['Mood is low']).faults).not.toEqual([])
  })
})

describe('evidence', () => {
  test('a quote is returned as it literally occurs in its turn', () => {
    const { result } = check(text, ['Back on Wednesday.'], {
      evidence: [{ turn: 1, quote: "i'm  back NEXT wednesday" }],
    })
    expect(result.evidence).toEqual([{ turn: 1, quote: 'I’m back next Wednesday' }])
  })
  test('a quote from another turn gets the number of that turn', () => {
    expect(check(text, ['Denies it.'], { evidence: [{ turn: 0, quote: 'No, never.' }] }).result.evidence).toEqual([
      { turn: 3, quote: 'No, never.' },
    ])
  })
  test('a quote that does not occur in its turn is removed', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            turn: fc.nat({ max: 5 }),
            quote: fc.oneof(fc.string(), fc.constantFrom('No', 'take', 'Sam  drives')),
          }),
        ),
        (evidence) => {
          for (const { turn, quote } of check(text, ['Text.'], { evidence }).result.evidence)
            expect(turns[turn]).toContain(quote)
        },
      ),
    )
  })
  test('a value without evidence is flagged', () => {
    expect(check(text, ['Sleeps.'], { evidence: [] }).result.flags).toMatchObject([{ severity: 1 }])
  })
})

describe('support', () => {
  const parts = (value: string) => check(text, [value]).result.flags.map((flag) => [flag.severity, flag.text])
  test('spoken numbers, relative days and names of the session and the visit count as said', () => {
    expect(parts('Dana takes 50 mg and returns on October 21, 2026 (2026-10-21). Sam drives.')).toEqual([])
  })
  test('a number, day or name that nobody said is flagged', () => {
    expect(parts('Takes 75 mg.')).toEqual([[2, '75']])
    expect(parts('Returns on 2026-10-28.')).toEqual([[2, '2026-10-28']])
    expect(parts('She was seen by Miller.')).toEqual([[2, 'Miller']])
  })
  test('any other number is detected', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 99999 }), (number) => {
        fc.pre(![2026].includes(number))
        expect(parts(`Takes ${number} mg.`)).toEqual([[2, String(number)]])
      }),
    )
  })
  test('a yes supported by a plain no to that question is contradicted, and the model is asked again', () => {
    const field: Field = { id: 'f', name: 'Suicide', type: 'boolean' }
    const { result, faults } = check(field, ['Yes'], { evidence: [{ turn: 3, quote: 'No, never.' }] })
    expect(result.flags).toMatchObject([{ severity: 3 }])
    expect(faults).not.toEqual([])
  })
  test('a yes under another name than the question is not judged', () => {
    const field: Field = { id: 'f', name: 'Self-harm', type: 'boolean' }
    const { result, faults } = check(field, ['Yes'], { evidence: [{ turn: 3, quote: 'No, never.' }] })
    expect(result.flags).toEqual([])
    expect(faults).toEqual([])
  })
  test('names are removed if the field wants none', () => {
    const { result } = check({ ...text, names: false }, ['Her friend Sam drives Dana.'])
    expect(result.value[0]).not.toMatch(/Sam|Dana/)
  })
  test('the visit’s own date needs no evidence, but any other date does', () => {
    const day: Field = { id: 'f', name: 'Date of session', type: 'date' }
    expect(check(day, ['2026-10-14'], { evidence: [] })).toMatchObject({
      faults: [],
      result: { state: 'entered', flags: [] },
    })
    expect(check(day, ['2026-10-21'], { evidence: [] }).faults).not.toEqual([])
  })
})
