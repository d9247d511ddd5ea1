import { describe, expect, test } from 'vitest'
import type { Evidence, Field } from '../../../lib/contracts/index.ts'
import { contradictedChoices } from './choices.ts'
import { unsupportedDates } from './days.ts'
import { unsupportedNumbers } from './numbers.ts'
import { opensWithName } from './openers.ts'
import { contradictedSentences } from './opposites.ts'
import { citedWords, prepareSession } from './prepared-session.ts'
import { spokenDates } from './spoken-dates.ts'

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
  'Speaker 1: I was in Haiti in eighty two, fell in July of O five, and quit smoking in the seventies. I have five cats.',
  'Speaker 0: The first scan was in 12-2019, and the second one on 3/1/21.',
  'Speaker 1: I have smoked since eighty two, married in January ninety four, and counted seventy eight stairs.',
]
const context = { current_visit: { date: '2026-10-14' }, patient: { age: 46 } }
const said = prepareSession(turns, context)
const citing = (...numbers: number[]) =>
  citedWords(
    numbers.map((turn): Evidence => ({ turn, quote: (turns[turn] ?? '').replace(/^Speaker \d: /, '') })),
    said,
  )
const text: Field = { id: 'f', name: 'Text', type: 'string' }

test('a number that was said elsewhere is flagged with that reason', () => {
  const [flag] = unsupportedNumbers(text, ['Off work for 6 weeks.'], said, citing(1), new Set())
  expect(flag?.reason).toBe('The quote does not contain this number. The number was said elsewhere in the session.')
})

describe('dates in digits', () => {
  const doubted = (value: string) =>
    unsupportedDates(value, new Set(['en']), spokenDates(said, citing(12))).flags.map((flag) => flag.text)
  test.each(['Scans in 12/2019 and on 03/01/2021.', 'Scan on 3/1/21.', 'Scan in 03/2021.'])(
    '%s counts as said',
    (value) => expect(doubted(value)).toEqual([]),
  )
  test.each([
    ['Scan in 11/2019.', '11/2019'],
    ['Scan on 03/02/2021.', '03/02/2021'],
    ['Scan on 03/01/2020.', '03/01/2020'],
  ])('%s does not count as said', (value, part) => expect(doubted(value)).toEqual([part]))
})

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
    ['Was in Haiti in 1982, fell in 2005, quit in the 1970s.', 11],
    ['Has smoked since 1982. Married in January 1994.', 13],
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
    ['Was in Haiti in 1983.', 11, '1983'],
    ['Fell in 2004.', 11, '2004'],
    ['Quit in the 1960s.', 11, '1960'],
    ['Counted stairs in 1978.', 13, '1978'],
  ])('%s does not count as said', (value, turn, part) => expect(doubted(value, turn)).toEqual([[2, part]]))
})

describe('options and Yes/No', () => {
  const read = (field: Field, value: string[], ...cited: number[]) =>
    contradictedChoices(field, value, citing(...cited)).map((flag) => flag.severity)
  const risk: Field = { id: 'r', name: 'Thoughts of suicide', type: 'single_choice', options: ['Denied', 'Active'] }
  const pain: Field = { id: 'p', name: 'Chest pain', type: 'boolean' }
  const color: Field = { id: 'c', name: 'Favourite colour', type: 'single_choice', options: ['Red', 'Blue'] }
  const meals: Field = { id: 'm', name: 'Meals', type: 'multiple_choice', options: ['Skip lunch', 'Breakfast'] }
  test('a plain yes or no to a question with the words of the field contradicts the other answer', () => {
    expect(read(risk, ['Denied'], 5)).toEqual([])
    expect(read(risk, ['Active'], 5)).toEqual([3])
    expect(read(pain, ['Yes'], 7)).toEqual([])
    expect(read(pain, ['No'], 7)).toEqual([3])
  })
  test('words about something else are not judged', () => {
    expect(read(color, ['Red'], 5)).toEqual([])
    expect(read({ id: 'd', name: 'Owns a boat', type: 'boolean' }, ['Yes'], 5)).toEqual([])
    expect(read(meals, ['Breakfast'], 9)).toEqual([])
  })
})

describe('contradictions', () => {
  const contradicted = (value: string, ...cited: number[]) =>
    contradictedSentences('Text', value, said, citing(...cited)).map((flag) => [flag.severity, flag.text])
  test.each([
    ['Denies thoughts of suicide.', 5],
    ['Reports chest pain when climbing stairs.', 7],
    ['Has trouble sleeping.', 7],
    ['Skips lunch most days.', 9],
    ['Sleeps poorly because of the pain.', 7],
    ['Denies chest pain at rest.', 7],
  ])('%s is not flagged', (value, turn) => expect(contradicted(value, turn)).toEqual([]))
  test.each([
    ['Reports suicide.', 5],
    ['Denies chest pain.', 7],
    ['Has not been off work for six weeks.', 3],
  ])('%s says the opposite of what was said', (value, turn) => expect(contradicted(value, turn)).toEqual([[3, value]]))
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
