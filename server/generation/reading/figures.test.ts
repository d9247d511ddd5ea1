import { describe, expect, test } from 'vitest'
import { readFigures } from './figures.ts'

const read = (language: string, text: string) => readFigures(text, new Set([language])).map(({ values }) => values[0])

describe('number words', () => {
  test.each([
    ['es', 'Unas cinco, o veintidós; treinta y uno', [5, 22, 31]],
    ['es', 'ciento veinticinco microgramos', [125]],
    ['es', 'dos mil diecinueve', [2019]],
    ['es', 'cincuenta miligramos, doscientos', [50, 200]],
    ['de', 'fünf, fünfundzwanzig, dreißig', [5, 25, 30]],
    ['de', 'zweihundertfünfzig Milligramm', [250]],
    ['de', 'zweitausendneunzehn', [2019]],
    ['de', 'zweimal am einundzwanzigsten', [2, 21]],
    ['de', 'fünfeinhalb Stunden', [5.5]],
    ['fr', 'soixante et onze, quatre-vingts, quatre-vingt-douze', [71, 80, 92]],
    ['fr', 'vingt-cinq et cent vingt', [25, 120]],
    ['fr', 'deux mille dix-neuf', [2019]],
    ['pt', 'trinta e cinco, cento e vinte, duas', [35, 120, 2]],
    ['pt', 'dois mil e dezenove', [2019]],
    ['it', 'ventuno, ventotto, trentatré', [21, 28, 33]],
    ['it', 'centocinquanta, duemiladiciannove', [150, 2019]],
    ['ar', 'خمسة وعشرين، مرتين', [25, 2]],
    ['zh', '二十五毫克，五次', [25, 5]],
    ['ja', '百五十、三時間', [150, 3]],
  ])('%s %s', (language, text, values) => expect(read(language, text)).toEqual(values))

  test.each([
    [
      'es',
      ['cero', 'dieciséis', 'veintiséis', 'cuarenta y dos', 'noventa y nueve', 'quinientos'],
      [0, 16, 26, 42, 99, 500],
    ],
    [
      'de',
      ['null', 'sechzehn', 'sechsundzwanzig', 'zweiundvierzig', 'neunundneunzig', 'fünfhundert'],
      [0, 16, 26, 42, 99, 500],
    ],
    [
      'fr',
      ['zéro', 'seize', 'vingt-six', 'quarante-deux', 'quatre-vingt-dix-neuf', 'cinq cents'],
      [0, 16, 26, 42, 99, 500],
    ],
    [
      'pt',
      ['zero', 'dezesseis', 'vinte e seis', 'quarenta e dois', 'noventa e nove', 'quinhentos'],
      [0, 16, 26, 42, 99, 500],
    ],
    ['it', ['zero', 'sedici', 'ventisei', 'quarantadue', 'novantanove', 'cinquecento'], [0, 16, 26, 42, 99, 500]],
  ])('%s: %o', (language, words, values) => expect(words.flatMap((word) => read(language, word))).toEqual(values))
})

test('digits of every script are read, and a comma or full stop may be of either kind', () => {
  expect(readFigures('٢٥ مغ، ３ 錠, २०', new Set()).map(({ values }) => values)).toEqual([[25], [3], [20]])
  expect(readFigures('7,5 mg', new Set()).map(({ values }) => values)).toEqual([[7.5]])
  expect(readFigures('1.500 ml', new Set()).map(({ values }) => values)).toEqual([[1500, 1.5]])
})
