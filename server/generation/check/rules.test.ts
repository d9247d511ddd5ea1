import { describe, expect, test } from 'vitest'
import type { Evidence, Field } from '../../../lib/contracts/index.ts'
import { flippedSentences } from './flips.ts'
import { unsupportedNumbers } from './numbers.ts'
import { opensWithName } from './openers.ts'
import { crossRead } from './options.ts'
import { citedWords, prepareSession } from './prepared-session.ts'

const turns = [
  'Speaker 0: Tell me exactly what you take.',
  'Speaker 1: The bupropion, three hundred milligrams in the morning. Lisinopril, twenty milligrams once a day.',
  'Speaker 0: How many visits have you had, and how long are you off work?',
  'Speaker 1: Three visits so far. I have been off work for six weeks.',
  'Speaker 0: Any thoughts of suicide?',
  'Speaker 1: No, never.',
  'Speaker 0: Any chest pain?',
  "Speaker 1: Yes, when I climb stairs. I can't sleep because of it.",
  'Speaker 0: And how is your appetite?',
  "Speaker 1: It's down. I skip lunch most days.",
  'Speaker 0: Can you come back Monday, the ninth, at five? The ninth it is.',
]
const context = { current_visit: { date: '2026-10-14' }, patient: { age: 46 } }
const said = prepareSession(turns, context)
const citing = (...numbers: number[]) =>
  citedWords(
    numbers.map((turn): Evidence => ({ turn, quote: (turns[turn] ?? '').replace(/^Speaker \d: /, '') })),
    said,
  )
const text: Field = { id: 'f', name: 'Text', type: 'string' }

describe('cited words', () => {
  test('a quote covers its sentences; its turn, the question before it and the answer to a question belong to it', () => {
    const { quoted, turns: near } = citedWords([{ turn: 3, quote: 'off work' }], said)
    expect(quoted.map((sentence) => sentence.text)).toEqual(['I have been off work for six weeks.'])
    expect([...near].sort()).toEqual([2, 3])
    expect([...citing(4).turns].sort()).toEqual([4, 5])
  })
})

describe('numbers', () => {
  const doubted = (value: string, ...cited: number[]) =>
    unsupportedNumbers(text, [value], said, citing(...cited), new Set()).map((flag) => [flag.severity, flag.text])
  test.each([
    ['Bupropion 300 mg every morning and lisinopril 20 mg daily.', 1],
    ['Lisinopril 20 mg once a day.', 1],
    ['Has had 3 visits; off work for 6 weeks.', 3],
    ['A 46-year-old, off work for six weeks.', 3],
    ['Next appointment Monday the 9th at five.', 10],
    ['Next appointment on November 9.', 10],
  ])('%s counts as said', (value, turn) => expect(doubted(value, turn)).toEqual([]))
  test.each([
    ['Lisinopril 300 mg once a day.', 1, '300'],
    ['Bupropion 20 mg in the morning.', 1, '20'],
    ['Has had six visits.', 3, 'six'],
    ['Has had one visit so far.', 3, 'one'],
    ['Off work for 300 weeks.', 3, '300'],
    ['Has had 3 visits in 3 weeks.', 3, '3'],
    ['Next appointment Monday the 9th at 9.', 10, '9'],
    ['Next appointment Monday the 5th at five.', 10, '5th'],
  ])('%s does not count as said', (value, turn, part) => expect(doubted(value, turn)).toEqual([[2, part]]))
})

describe('options and Yes/No', () => {
  const read = (field: Field, value: string[], ...cited: number[]) =>
    crossRead(field, value, said, citing(...cited)).map((flag) => flag.severity)
  const risk: Field = { id: 'r', name: 'Suicidal ideation', type: 'single_choice', options: ['Denied', 'Active'] }
  const pain: Field = { id: 'p', name: 'Chest pain', type: 'boolean' }
  const color: Field = { id: 'c', name: 'Favourite colour', type: 'single_choice', options: ['Red', 'Blue'] }
  test('the words support the answer, or at most the wording is flagged', () => {
    expect(read(risk, ['Denied'], 5)).toEqual([])
    expect(read(risk, ['Active'], 5)).toEqual([1])
    expect(read(pain, ['Yes'], 7)).toEqual([])
    expect(read(pain, ['No'], 7)).toEqual([1])
  })
  test('words about something else support no option', () => {
    expect(read(color, ['Red'], 5)).toEqual([1])
    expect(read({ id: 'd', name: 'Owns a boat', type: 'boolean' }, ['Yes'], 5)).toEqual([1])
  })
  test('if one of several options is not named, that one is flagged', () => {
    const symptoms: Field = { id: 's', name: 'Symptoms', type: 'multiple_choice', options: ['Poor sleep', 'Guilt'] }
    expect(crossRead(symptoms, ['Poor sleep', 'Guilt'], said, citing(7))).toMatchObject([
      { severity: 1, text: 'Guilt' },
    ])
  })
})

describe('negations', () => {
  const flipped = (value: string, ...cited: number[]) =>
    flippedSentences('Text', value, said, citing(...cited)).map((flag) => flag.text)
  test.each([
    ['Denies suicidal thoughts.', 5],
    ['Reports chest pain when climbing stairs.', 7],
    ['Has trouble sleeping.', 7],
    ['Skips lunch most days.', 9],
  ])('%s agrees with what was said', (value, turn) => expect(flipped(value, turn)).toEqual([]))
  test.each([
    ['Reports suicidal thoughts.', 5],
    ['Denies chest pain.', 7],
    ['Has not been off work for six weeks.', 3],
    ['Does not skip lunch most days.', 9],
  ])('%s contradicts what was said', (value, turn) => expect(flipped(value, turn)).toEqual([value]))
})

describe('names at the start of a sentence', () => {
  test.each([
    ['Marcus', ' sleeps well.'],
    ['Oyelaran', ' reports no change.'],
    ['Petrova', '’s mother called.'],
  ])('%s%s', (word, after) => expect(opensWithName(word, after)).toBe(true))
  test.each([
    ['Denies', ' chest pain.'],
    ['Mood', ' is low.'],
    ['Discussed', ' sleep hygiene.'],
    ['Insomnia', ' has improved.'],
  ])('but not %s%s', (word, after) => expect(opensWithName(word, after)).toBe(false))
})
