import { capitalized } from '../../../generation/reading/capital.ts'

/**
 * Writes words as a sentence, with a capital letter and a full stop. A decoder without punctuation counts each utterance as
 * one sentence.
 */
export function asSentence(words: readonly string[]): string {
  const text = words.map((word) => (word === 'i' || word.startsWith("i'") ? `I${word.slice(1)}` : word)).join(' ')
  return text === '' ? '' : `${capitalized(text)}.`
}
