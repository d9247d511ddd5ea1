import { describe, expect, test } from 'vitest'
import type { Field, Result } from '../contracts/index.ts'
import {
  dayInWords,
  emptyText,
  relativeAge,
  reportTitle,
  tableRows,
  toMarkdown,
  toNote,
  toText,
  writerOf,
} from './index.ts'

const answer = (id: string, type: Result['type'], ...value: string[]): Result => ({
  id,
  type,
  value,
  confidence: 1,
  state: 'stated',
  evidence: [],
  flags: [],
})
const fields: Field[] = [
  { id: 'mood', name: 'Mood', type: 'string' },
  { id: 'meds', name: 'Medications', type: 'table', headers: ['Name', 'Dose'], rows: [['', '']] },
  { id: 'signs', name: 'Symptoms', type: 'multiple_choice', options: ['Anxiety', 'Poor sleep'] },
  { id: 'gone', name: 'Allergies', type: 'string' },
  { id: 'unasked', name: 'Plan details', type: 'string', condition: { id: 'mood', equals: 'high' } },
]
const note = toNote(
  'SOAP note',
  { fields },
  [
    answer('signs', 'multiple_choice', 'Anxiety', 'Poor sleep'),
    answer('meds', 'table', 'sertraline', '50 mg', 'melatonin', '3 mg'),
    answer('mood', 'string', 'Low & "flat".'),
    answer('gone', 'string'),
    answer('page', 'string', 'From the form.'),
  ],
  [{ id: 'page', name: 'On the page' }],
)

describe('a note', () => {
  test('keeps the template’s order, puts fields of the page last, and has no field that was not asked', () => {
    expect(note.sections.map(({ id }) => id)).toEqual(['mood', 'meds', 'signs', 'gone', 'page'])
    expect(note.sections[3]?.layout).toBe('empty')
  })
  test('has the same content in Markdown and plain text, without its empty fields', () => {
    expect(toMarkdown(note)).toContain(
      '## Medications\n\n| Name | Dose |\n| --- | --- |\n| sertraline | 50 mg |\n| melatonin | 3 mg |',
    )
    expect(toText(note)).toContain('Medications:\n- sertraline, 50 mg\n- melatonin, 3 mg')
    for (const text of [toMarkdown(note), toText(note)]) expect(text).not.toContain('Allergies')
  })
  test('a table is cut into rows as wide as its headers', () => {
    expect(tableRows({ headers: ['a', 'b'], value: ['1', '2', '3', '4'] })).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
  })
})

describe('age', () => {
  const minute = 60_000
  test.each([
    [0, 'just now'],
    [minute - 1, 'just now'],
    [minute, '1 minute ago'],
    [59 * minute, '59 minutes ago'],
    [60 * minute, '1 hour ago'],
    [24 * 60 * minute - 1, '23 hours ago'],
    [24 * 60 * minute, '1 day ago'],
    [9 * 24 * 60 * minute, '9 days ago'],
  ])('%d ms is shown as %s', (ageMs, words) => expect(relativeAge(5, 5 + ageMs)).toBe(words))
  test('a slow clock shows no negative age', () => expect(relativeAge(10, 0)).toBe('just now'))
})

describe('a field that was mentioned without a certain answer', () => {
  const evidence = ['I am not sure.', 'Maybe.', 'Maybe.'].map((quote, turn) => ({ turn, quote }))
  const unclear: Result = { ...answer('pain', 'string'), state: 'unclear', value: [], evidence }
  const noteOf = (field: Partial<Field>) =>
    toNote('Note', { fields: [{ id: unclear.id, name: 'Pain', type: 'string', ...field } as Field] }, [unclear])

  test('is in every form of the note, with each of its quotes once', () => {
    const words = 'Mentioned in the session, without a certain answer: “I am not sure.” “Maybe.”'
    expect(toText(noteOf({}))).toBe(`Note\n\nPain:\n${words}`)
    expect(toMarkdown(noteOf({}))).toContain(`## Pain\n\n${words}`)
  })

  test('is without its quotes, if the field leaves out names of people', () => {
    expect(toText(noteOf({ names: false }))).toBe('Note\n\nPain:\nMentioned in the session, without a certain answer.')
  })
})

describe('the words about an empty field', () => {
  const empty: Result = { ...answer('pain', 'string'), state: 'not_discussed', value: [] }
  test('say “not discussed” only if a language model has read the session', () => {
    expect(emptyText({ ...empty, writer: 'model' })).toBe('Not discussed.')
    expect(emptyText({ ...empty, writer: 'embedded' })).toBe('No answer found. Check.')
    expect(emptyText(empty)).toBe('No answer found. Check.')
    expect(emptyText({ ...empty, writer: 'model', flags: [{ severity: 1, text: '', reason: 'No answer.' }] })).toBe(
      'No value.',
    )
    expect(emptyText({ ...empty, writer: 'model', state: 'entered' })).toBe('No value.')
  })
})

test('a note is written by a model if any of its values is, by people if all of its values are', () => {
  const by = (...writers: (Result['writer'] | 'person')[]): Result[] =>
    writers.map((writer) => ({
      ...answer('pain', 'string', 'x'),
      ...(writer === 'person' ? { state: 'entered' } : { writer }),
    }))
  expect(writerOf({ results: by('embedded', 'model', 'person') })).toBe('model')
  expect(writerOf({ results: by('embedded', 'person'), spent: [] })).toBe('embedded')
  expect(writerOf({ results: by('person', 'person'), spent: [] })).toBeNull()
  // Results of earlier versions of the server name no writer.
  expect(writerOf({ results: by(undefined) })).toBe('embedded')
  expect(writerOf({ results: by(undefined), spent: [] })).toBe('model')
})

test('a title contains the layout’s name and the date', () => {
  expect(reportTitle('SOAP note', { current_visit: { date: '2026-10-21' } })).toBe('SOAP note, October 21, 2026')
  expect(reportTitle('SOAP note', {})).toBe('SOAP note')
  expect(dayInWords('soon')).toBe('soon')
})
