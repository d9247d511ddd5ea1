import { describe, expect, test } from 'vitest'
import type { Result } from '../../../lib/contracts/index.ts'
import { judgeVisit, visitTemplate } from './visits.ts'

const answer = (id: string, value: string[], state: Result['state'] = 'stated'): Result => {
  const field = visitTemplate.fields.find((other) => other.id === id)
  if (field === undefined) throw new Error(`No field is called ${id}.`)
  return { id, type: field.type, value, confidence: 1, state, evidence: [], flags: [] }
}

describe('the judgement of an answer of a visit', () => {
  test('accepts a correct answer, and no other', () => {
    expect(judgeVisit('D2N078', answer('pain_score', ['4']))).toBe('right')
    expect(judgeVisit('D2N078', answer('pain_score', ['8']))).toBe('wrong')
    expect(judgeVisit('D2N078', answer('chest_pain', ['No'], 'denied'))).toBe('right')
    expect(judgeVisit('D2N078', answer('chest_pain', ['No'], 'stated'))).toBe('wrong')
    expect(judgeVisit('D2N078', answer('chest_pain', []))).toBe('missed')
    expect(judgeVisit('D2N078', answer('fever', ['No'], 'denied'))).toBe('invented')
    expect(judgeVisit('D2N078', answer('fever', []))).toBe('rightly empty')
  })

  test('accepts an empty table with the state denied as an answer', () => {
    expect(judgeVisit('D2N074', answer('medications', [], 'denied'))).toBe('right')
    expect(judgeVisit('D2N074', answer('medications', ['aspirin', '', '']))).toBe('wrong')
  })

  test('does not accept the whole session copied into a field as an answer', () => {
    expect(judgeVisit('D2N078', answer('onset', ['A week ago.']))).toBe('right')
    expect(judgeVisit('D2N078', answer('onset', [`A week ago ${'and more '.repeat(60)}`]))).toBe('thin')
  })
})
