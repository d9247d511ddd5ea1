import { inaudible } from '../engine.ts'

const phraseMax = 20
/** A phrase that is repeated this often, and makes up this many words, is a loop of the model. */
const repeatsMin = 5
const loopWordsMin = 8

interface Word {
  text: string
  from: number
  to: number
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

function wordsOf(text: string): Word[] {
  return [...segmenter.segment(text)].flatMap(({ segment, index, isWordLike }) =>
    isWordLike ? [{ text: segment.toLowerCase(), from: index, to: index + segment.length }] : [],
  )
}

function repeatedWords(words: readonly Word[], at: number, length: number): number {
  let end = at
  while (end < words.length && words[end]?.text === words[end - length]?.text) end++
  return end - at
}

/**
 * Keeps a phrase once that a speech model repeats over and over, and marks the place: the model wrote it instead of the
 * sound.
 */
export function withoutLoops(text: string): string {
  const words = wordsOf(text)
  let clean = ''
  let copied = 0
  for (let at = 0; at < words.length; at++) {
    for (let length = 1; length <= phraseMax && at + length < words.length; length++) {
      const repetitions = repeatedWords(words, at + length, length)
      if (repetitions < length * (repeatsMin - 1) || repetitions + length < loopWordsMin) continue
      const next = words[at + length]?.from ?? text.length
      const last = at + length + repetitions
      clean += `${text.slice(copied, next).trimEnd()} ${inaudible}`
      copied = words[last - 1]?.to ?? text.length
      at = last - 1
      break
    }
  }
  if (copied === 0) return text
  const rest = text.slice(copied)
  return `${clean}${/[\p{L}\p{N}]/u.test(rest) ? rest : ''}`.trim()
}

/** True if a text is the list of terms that the request contained. A model repeats it if it understands nothing. */
export function repeatsPrompt(text: string, terms: readonly string[]): boolean {
  const textWords = wordsOf(text).map((word) => word.text)
  const prompt = wordsOf(terms.join(' ')).map((word) => word.text)
  return terms.length >= 3 && textWords.length > 0 && textWords.join(' ') === prompt.join(' ')
}
