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

/** `hasCase`: the model writes capital letters where they belong. */
export function wordsOfTokens({ tokens, timestamps }: SherpaResult, { hasCase = false } = {}): HeardWord[] {
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
  const shouts = !hasCase && words.every(({ word }) => word === word.toUpperCase())
  return words.flatMap(({ word, from, to }) =>
    word === '' ? [] : [{ word: shouts ? word.toLowerCase() : word, from, to }],
  )
}

const framesPerStep = 160

/** Spreads the words of an utterance over its frames, for a model that reports no times. */
export function wordsOfUtterance(text: string, frames: number): HeardWord[] {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const characters = words.join('').length
  const steps = Math.floor(frames / framesPerStep)
  let before = 0
  return words.map((word) => {
    const from = Math.floor((before / characters) * steps)
    before += word.length
    return { word, from, to: Math.max(from + 1, Math.floor((before / characters) * steps)) }
  })
}

const bare = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) ?? []

/** True if two texts differ only in punctuation and capital letters. */
export const hasSameWords = (one: string, other: string): boolean => bare(one).join(' ') === bare(other).join(' ')
