import { describe, expect, test } from 'vitest'
import type { Field } from '../../../lib/contracts/index.ts'
import { checkDraft, takeStock } from './index.ts'

const turns = ['Speaker 1: Okay.']
function shaped(field: Field, value: string[]): string[] {
  const evidence = [{ turn: 0, quote: 'Okay.' }]
  const draft = { id: 'f', value, confidence: 1, state: 'stated' as const, evidence }
  const { result, faults } = checkDraft(field, draft, { turns, context: {}, stock: takeStock(turns, {}) })
  const isFaulty = faults.some((fault) => /must|only/.test(fault))
  return isFaulty ? [...result.value, 'FAULT'] : result.value
}
const fault = ['FAULT']
const of = (type: 'boolean' | 'number' | 'date' | 'start_time' | 'end_time' | 'start_end_time'): Field => ({
  id: 'f',
  name: 'Field',
  type,
})
const options = ['Denied', 'Passive  risk']
const one: Field = { id: 'f', name: 'Choice', type: 'single_choice', options }
const some: Field = { ...one, type: 'multiple_choice' }

describe('the form of a value', () => {
  test.each<[Field, string[], string[]]>([
    [of('boolean'), [' TRUE '], ['Yes']],
    [of('boolean'), [' yes'], ['Yes']],
    [of('boolean'), [' False '], ['No']],
    [of('boolean'), ['no'], ['No']],
    [of('boolean'), ['no, yes'], fault],
    [of('number'), [' -3.50 '], ['-3.50']],
    [of('number'), ['about 12 hours'], ['12']],
    [of('number'), ['3 to 4'], fault],
    [of('number'), ['none'], fault],
    [of('date'), [' 2028-02-29 '], ['2028-02-29']],
    [of('date'), ['2027-02-29'], fault],
    [of('date'), ['2026-1-5'], fault],
    [of('date'), ['12026-01-05'], fault],
    [of('start_time'), [' 23:59 '], ['23:59']],
    [of('end_time'), ['00:00'], ['00:00']],
    [of('end_time'), ['24:00'], fault],
    [of('start_time'), ['09:60'], fault],
    [of('start_end_time'), [' 09:00', '09:50 '], ['09:00', '09:50']],
    [of('start_end_time'), ['09:00'], fault],
    [of('start_end_time'), ['09:00', '9'], fault],
    [of('start_end_time'), ['09:00', '09:50', '10:00'], fault],
    [one, ['passive risk'], ['Passive  risk']],
    [one, ['Denied', 'Passive risk'], fault],
    [one, ['Denied', 'Absent'], ['Denied', ...fault]],
    [some, ['passive RISK', 'denied'], options],
    [some, ['Denied', 'Absent'], ['Denied', ...fault]],
  ])('%o of %o', (field, value, kept) => expect(shaped(field, value)).toEqual(kept))

  test.each([
    ['bullet', '1) Sleeps.\n\n 2) Eats.', '- Sleeps.\n- Eats.'],
    ['bullet', '* Sleeps.\n\n 2) Eats.', '- Sleeps.\n- 2) Eats.'],
    ['numbered', '• Sleeps.\nEats.', '1. Sleeps.\n2. Eats.'],
    ['paragraph', '1. Sleeps.\n2. Eats.', 'Sleeps. Eats.'],
    ['paragraph', '3. Sleeps.\nEats.', '3. Sleeps. Eats.'],
    [undefined, ' - Sleeps.\n\nEats. ', '- Sleeps.\n\nEats.'],
  ] as const)('a text of the format %s', (format, value, kept) =>
    expect(shaped({ id: 'f', name: 'Text', type: 'string', format }, [value])).toEqual([kept]),
  )

  test('a template keeps all its words in their order', () => {
    const field: Field = { id: 'f', name: 'T', type: 'template', text: 'Mood: [mood]\nSleep: [sleep]' }
    expect(shaped(field, ['Mood: low\nSleep: good'])).toEqual(['Mood: low\nSleep: good'])
    expect(shaped(field, ['Sleep: good\nMood: low'])).toEqual(['Sleep: good\nMood: low', ...fault])
  })
})

describe('the rows of a table', () => {
  const table = (rows: string[][], headers = ['When', 'Dose']): Field => ({
    id: 'f',
    name: 'Table',
    type: 'table',
    headers,
    rows,
  })
  const days = [
    ['morning', ''],
    ['evening', ''],
  ]
  test.each<[string, string[][], string[], string[]]>([
    ['stay free if the template fills none', [[' ', '']], ['noon', 'a'], ['noon', 'a']],
    ['must be whole', [[' ', '']], ['noon', 'a', 'night'], fault],
    ['must be whole in a template too', days, ['morning', 'a', 'evening'], fault],
    ['find their place in any order', days, ['Evening ', 'b', 'morning', 'a'], ['morning', 'a', 'evening', 'b']],
    ['may leave out the words of the template', days, ['', 'a', ' ', 'b'], ['morning', 'a', 'evening', 'b']],
    [
      'of equal names keep their order',
      [days[0] ?? [], days[0] ?? []],
      ['morning', 'a', 'morning', 'b'],
      ['morning', 'a', 'morning', 'b'],
    ],
    ['leave a missing row empty', days, ['evening', 'b'], ['morning', '', 'evening', 'b', ...fault]],
    ['are not kept without any row of the template', days, ['noon', 'a', 'night', 'b'], fault],
    [
      'are kept at the end',
      days,
      ['morning', 'a', 'evening', 'b', 'night', 'c'],
      ['morning', 'a', 'evening', 'b', 'night', 'c'],
    ],
    [
      'are kept if added in the middle',
      days,
      ['morning', 'a', 'noon', 'x', 'evening', 'b'],
      ['morning', 'a', 'evening', 'b', 'noon', 'x'],
    ],
    [
      'go into an empty row of the template',
      [['', ''], days[1] ?? []],
      ['noon', 'x', 'evening', 'b'],
      ['noon', 'x', 'evening', 'b'],
    ],
    [
      'go into an empty row in another order too',
      [['', ''], days[1] ?? []],
      ['evening', 'b', 'noon', 'x'],
      ['noon', 'x', 'evening', 'b'],
    ],
    ['that are empty are not added', days, ['evening', 'b', '', '', 'morning', 'a'], ['morning', 'a', 'evening', 'b']],
  ])('%s', (_, rows, value, kept) => expect(shaped(table(rows), value)).toEqual(kept))

  test('find their place by every cell that the template fills', () => {
    const rows = [
      ['morning', '', 'mg'],
      ['morning', '', 'ml'],
    ]
    const value = ['morning', '2', 'ml', 'morning', '5', 'mg']
    expect(shaped(table(rows, ['When', 'Dose', 'Unit']), value)).toEqual(['morning', '5', 'mg', 'morning', '2', 'ml'])
  })
})

test('a time of a visit may be one that nobody said, because clinicians and pages know it', () => {
  const said = ['Speaker 0: Let us begin.', 'Speaker 1: Okay.']
  const stock = takeStock(said, {})
  for (const [type, value] of [
    ['start_time', ['09:10']],
    ['end_time', ['09:50']],
    ['start_end_time', ['09:10', '09:50']],
  ] as const) {
    const evidence = [{ turn: 1, quote: 'Okay.' }]
    const draft = { id: 'f', value: [...value], confidence: 1, state: 'stated' as const, evidence }
    const { result } = checkDraft(of(type), draft, { turns: said, context: {}, stock })
    expect([result.value, result.flags]).toEqual([[...value], []])
  }
})
