import { describe, expect, test } from 'vitest'
import type { Field, VisitContext } from '../../../lib/contracts/index.ts'
import { checkDraft, takeStock } from './index.ts'

const text: Field = { id: 'f', name: 'Text', type: 'string' }
const amount: Field = { id: 'f', name: 'Beers', type: 'number' }

/** Checks a value and returns its flagged parts. The evidence is `over.quote` or, by default, the whole last turn. */
function doubted(
  turns: string[],
  value: string,
  over: { quote?: string; field?: Field; context?: VisitContext } = {},
): string[] {
  const turn = turns.length - 1
  const { quote = (turns[turn] ?? '').replace(/^Speaker \d: /, ''), field = text, context = {} } = over
  const draft = { id: 'f', value: [value], confidence: 1, state: 'stated' as const, evidence: [{ turn, quote }] }
  const { result } = checkDraft(field, draft, { turns, context, stock: takeStock(turns, context) })
  return result.flags.map((flag) => flag.text)
}
const said = (words: string, value: string) => doubted([`Speaker 1: ${words}`], value)

describe('a dose', () => {
  const both = 'I take lithium, three hundred milligrams, and Zoloft, fifty milligrams.'
  const afterDose = 'I take fifty milligrams of Zoloft and three hundred milligrams of my lithium.'
  test.each([
    [both, 'Lithium 300 mg, Zoloft 50 mg.'],
    [afterDose, 'Lithium 300 mg.'],
    [afterDose, 'Zoloft 50 mg.'],
    ['I take sertraline, twenty five m g.', 'Sertraline 25 mg.'],
    ['I took sertraline, twenty five milligrams, then fifty milligrams.', 'Sertraline 25 mg.'],
    ['I took sertraline, twenty five milligrams, then fifty milligrams.', 'Sertraline 50 mg.'],
  ])('%s: %s', (words, value) => expect(said(words, value)).toEqual([]))
  test.each([
    [both, 'Lithium 50 mg.', '50'],
    [both, 'Zoloft 300 mg.', '300'],
    [both, 'Lithium 300 mg and Zoloft 300 mg.', '300'],
    [afterDose, 'Zoloft 300 mg.', '300'],
    [afterDose, 'Lithium 50 mg.', '50'],
    ['I took sertraline for three weeks.', 'Sertraline 3 mg.', '3'],
    ['I took sertraline, twenty five milligrams.', 'Sertraline for 25 weeks.', '25'],
  ])('%s: not %s', (words, value, part) => expect(said(words, value)).toEqual([part]))

  test('belongs to the medicine of the question that it answers', () => {
    const turns = [
      'Speaker 0: How much lithium do you take?',
      'Speaker 1: Three hundred milligrams. And Zoloft, fifty milligrams.',
    ]
    expect(doubted(turns, 'Lithium 300 mg.')).toEqual([])
    expect(doubted(turns, 'Lithium 50 mg.')).toEqual(['50'])
    expect(doubted(turns, 'Zoloft 300 mg.')).toEqual(['300'])
  })
})

describe('a unit', () => {
  test.each([
    ['I slept five hours, then four hours.', 'Slept 5 hrs, later 4 h.'],
    ['I walk three times a day.', 'Takes 3 puffs a day.'],
    ['I walk three times a day.', 'Walks for 3 days.'],
    ['I am forty four.', 'A 44-year-old man.'],
    ['I scored seventy four last week.', 'Score of 74 points.'],
    ['I have three daily visits.', 'Has 3 visits.'],
    ['Three or four days a week I rest.', 'Rests 3 days a week.'],
    ['I have six children, two of them at home.', 'Has 2 children at home.'],
    ['I took two more tablets.', 'Took 2 pills.'],
  ])('%s: %s', (words, value) => expect(said(words, value)).toEqual([]))
  test.each([
    ['I slept five hours, then four hours.', 'Slept 5 days.', '5'],
    ['I walk three times a day.', 'Walks 3 hours.', '3'],
    ['I walk three times a day.', 'Lost 3 pounds.', '3'],
    ['I have three cats.', 'Off work for 3 weeks.', '3'],
    ['I rested for three weeks.', 'Has 3 cats.', '3'],
    ['Three or four days a week I rest.', 'Rests for 3 weeks.', '3'],
    ['I have six children, two of them at home.', 'Home for 2 weeks.', '2'],
  ])('%s: not %s', (words, value, part) => expect(said(words, value)).toEqual([part]))
})

