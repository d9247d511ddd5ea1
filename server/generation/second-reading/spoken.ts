import { anchorsOf } from '../check/stems.ts'
import { halfNegation, leaning, negatedAt, negations, type Polarity } from '../reading/clause.ts'
import type { Sentence } from '../reading/sentences.ts'

const negation = new RegExp(negations)
const denialAfter = /^[^.;]{0,24}(?::|\bis|\bare|\bwas)\s*(?:none|denied|negative|absent|not present)\b/
const supposing = /\b(?:if|unless|until|whether)\b/
const breaks =
  /[,;:.!?]| but | though\b| although\b| except\b| because\b| so (?=i\b|he\b|she\b|they\b|that\b)| and (?=(?:i|he|she|they|it|my|client|patient|the|now|then)\b)/g

function pieceAt(low: string, at: number): { piece: string; within: number; label: boolean } {
  let from = 0
  let to = low.length
  for (const match of low.matchAll(breaks)) {
    if (match.index + match[0].length <= at) from = match.index + match[0].length
    else if (match.index > at) {
      to = match.index
      break
    }
  }
  return { piece: low.slice(from, to), within: at - from, label: low[to] === ':' }
}

export function polarityAt(low: string, at: number): Polarity {
  const { piece, within, label } = pieceAt(low, at)
  if (denialAfter.test(low.slice(at))) return 'not'
  if (label || halfNegation.test(piece) || supposing.test(piece.slice(0, within))) return 'unclear'
  if (negation.test(piece.slice(0, within))) return 'not'
  return negatedAt(low, at) ? 'unclear' : 'so'
}

/** Only the first sentence of a turn counts as an answer, so any other sentence is 'unclear'. */
function answered({ place, low }: Sentence): Polarity {
  if (place !== 0) return 'unclear'
  if (leaning(low) === 'no') return 'not'
  return leaning(low) === 'yes' ? 'so' : 'unclear'
}

/** Returns how a sentence speaks of a subject: with words of it, or as the answer to a question with such words. */
export function howSpoken(placesIn: (low: string) => readonly number[], sentence: Sentence): Polarity[] {
  const own = placesIn(sentence.low).map((at) => polarityAt(sentence.low, at))
  const isAsked = sentence.answers.some(({ low }) => placesIn(low).length > 0)
  return own.some((polarity) => polarity !== 'unclear') || !isAsked ? own : [...own, answered(sentence)]
}

export const placesOf = (stems: ReadonlySet<string>, low: string): number[] =>
  anchorsOf(low).flatMap(({ stem, at }) => (stems.has(stem) ? [at] : []))
