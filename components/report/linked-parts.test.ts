import { describe, expect, test } from 'vitest'
import type { Result } from '../../lib/contracts/index.ts'
import { cellKey, linkedParts, quoteCount, textKey } from './linked-parts.ts'

const text = (from: number, to: number) => ({ kind: 'text', item: 0, from, to }) as const
const result: Result = {
  id: 'sleep',
  type: 'string',
  value: ['Sleeps **well**. Walks. Typed.'],
  confidence: 1,
  state: 'entered',
  evidence: [
    { turn: 1, quote: 'I sleep well', span: text(0, 16) },
    { turn: 1, quote: 'I sleep well', span: text(17, 23) },
    { turn: 4, quote: 'gone', span: text(60, 70) },
    { turn: 5, quote: 'all of it' },
  ],
  flags: [],
  byHand: ['Typed.'],
}

describe('the parts of a value', () => {
  test('have the quotes that name them, and tell what the user wrote', () => {
    const parts = [...linkedParts(undefined, result).values()]
    expect(parts.map(({ text, evidence, typed }) => [text, evidence.map(({ quote }) => quote), typed])).toEqual([
      ['Sleeps well.', ['I sleep well'], false],
      ['Walks.', ['I sleep well'], false],
      ['Typed.', [], true],
    ])
  })

  test('are found by the words as they are shown', () => {
    expect(linkedParts(undefined, result).get(textKey('Sleeps well.'))?.evidence).toHaveLength(1)
  })

  test('do not exist in a note without links, nor in a value of one part', () => {
    expect(linkedParts(undefined, { ...result, evidence: [{ turn: 5, quote: 'all of it' }] }).size).toBe(0)
    expect(linkedParts(undefined, { ...result, value: ['Walks.'] }).size).toBe(0)
  })

  test('of a table are its cells', () => {
    const field = { id: 'm', name: 'Medicines', type: 'table' as const, headers: ['Name', 'Dose'], rows: [] }
    const table: Result = {
      ...result,
      type: 'table',
      value: ['Sertraline', '50 mg', 'Melatonin', '3 mg'],
      evidence: [{ turn: 1, quote: 'three of melatonin', span: { kind: 'cell', row: 1, column: 1 } }],
    }
    expect(linkedParts(field, table).get(cellKey(1, 1))).toMatchObject({ text: '3 mg', evidence: [{ turn: 1 }] })
    expect(linkedParts(field, table).get(cellKey(0, 1))).toMatchObject({ text: '50 mg', evidence: [] })
  })
})

test('a quote of two parts counts once', () => {
  expect(quoteCount(result.evidence)).toBe(3)
})
