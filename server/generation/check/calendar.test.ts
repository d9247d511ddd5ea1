import { describe, expect, test } from 'vitest'
import type { Field, VisitContext } from '../../../lib/contracts/index.ts'
import { checkDraft, takeStock } from './index.ts'

const visit: VisitContext = { current_visit: { date: '2026-10-14' }, patient: { birthDate: '1980-02-19' } }
const text: Field = { id: 'f', name: 'Text', type: 'string' }
const day = (name: string): Field => ({ id: 'f', name, type: 'date' })

/** The flagged parts of a value whose evidence is the last turn. The visit is on Wednesday, 14 October 2026. */
function doubted(turns: string[], value: string, field: Field = text, context = visit): string[] {
  const turn = turns.length - 1
  const quote = (turns[turn] ?? '').replace(/^Speaker \d: /, '')
  const draft = { id: 'f', value: [value], confidence: 1, state: 'stated' as const, evidence: [{ turn, quote }] }
  const { result } = checkDraft(field, draft, { turns, context, stock: takeStock(turns, context) })
  return result.flags.map((flag) => flag.text)
}
const said = (words: string, value: string, field: Field = text) => doubted([`Speaker 1: ${words}`], value, field)

describe('a full date', () => {
  const next = 'See you next Wednesday.'
  const scans = 'The scan was on March third, two thousand nineteen, the surgery on May sixth, two thousand and twenty.'
  test.each([
    [next, 'Next visit on October 21, 2026.'],
    [next, 'Next visit on October 21st, 2026.'],
    [next, 'Next visit on 2026-10-21.'],
    [next, 'Next visit on 10/21/2026.'],
    [next, 'Next visit on 21.10.2026.'],
    [next, 'Next visit on 21/10/2026.'],
    [next, 'Born on February 19, 1980, seen on October 14, 2026.'],
    [next, 'Born on 02/19/1980.'],
    [scans, 'Scan on 03/03/2019.'],
    [scans, 'Scan on 3/3/19.'],
    [scans, 'Surgery on 6.5.2020.'],
    [scans, 'Scan on March 3.'],
    [scans, 'Surgery on May 6.'],
    ['I was there on 12-2019.', 'There in 12/2019.'],
  ])('%s: %s', (words, value) => expect(said(words, value)).toEqual([]))
  test.each([
    [next, 'Next visit on October 28, 2026.', 'October 28, 2026'],
    [next, 'Next visit on October 8, 2026.', 'October 8, 2026'],
    [next, 'Next visit on 10/22/2026.', '10/22/2026'],
    [next, 'Next visit on 22.10.2026.', '22.10.2026'],
    [next, 'Born on 02/19/1981.', '02/19/1981'],
    [scans, 'Scan on 05/03/2019.', '05/03/2019'],
    [scans, 'Scan on 03/06/2019.', '03/06/2019'],
    [scans, 'Surgery on 5.6.2020.', '5.6.2020'],
    [scans, 'Scan on March 4.', 'March 4'],
    [scans, 'Scan on 13/13/2019.', '13/13/2019'],
  ])('%s: not %s', (words, value, part) => expect(said(words, value)).toContain(part))
})

describe('a date of the past', () => {
  const last = 'I saw the doctor last Wednesday, October seventh.'
  test.each(['Seen on October 7, 2026.', 'Last appointment 2026-10-07.'])('%s counts as said', (value) =>
    expect(said(last, value)).toEqual([]),
  )
  test.each([
    ['Next appointment on October 7, 2026.', 'October 7, 2026'],
    ['Follow-up: 2026-10-07.', '2026-10-07'],
    ['Return on 2026-10-07.', '2026-10-07'],
  ])('%s cannot be the next one', (value, part) => expect(said(last, value)).toEqual([part]))
})

describe('a date field', () => {
  const friday = 'It is on Friday.'
  test('about the next appointment does not get the day of the visit', () => {
    expect(said(friday, '2026-10-16', day('Next appointment'))).toEqual([])
    expect(said(friday, '2026-10-14', day('Next appointment'))).toEqual(['2026-10-14'])
    expect(said(friday, '2026-10-14', day('Seen on'))).toEqual([])
  })
  test('about something that began does not get a day after the visit', () => {
    expect(said(friday, '2026-10-09', day('Onset'))).toEqual([])
    expect(said(friday, '2026-10-16', day('Onset'))).toEqual(['2026-10-16'])
    expect(said(friday, '2026-10-16', day('Seen on'))).toEqual([])
  })
  test('gets only the day of the month that was said with a weekday', () => {
    expect(said('Come on Monday, the nineteenth.', '2026-10-19', day('Next appointment'))).toEqual([])
    expect(said('Come on Monday, the nineteenth.', '2026-10-12', day('Next appointment'))).toEqual(['2026-10-12'])
  })
})

