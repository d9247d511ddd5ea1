import { describe, expect, test } from 'vitest'
import { conditionWords, rowName, summaryOf, tooltipCharacters, tooltipText } from './field-words.ts'

describe('the words of a row card (product 2.7)', () => {
  test('a disabled field says so', () => {
    expect(rowName({ name: 'Homework', disabled: true })).toBe('Homework - DISABLED')
    expect(rowName({ name: 'Homework', disabled: false })).toBe('Homework')
  })
  test('the tooltip shows the first 100 characters of the instructions', () => {
    expect(tooltipCharacters).toBe(100)
    expect(tooltipText({ instructions: 'x'.repeat(101) })).toBe('x'.repeat(100))
    expect(tooltipText({ instructions: '  ' })).toBe(null)
    expect(tooltipText({})).toBe(null)
  })
  test('type, format and instructions are described in one line', () => {
    expect(summaryOf({ id: 'a', name: 'A', type: 'string', format: 'paragraph', instructions: 'What was said' })).toBe(
      'Text · paragraph · What was said',
    )
    expect(summaryOf({ id: 'a', name: 'A', type: 'multiple_choice', options: ['x'] })).toBe(
      'Multiple Choice · 1 option',
    )
    expect(summaryOf({ id: 'a', name: 'A', type: 'table', headers: ['x', 'y'], rows: [] })).toBe('Table · 2 columns')
    expect(summaryOf({ id: 'a', name: 'A' })).toBe('')
  })
  test('a condition is described with the name of the field that it refers to', () => {
    const nameOf = (id: string) => (id === 'risk' ? 'Risk discussed' : undefined)
    expect(conditionWords({ id: 'risk', equals: 'Yes' }, nameOf)).toBe('if Risk discussed = Yes')
    expect(conditionWords({ id: 'risk', contains_any: ['a', 'b'] }, nameOf)).toBe(
      'if Risk discussed contains any of a, b',
    )
    expect(conditionWords({ id: 'gone', contains: '' }, nameOf)).toBe('if a deleted field contains nothing')
  })
})