describe('words that imply a number', () => {
  test.each([
    ['I ate a dozen eggs.', 'Ate 12 eggs.'],
    ['I ate half a dozen eggs.', 'Ate 6 eggs.'],
    ['It lasts half an hour.', 'Lasts 30 minutes.'],
    ['It has been a fortnight.', 'Began 14 days ago.'],
    ['I was there for a year and a half.', 'There for 1.5 years.'],
    ['I fell twice.', 'Fell 2 times.'],
    ['I fell thrice.', 'Fell 3 times.'],
    ['I take a tablet.', 'Takes 1 tablet.'],
    ['I was in my forties.', 'In the 40s.'],
  ])('%s: %s', (words, value) => expect(said(words, value)).toEqual([]))
  test.each([
    ['I ate a dozen eggs.', 'Ate 6 eggs.', '6'],
    ['I ate half a dozen eggs.', 'Ate 12 eggs.', '12'],
    ['It lasts half an hour.', 'Lasts 30 hours.', '30'],
    ['It has been a fortnight.', 'Began 14 hours ago.', '14'],
    ['I fell twice.', 'Fell 3 times.', '3'],
  ])('%s: not %s', (words, value, part) => expect(said(words, value)).toEqual([part]))
  test('never contradict another number', () => {
    expect(said('I take an aspirin and two tablets a day.', 'Takes 2 tablets.')).toEqual([])
  })
})

describe('two numbers that belong together', () => {
  test.each([
    ['My pressure was one twenty over eighty.', 'BP 120/80.'],
    ['My pressure was one twenty over eighty.', 'BP 120 over 80.'],
    ['It takes four to six hours.', 'Takes 4-6 hours.'],
    ['It takes four to six hours.', 'Takes 4 through 6 hours.'],
    ['It takes four, maybe six hours.', 'Takes 4 to 6 hours.'],
    ['It took four six hours.', 'Took 4 to 6 hours.'],
    ['I went from twenty to ten pounds.', 'From 20 to 10 pounds.'],
    ['It was twenty pounds, and later ten pounds.', 'From 20 to 10 pounds.'],
    ['It is between one and thirty four.', 'From 1 to 34.'],
    ['I read one thirty four.', 'From 1 to 34.'],
    ['My pain is eleven out of ten.', 'Pain 11/10.'],
    ['My pain is a ten.', 'Pain 10/10.'],
    ['I come from eight to eight thirty.', 'Comes 8 to 8:30.'],
  ])('%s: %s', (words, value) => expect(said(words, value)).toEqual([]))
  test.each([
    ['My pressure was one twenty over eighty.', 'BP 80/120.', '120'],
    ['My pressure was one twenty over eighty. My pulse is ninety.', 'BP 120/90.', '90'],
    ['It takes four to six hours, and twelve on Sunday.', 'Takes 4 to 12 hours.', '12'],
    ['It takes four to six hours, and three on Sunday.', 'Takes 3 to 6 hours.', '3'],
    ['It takes four to six hours.', 'Takes 6 to 4 hours.', '4'],
    ['I went from ten to twenty pounds.', 'From 20 to 10 pounds.', '10'],
    ['I had it two or three times.', 'Had it 3 or 3 times.', '3'],
    ['Six of the five were bad.', 'Pain 6/5.', '5'],
  ])('%s: not %s', (words, value, part) => expect(said(words, value)).toEqual([part]))
})

