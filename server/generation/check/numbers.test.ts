import { describe, expect, test } from 'vitest'
import type { Evidence, Field } from '../../../lib/contracts/index.ts'
import { unsupportedNumbers } from './numbers.ts'
import { citedWords, prepareSession } from './prepared-session.ts'

const turns = [
  'Speaker 0: How old is your son now, and how did he sleep?',
  'Speaker 1: He is ten years old. He wakes up for about a minute.',
  'Speaker 0: All right. On a scale of one to ten, how bad is the pain?',
  'Speaker 1: A seven. It comes two or three times a day and lasts four to six hours. I took it for the last three weeks.',
  'Speaker 0: Of the samples, two out of three were normal. The murmur is grade two. Your second visit is in five days.',
  'Speaker 1: I have six brothers, and two of them smoke. I have lived in Ohio since nineteen eighty five.',
  'Speaker 0: Stay on Norvasc, five milligrams. We raise the Prozac from twenty milligrams to forty milligrams.',
  'Speaker 1: I had the knee surgery in nineteen ninety two.',
  'Speaker 0: Your sugar was about one thirty this morning.',
  'Speaker 1: I walk with my dog every evening.',
]
const said = prepareSession(turns, {})
const text: Field = { id: 'f', name: 'Text', type: 'string' }
const doubted = (value: string, ...cited: number[]) => {
  const quotes = cited.map((turn): Evidence => ({ turn, quote: (turns[turn] ?? '').replace(/^Speaker \d: /, '') }))
  return unsupportedNumbers(text, [value], said, citedWords(quotes, said), new Set()).map((flag) => flag.text)
}

describe('pairs of numbers', () => {
  test.each<[string, number]>([
    ['Occurs 2-3 times a day for 4 to 6 hours.', 3],
    ['2 out of 3 samples were normal.', 4],
    ['Pain is 7/10.', 3],
  ])('%s counts as said', (value, turn) => expect(doubted(value, turn)).toEqual([]))
  test.each<[string, number, string]>([
    ['Occurs 2-6 times a day.', 3, '6'],
    ['Lasts 3 to 6 hours.', 3, '3'],
    ['Occurs 3 or 3 times a day.', 3, '3'],
    ['2 out of 4 samples were normal.', 4, '4'],
    ['Pain is 7 out of 5.', 3, '5'],
  ])('%s mixes what was said', (value, turn, part) => expect(doubted(value, turn)).toEqual([part]))
})

describe('what a number counts', () => {
  test.each<[string, number]>([
    ['Has 6 brothers; 2 brothers smoke.', 5],
    ['Took it for 3 weeks.', 3],
    ['Took it 3 days a week.', 3],
    ['Murmur grade 2.', 4],
    ['The sugar was 130 milligrams.', 8],
  ])('%s counts as said', (value, turn) => expect(doubted(value, turn)).toEqual([]))
  test.each<[string, number, string]>([
    ['Took it for 6 weeks.', 3, '6'],
    ['Seen by 4 doctors.', 3, '4'],
    ['Murmur grade 5.', 4, '5'],
    ['Continue Lisinopril 5 mg.', 6, '5'],
    ['Smoked for 2 years.', 5, '2'],
  ])('%s was said about something else', (value, turn, part) => expect(doubted(value, turn)).toEqual([part]))
})

describe('turns next to the cited turns', () => {
  test.each<[string, number]>([
    ['A 10-year-old boy.', 0],
    ['The sugar was 130.', 9],
  ])('%s counts as said', (value, turn) => expect(doubted(value, turn)).toEqual([]))
  test.each<[string, number, string]>([
    ['10 boys.', 2, '10'],
    ['Weighs 130 pounds.', 9, '130'],
  ])('%s has only the value in common', (value, turn, part) => expect(doubted(value, turn)).toEqual([part]))
})

describe('a number without a counted thing, in the turn before the cited one', () => {
  const flagged = (value: string) => {
    const session = prepareSession([`Speaker 1: It was ${value}.`, 'Speaker 0: Good, thank you for that.'], {})
    const cited = citedWords([{ turn: 1, quote: 'Good, thank you for that.' }], session)
    return unsupportedNumbers(text, [`Score ${value}.`], session, cited, new Set()).length > 0
  }
  test.each(['13', '144', '1899', '2.5'])('%s is rarely equal by chance and counts as said', (value) =>
    expect(flagged(value)).toBe(false),
  )
  test.each(['3', '12', '20', '1900', '1995'])('%s is a small or round number or a year and is doubted', (value) =>
    expect(flagged(value)).toBe(true),
  )
})

test('a year is compared by the words of its sentence', () => {
  expect(doubted('Lives in Ohio since 1985. Knee surgery in 1992.', 5, 7)).toEqual([])
  expect(doubted('Knee surgery in 1985.', 5, 7)).toEqual(['1985'])
})
