import { type KnownLanguage, knownLanguages, lexicons } from './languages/index.ts'
import { list } from './languages/lexicon.ts'

export const wordLanguages = knownLanguages.filter((language) => lexicons[language].numbers !== null)

/** Converts a word to the form of the tables in this file: lower case, without accents, hyphens and spaces. */
export const plainLetters = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\u0640'’\s-]/gu, '')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي')

const numbersOf = (language: KnownLanguage) => lexicons[language].numbers

export const halfWords: ReadonlySet<string> = new Set(wordLanguages.flatMap((one) => numbersOf(one)?.halves ?? []))

/** Joints never begin or end a number. */
export const jointWords: ReadonlySet<string> = new Set(
  wordLanguages.flatMap((one) => numbersOf(one)?.joints ?? []).filter((joint) => joint !== ''),
)

export const thousandWords = (language: KnownLanguage): readonly string[] => numbersOf(language)?.thousands ?? []

function tableOf(language: KnownLanguage): Map<string, number> {
  const table = new Map<string, number>()
  const numbers = numbersOf(language)
  if (numbers === null) return table
  const [low, hundreds] = numbers.words()
  const add = (word: string, value: number) => {
    if (!table.has(word) && !word.includes('?')) table.set(word, value)
  }
  for (const [value, words] of low) for (const word of words) add(word, value)
  for (const [value, words] of hundreds)
    for (const word of words) {
      add(word, value)
      for (const [rest, names] of low)
        if (rest > 0)
          for (const name of names) for (const joint of numbers.joints) add(word + joint + name, value + rest)
    }
  for (let value = 1; value <= 99; value++)
    for (const word of low.get(value) ?? []) for (const half of numbers.halves) add(word + half, value + 0.5)
  for (const pair of numbers.others.split(' ')) {
    const [word = '', value] = pair.split('=')
    add(word, Number(value))
  }
  for (const [value, words] of list(numbers.ordinals, 1)) for (const word of words) add(word, value)
  if (language === 'de')
    for (const [value, words] of low)
      for (const word of words) {
        add(`${word}mal`, value)
        for (const end of ['te', 'ten', 'ter', 'tes']) add(`${word}${value < 20 ? '' : 's'}${end}`, value)
      }
  return table
}

const tables = new Map<KnownLanguage, Map<string, number>>()

export function numberTable(language: KnownLanguage): ReadonlyMap<string, number> {
  const table = tables.get(language) ?? tableOf(language)
  tables.set(language, table)
  return table
}
