import { asSentence } from '../local/sentence.ts'
import type { PunctuationFiles } from './files.ts'
import { loadSherpa, onOneThread } from './library.ts'
import { hasSameWords } from './words.ts'

/**
 * Loads a model that writes punctuation and capital letters. If it changes a word, its text is not used: nothing is written
 * that was not said. Throws if it cannot be loaded.
 */
export function createPunctuation({ model, vocabulary }: PunctuationFiles): (words: readonly string[]) => string {
  const { OnlinePunctuation } = loadSherpa()
  const punctuation = new OnlinePunctuation({ model: { cnnBilstm: model, bpeVocab: vocabulary, ...onOneThread } })
  return (words) => {
    const text = words.join(' ').toLowerCase()
    const punctuated = punctuation.addPunct(text)
    return hasSameWords(punctuated, text) ? punctuated : asSentence(words)
  }
}
