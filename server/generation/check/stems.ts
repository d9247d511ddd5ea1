import { wordsIn } from './words/words-in.ts'

const light = wordsIn('light-words')

export interface Anchor {
  stem: string
  at: number
}

/** Returns the words of a text without stop words and very short words. The text must be lower case. */
export function anchorsOf(low: string): Anchor[] {
  return [...low.matchAll(/[\p{L}][\p{L}']*/gu)].flatMap(({ 0: word, index }) =>
    word.length < 3 || light.has(word) ? [] : [{ stem: stemOf(word), at: index }],
  )
}

/** Returns the common stem of a word's forms: "smoking", "smokes" and "smoke"; "worries" and "worry". */
export const stemOf = (word: string): string =>
  word
    .replace(/'s$/, '')
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?<=..[^aeiou])(?:ing|ed|es|s|e)$/, '')
    .replace(/(?<=...)s$/, '')
    .slice(0, 6)

export const isLight = (word: string): boolean => light.has(word)

export const stemSet = (text: string): Set<string> => new Set(anchorsOf(text.toLowerCase()).map(({ stem }) => stem))
