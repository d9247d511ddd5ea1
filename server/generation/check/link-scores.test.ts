import { expect, test } from 'vitest'
import type { Field } from '../../../lib/contracts/index.ts'
import { linkQuotes } from './links.ts'
import { prepareSession } from './prepared-session.ts'

const text: Field = { id: 'f', name: 'Summary', type: 'string' }
const table: Field = { id: 'f', name: 'Plan', type: 'table', headers: ['What', 'How'], rows: [] }

/** For each quote of the form "turn|words": the parts of the value to which it is linked. '' is the whole value. */
function partsOf(turns: string[], value: string[], quotes: string[], field = text, language = 'en'): string[][] {
  const evidence = quotes.map((quote) => ({ turn: Number(quote.split('|')[0]), quote: quote.split('|')[1] ?? '' }))
  const links = linkQuotes(
    field,
    { value, evidence },
    prepareSession(turns, {}, language === '' ? undefined : language),
  )
  return evidence.map(({ turn, quote }) =>
    links
      .filter((one) => one.turn === turn && one.quote === quote)
      .map(({ span }) => {
        if (span === undefined) return ''
        if (span.kind === 'cell') return value[span.row * 2 + span.column] ?? '?'
        const item = value[span.item] ?? '?'
        return span.kind === 'text' ? item.slice(span.from, span.to) : item
      }),
  )
}

test('a number decides between sentences with the same words', () => {
  const turns = ['Speaker 1: I take fifty milligrams in the morning. I take twenty milligrams in the evening.']
  expect(
    partsOf(
      turns,
      ['Takes 20 mg. Takes 50 mg.'],
      ['0|I take fifty milligrams in the morning.', '0|I take twenty milligrams in the evening.'],
    ),
  ).toEqual([['Takes 50 mg.'], ['Takes 20 mg.']])
})

test('a word that many sentences contain links a quote to none of them', () => {
  const value = ['Sleeps with dogs. Walks with dogs. Eats with dogs. Sings with dogs.']
  expect(partsOf(['Speaker 1: Dogs. I walk with dogs.'], value, ['0|Dogs.', '0|I walk with dogs.'])).toEqual([
    [''],
    ['Walks with dogs.'],
  ])
})

test('only the first sentence of an answer belongs to the question', () => {
  const turns = ['Speaker 0: Any fever?', 'Speaker 1: No. I jog a lot.']
  expect(partsOf(turns, ['Denies fever. Sings.'], ['1|No.', '1|I jog a lot.'])).toEqual([['Denies fever.'], ['']])
})

test('the words around a quote in its sentence count too', () => {
  const turns = ['Speaker 1: My sister Rosa stays with me at the weekend.']
  expect(partsOf(turns, ['Sister Rosa helps. Sleeps.'], ['0|stays with me'])).toEqual([['Sister Rosa helps.']])
})

test('the words of a quote count more than the words around it', () => {
  const turns = ['Speaker 1: My sister Rosa drives and my dog Bruno barks.']
  expect(partsOf(turns, ['Sister Rosa drives. Dog Bruno barks.'], ['0|My sister Rosa', '0|my dog Bruno'])).toEqual([
    ['Sister Rosa drives.'],
    ['Dog Bruno barks.'],
  ])
})

test.each([
  ['de', 'Sieben.', 'Schlaf 7. Kraft 5.', 'Schlaf 7.'],
  ['', 'Seven.', 'Pulse 7. Score 5.', 'Pulse 7.'],
])('a number alone is read in the language of the session (%s), or else as English', (language, quote, value, part) => {
  const links = partsOf([`Speaker 1: ${quote}`], [value], [`0|${quote}`], text, language)
  expect(links).toEqual([[part]])
})

test('a weak second quote of a sentence is linked to it, because that sentence is its best', () => {
  const turns = ['Speaker 1: My sister Rosa drives to work.', 'Speaker 1: Rosa cooks.']
  const quotes = ['0|My sister Rosa drives to work.', '1|Rosa cooks.']
  expect(partsOf(turns, ['Sister Rosa drives to work. Eats.'], quotes)).toEqual([
    ['Sister Rosa drives to work.'],
    ['Sister Rosa drives to work.'],
  ])
})

test('equal quotes belong to the equal sentences in their order', () => {
  const turns = ['Patient: No.', 'Patient: No.', 'Patient: No.']
  const links = linkQuotes(
    text,
    { value: ['Patient: "No."\nPatient: "No."\nSings.'], evidence: turns.map((_, turn) => ({ turn, quote: 'No.' })) },
    prepareSession(turns, {}, 'en'),
  )
  expect(links.map(({ turn, span }) => [turn, span?.kind === 'text' ? span.from : null])).toEqual([
    [0, 0],
    [1, 15],
    [2, 15],
  ])
})

test('a quote of several sentences belongs to each of them, but not to a very short one', () => {
  const turns = ['Patient: I sing.\nI dance. No.']
  const value = ['I sing. I dance. No. Eats.']
  expect(partsOf(turns, value, ['0|I sing.\nI dance. No.'])).toEqual([['I sing.', 'I dance.']])
})

test('the cells of a row help each other', () => {
  const turns = ['Speaker 1: Sertraline in the morning with breakfast.', 'Speaker 1: Melatonin at night with tea.']
  const value = ['Sertraline breakfast', 'every morning', 'Melatonin tea', 'night, not morning']
  const quotes = ['0|Sertraline in the morning with breakfast.', '1|Melatonin at night with tea.']
  expect(partsOf(turns, value, quotes, table)).toEqual([value.slice(0, 2), value.slice(2)])
  expect(partsOf(turns, ['breakfast', 'a', 'breakfast', 'b', 'breakfast', 'c'], quotes.slice(0, 1), table)).toEqual([
    [''],
  ])
  const literal = ['Sertraline in the morning with breakfast.', 'yes']
  expect(partsOf(turns, literal, quotes.slice(0, 1), table)).toEqual([literal])
})

test.each([
  ['es', 'Duermo cinco horas.', 'Camino tres horas.', 'Duerme 5 horas. Camina 3 horas.'],
  ['uk', 'Сплю шість годин.', 'Кашель маю.', 'Спить 6 годин. Кашель є.'],
  ['en', 'I sleep at home.', 'I jog in a park.', 'Sleeps at home. Jogs in parks.'],
])('in the language %s, words and numbers are compared', (language, first, second, value) => {
  const links = partsOf([`Speaker 1: ${first} ${second}`], [value], [`0|${first}`, `0|${second}`], text, language)
  expect(links).toEqual(value.split(/(?<=\.) /).map((part) => [part]))
})

test('an item of a choice is linked as a whole, and an empty value keeps its quotes', () => {
  const field: Field = { id: 'f', name: 'Habits', type: 'multiple_choice', options: ['Sleep', 'Walks'] }
  const turns = ['Speaker 1: I walk. I sleep.']
  expect(partsOf(turns, ['Sleep', 'Walks'], ['0|I walk.', '0|I sleep.'], field)).toEqual([['Walks'], ['Sleep']])
  expect(partsOf(turns, [], ['0|I walk.'])).toEqual([['']])
})