describe('a month and its year', () => {
  const words = 'The scan was in March 2019 and the surgery in May of 2020.'
  test.each(['Scan in March 2019.', 'Scan in 3/2019.', 'Scan in 3/19.', 'Surgery in 05/2020.', 'Surgery in 5/20.'])(
    '%s counts as said',
    (value) => expect(said(words, value)).toEqual([]),
  )
  test.each([
    ['Scan in 03/2020.', ['03/2020']],
    ['Scan in 04/2019.', ['04/2019']],
    ['Scan in 3/20.', ['3', '20']],
    ['Scan in 4/19.', ['4', '19']],
    ['Scan in March 2020.', ['March 2020', '2020']],
  ])('%s does not', (value, parts) => expect(said(words, value)).toEqual(parts))
  test.each([
    ['I moved there in June of two thousand and four.', 'Moved in 6/2004.', []],
    ['I moved there in June of ninety four.', 'Moved in 6/1994.', []],
    ['I moved there in June of ninety four.', 'Moved in 6/1995.', ['6/1995']],
    ['In June of two thousand ten I counted four cats.', 'Moved in 6/2004.', ['6/2004']],
    ['In June I counted one hundred and four steps.', 'Moved in 6/2004.', ['6/2004']],
    ['I fell in July of O five.', 'Fell in 7/2005.', []],
    ['I fell in July with five cats.', 'Fell in 2005.', ['2005']],
    ['I quit in the seventies.', 'Quit in the 1970s.', []],
    ['I quit with seventy others.', 'Quit in 1970.', ['1970']],
  ])('%s %s', (words, value, parts) => expect(said(words, value)).toEqual(parts))
})

describe('a month or weekday alone', () => {
  const words = 'On Monday I fell. On Friday I saw the dentist about my tooth.'
  test.each([
    'Fell on Monday. Dentist on Friday.',
    'Saw the dentist about the tooth on Friday after the fall on Monday.',
    'Seen on Wednesday.',
    'Born in February.',
  ])('%s counts as said', (value) => expect(said(words, value)).toEqual([]))
  test.each([
    ['Fell on Tuesday, the weekday of the birth.', 'Tuesday'],
    ['Fell in June.', 'June'],
    ['Saw the dentist about the tooth on Monday.', 'Monday'],
    ['Fell on Friday.', 'Friday'],
  ])('%s does not', (value, part) => expect(said(words, value)).toEqual([part]))
  test('is compared with the question that it answers', () => {
    const turns = ['Speaker 0: When did you see the dentist?', 'Speaker 1: In May.', 'Speaker 1: I fell in June.']
    expect(doubted(turns.slice(0, 2), 'Saw the dentist in May.')).toEqual([])
    expect(doubted([...turns.slice(2), ...turns.slice(0, 2)], 'Saw the dentist in June.')).toEqual(['June'])
  })
  test('in the name of the field needs no support', () => {
    const group: Field = { id: 'f', name: 'Monday group', type: 'string' }
    expect(said('It went well.', 'The Monday group went well.', group)).toEqual([])
    expect(said('It went well.', 'The Tuesday group went well.', group)).toEqual(['Tuesday'])
  })
})

test('without the day of the visit, only complete dates can be compared', () => {
  const turns = ['Speaker 1: I was there on March third, two thousand nineteen.']
  expect(doubted(turns, 'There on March 3, 2019.', text, {})).toEqual([])
  expect(doubted(turns, 'There on March 4, 2019.', text, {})).toEqual(['March 4, 2019'])
  expect(doubted(['Speaker 1: I fell on Monday.'], 'Fell on Monday.', text, {})).toEqual([])
  expect(doubted(['Speaker 1: I fell on Monday.'], 'Fell on Sunday.', text, {})).toEqual(['Sunday'])
})

test('the date of birth is known, whatever other years were said', () => {
  expect(said('I moved here in two thousand ten.', 'Born on 2/19/80.')).toEqual([])
  expect(said('I moved here in two thousand ten.', 'Born on 2/19/81.')).toEqual(['2/19/81'])
})

test('one and a half, written as a fraction, is no date', () => {
  expect(said('I take one and a half tablets.', 'Takes 1 1/2 tablets.')).toEqual([])
  expect(said('I take one and a half tablets.', 'Takes 2-1/2 tablets.')).toHaveLength(1)
})
