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
