import { describe, expect, test } from 'vitest'
import type { Field, Result } from '../contracts/index.ts'
import { dayInWords, relativeAge, reportTitle, tableRows, toMarkdown, toNote, toText } from './index.ts'

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

test('a title contains the layout’s name and the date', () => {
  expect(reportTitle('SOAP note', { current_visit: { date: '2026-10-21' } })).toBe('SOAP note, October 21, 2026')
  expect(reportTitle('SOAP note', {})).toBe('SOAP note')
  expect(dayInWords('soon')).toBe('soon')
})
