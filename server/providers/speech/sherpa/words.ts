import type { HeardWord } from '../local/decoder.ts'

/** What sherpa-onnx tells of a stream: pieces of words, and when each begins, in seconds. */
export interface SherpaResult {
  text: string
  tokens: readonly string[]
  timestamps: readonly number[]
}

/** The last word of an utterance is taken to last this long, in steps of 10 ms. */
const lastWordSteps = 30
const stepsPerSecond = 100

/** Joins pieces to words: a piece that begins with a space or `▁` begins one. */
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
  // Models without capitals write everything in them.
  const shouts = words.every(({ word }) => word === word.toUpperCase())
  return words.flatMap(({ word, from, to }) =>
    word === '' ? [] : [{ word: shouts ? word.toLowerCase() : word, from, to }],
  )
}
