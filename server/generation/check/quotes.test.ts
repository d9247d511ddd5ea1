import { expect, test } from 'vitest'
import { settleQuotes } from './quotes.ts'

test.each([
  ['a letter and its accent written apart', 'Speaker 1: Duermo mal desde que murió.', 'murio\u0301'],
  ['an accent in one character', 'Speaker 1: Duermo mal desde que murio\u0301.', 'murió'],
  ['full width digits', 'Speaker 1: 毎日５０ミリです。', '毎日50ミリ'],
  ['half width katakana', 'Speaker 1: 毎日50ﾐﾘです。', '50ミリ'],
  [
    'an Arabic letter drawn long, and an invisible mark',
    'Speaker 1: أنام خمـــس ساعات\u200f فقط',
    'أنام خمس ساعات فقط',
  ],
  ['German quotation marks and dashes', 'Speaker 1: Er sagte: „Nein“ – immer.', '"nein" - immer'],
  ['a narrow space', 'Speaker 1: Vraiment\u202f? Oui.', 'vraiment ? oui'],
])('%s is the same quote', (_, turn, quote) => {
  const { evidence, unfounded } = settleQuotes([{ turn: 0, quote }], [turn])
  expect(unfounded).toEqual([])
  expect(turn).toContain(evidence[0]?.quote)
  expect(evidence[0]?.quote.length).toBeGreaterThan(0)
})

test.each([
  ['Speaker 1: Duermo cinco horas.', 'Duermo seis horas'],
  ['Speaker 1: 毎日50ミリです。', '毎日60ミリ'],
])('%s does not contain %s', (turn, quote) => {
  expect(settleQuotes([{ turn: 0, quote }], [turn]).unfounded).toHaveLength(1)
})

test.each([
  ['a text that has one character less in its plain form', 'Speaker 1: The ﬁne day ends.', 'FINE DAY', 'ﬁne day'],
  ['a picture of two units before the words', 'Speaker 1: 😀 I SLEEP 😀 badly', 'i sleep 😀 BADLY', 'I SLEEP 😀 badly'],
  ['several spaces and a line break', 'Speaker 1: I  sleep\n badly.', 'i sleep badly', 'I  sleep\n badly'],
  ['spaces around the quote', 'Speaker 1: I sleep.', '  i SLEEP. ', 'I sleep.'],
])('%s gives the literal words of the turn', (_, turn, quote, literal) => {
  expect(settleQuotes([{ turn: 0, quote }], [turn])).toEqual({ evidence: [{ turn: 0, quote: literal }], unfounded: [] })
})

test('a quote of another turn is found there, but only if a single turn has it', () => {
  const turns = ['Speaker 1: No.', 'Speaker 1: Yes, always.', 'Speaker 1: no.', 'Speaker 0: And now?']
  const settled = (turn: number, quote: string) => settleQuotes([{ turn, quote }], turns)
  expect(settled(3, 'YES, always.')).toEqual({ evidence: [{ turn: 1, quote: 'Yes, always.' }], unfounded: [] })
  expect(settled(9, 'YES, always.').evidence).toEqual([{ turn: 1, quote: 'Yes, always.' }])
  expect(settled(3, 'No.')).toEqual({ evidence: [], unfounded: [{ turn: 3, quote: 'No.' }] })
  expect(settled(2, 'No.').evidence).toEqual([{ turn: 2, quote: 'no.' }])
})

test.each(['', '  ', '\u200f'])('a quote without words (%j) is no evidence', (quote) => {
  expect(settleQuotes([{ turn: 0, quote }], ['Speaker 1: I sleep. \u200f'])).toMatchObject({
    evidence: [],
    unfounded: [{ quote }],
  })
})

test('quotes are found in a session of more turns than are kept', () => {
  const turns = Array.from({ length: 2100 }, (_, index) => `Speaker 1: NUMBER ${index}.`)
  const { evidence, unfounded } = settleQuotes(
    [0, 2050, 0].map((turn) => ({ turn, quote: `number ${turn}.` })),
    turns,
  )
  expect(unfounded).toEqual([])
  expect(evidence.map(({ quote }) => quote)).toEqual(['NUMBER 0.', 'NUMBER 2050.', 'NUMBER 0.'])
})