describe('the end of a scale', () => {
  const asked = (question: string) => [`Speaker 0: ${question}`, 'Speaker 1: Six.']
  test.each([
    'On a scale of one to ten, how bad is the pain?',
    'From zero to ten, how bad is it?',
    'With ten being the worst, how bad is it?',
    'How bad is it out of ten?',
  ])('%s', (question) => {
    expect(doubted(asked(question), 'Pain 6/10.')).toEqual([])
    expect(doubted(asked(question), 'Pain 6 out of 10.')).toEqual([])
    expect(doubted(asked(question), 'Pain is 10.')).toEqual(['10'])
    expect(doubted(asked(question), 'Pain 6/7.')).toEqual(['7'])
  })
})

describe('a number without words of its own', () => {
  test.each([
    'No one else smokes.',
    'One of the cats is ill.',
    'First, she slept. Second, she ate.',
    '1. Cats. 2. Eats.',
  ])('%s is no number that somebody must have said', (value) =>
    expect(said('I have six cats and I eat.', value)).toEqual([]),
  )
  test.each([
    ['Has one cat.', 'one'],
    ['Has 2. Cats are nice.', '2'],
    ['Third visit.', 'Third'],
  ])('%s', (value, part) => expect(said('I have six cats and I eat.', value)).toEqual([part]))

  test('must have been said as often as the note repeats it', () => {
    expect(said('In for four and out for four.', 'In for 4 and out for 4.')).toEqual([])
    expect(said('In for four and out for six.', 'In for 4 and out for 4.')).toEqual(['4'])
    expect(said('Monday the ninth at nine.', 'The 9th at 9.')).toEqual([])
    expect(said('Monday the ninth at ten.', 'The 9th at 9.')).toEqual(['9'])
  })
})

describe('the answer of a number field', () => {
  test('must stand in the quoted sentence or in the question that it answers', () => {
    const turns = ['Speaker 1: I drink six beers. I smoke ten cigarettes.']
    const quote = 'I drink six beers.'
    expect(doubted(turns, '6', { quote, field: amount })).toEqual([])
    expect(doubted(turns, '10', { quote, field: amount })).toEqual(['10'])
    const confirmed = ['Speaker 0: So, six beers?', 'Speaker 1: Yes. And ten cigarettes.']
    expect(doubted(confirmed, '6', { quote: 'Yes.', field: amount })).toEqual([])
    expect(doubted(confirmed, '10', { quote: 'Yes.', field: amount })).toEqual(['10'])
  })
  test('may be in the name of the field', () => {
    const phq: Field = { id: 'f', name: 'PHQ 9', type: 'string' }
    expect(doubted(['Speaker 1: I sleep.'], 'PHQ 9 is done.', { field: phq })).toEqual([])
    expect(doubted(['Speaker 1: I sleep.'], 'PHQ 8 is done.', { field: phq })).toEqual(['8'])
  })
})

test.each(['single_choice', 'multiple_choice'] as const)('a number in an option of a %s is not judged', (type) => {
  const field: Field = { id: 'f', name: 'Drinks', type, options: ['1 or 2 drinks', '7 drinks or more'] }
  expect(doubted(['Speaker 1: A bottle each evening.'], '7 drinks or more', { field })).toEqual([])
})

describe('numbers of the visit', () => {
  const context: VisitContext = { patient: { age: 46, birthDate: '1980-02-19', identifier: 'MR 48813' } }
  const turns = ['Speaker 1: I sleep.']
  test.each(['A 46-year-old man.', 'Born in 1980.', 'Number 48813.'])('%s counts as known', (value) =>
    expect(doubted(turns, value, { context })).toEqual([]),
  )
  test.each([
    ['A 47-year-old man.', '47'],
    ['Weighs 46 pounds.', '46'],
    ['Number 48814.', '48814'],
  ])('%s', (value, part) => expect(doubted(turns, value, { context })).toEqual([part]))
  test('without an age, no age is known', () => expect(doubted(turns, 'A 46-year-old man.')).toEqual(['46']))
})
