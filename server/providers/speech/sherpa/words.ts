import type { HeardWord } from '../local/decoder.ts'

/** A result of sherpa-onnx. `tokens` are pieces of words, and `timestamps` are their start times in seconds. */
export interface SherpaResult {
  text: string
  tokens: readonly string[]
  timestamps: readonly number[]
}

/**
 * Assumed duration of the last piece of a word, in steps of 10 ms. The model reports only when a piece begins, not when
 * it ends.
 */
const lastWordSteps = 30
const stepsPerSecond = 100

export function wordsOfTokens({ tokens, timestamps }: SherpaResult): HeardWord[] {
  const words: HeardWord[] = []
  for (const [index, token] of tokens.entries()) {
    const from = Math.round((timestamps[index] ?? 0) * stepsPerSecond)
    const last = words.at(-1)
    const piece = token.replace(/^[ ▁]/, '')
    if (last === undefined || piece !== token) {
      if (last !== undefined) last.to = Math.max(last.from + 1, Math.min(last.to, from))
      words.push({ word: piece, from, to: from + lastWordSteps })
    } else {
      last.word += piece
      last.to = from + lastWordSteps
    }
  }
  // Some models write everything in capital letters. Convert that to lower case.
  const shouts = words.every(({ word }) => word === word.toUpperCase())
  return words.flatMap(({ word, from, to }) =>
    word === '' ? [] : [{ word: shouts ? word.toLowerCase() : word, from, to }],
  )
}
