import { describe, expect, test } from 'vitest'
import { findOmissions } from '../../../server/generation/index.ts'
import { factSessions, measureOmissions, noteOf, unseenSessions } from './facts.ts'

describe.each([
  ['the sessions at hand', factSessions],
  ['sessions unseen', unseenSessions],
])('of %s', (_, held) => {
  test('every fact is supported by words that were said', () => {
    for (const { turns, facts } of held) for (const { turn, quote } of facts) expect(turns[turn]).toContain(quote)
  })

  test('four in five facts deleted from a note are named, with at most three false alarms a note', () => {
    const { namedPercent, falseAlarmsPerNote } = measureOmissions(held)
    expect(namedPercent).toBeGreaterThanOrEqual(80)
    expect(falseAlarmsPerNote).toBeLessThanOrEqual(3)
  })

  test('every omission quotes its turn', () => {
    for (const { turns } of held)
      for (const { turn, quote } of findOmissions(turns, [])) expect(turns[turn]).toContain(quote)
  })
})

test('a note that says it in its own words, without a quote, has no omission', () => {
  const turns = ['Doctor: What are you taking?', 'Patient: Lisinopril, twenty milligrams once a day.']
  const [result] = noteOf([{ kind: 'dose', turn: 1, quote: '', note: 'Lisinopril 20 mg once a day.' }])
  expect(result && findOmissions(turns, [{ ...result, evidence: [] }])).toEqual([])
})

test('a dose counts as omitted if the note names only the medicine', () => {
  const turns = ['Doctor: What are you taking?', 'Patient: Lisinopril, twenty milligrams once a day.']
  const [result] = noteOf([{ kind: 'dose', turn: 1, quote: turns[1]?.slice(9) ?? '', note: 'Takes lisinopril.' }])
  expect(result && findOmissions(turns, [result]).map(({ kind }) => kind)).toEqual(['dose'])
})

test('the quote of joined sentences begins with the first of them, also if it was said before in the same turn', () => {
  const risk = 'I want to kill myself.'
  const turns = ['Clinician: What happened?', `Client: ${risk} Then I went to the kitchen. ${risk} I want to die.`]
  expect(findOmissions(turns, []).map(({ quote }) => quote)).toEqual([risk, `${risk} I want to die.`])
})
