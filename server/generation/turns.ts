import { pauseLength } from '../../lib/contracts/index.ts'
import { readLabel } from './reading/speakers.ts'

/** A transcript with fewer words has only noise, a greeting or a mistake of speech recognition. */
const wordsMin = 3

/** Descriptions of sounds by speech recognition, such as "[music]" or "(applause)". They do not count as speech. */
const sounds =
  /\b(?:music|silence|noise|applause|laughter|inaudible|unintelligible|crosstalk|blank[ _]audio|sound|beep|ringing|static)\b/i
const bracketed = /[[(]([^[\]()]{1,100})[\])]/g

/** Without speech there is no note (product 10.8). */
export function somethingSaid(turns: readonly string[]): boolean {
  let words = 0
  for (const turn of turns) {
    if (pauseLength(turn) !== null) continue
    const spokenWords = turn
      .slice(readLabel(turn).from)
      .replaceAll(bracketed, (all, inner: string) => (sounds.test(inner) ? ' ' : all))
    words += spokenWords.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  }
  return words >= wordsMin
}

/**
 * Separates the marks of pauses from the words. In `turns`, a mark is an empty turn, so that nothing takes it for words.
 * `notices`: says how often and how long the recording had no sound (product 9.33).
 */
export function withoutPauses(turns: readonly string[]): { turns: readonly string[]; notices: string[] } {
  const lengths = turns.flatMap((turn) => pauseLength(turn) ?? [])
  if (lengths.length === 0) return { turns, notices: [] }
  return {
    turns: turns.map((turn) => (pauseLength(turn) === null ? turn : '')),
    notices: [`The recording had ${lengths.length === 1 ? 'a pause' : 'pauses'} without sound: ${lengths.join(', ')}.`],
  }
}

export interface SpokenAt {
  turn: number
  atMs?: number | undefined
}

/** Sets `atMs` of each quote or omission to the time in ms at which its turn begins. */
export const withTimes = <Words extends SpokenAt>(
  words: readonly Words[],
  turnBeginsMs: readonly (number | null)[] = [],
): Words[] =>
  words.map((one) => {
    const beginMs = turnBeginsMs[one.turn] ?? null
    return beginMs === null ? one : { ...one, atMs: beginMs }
  })
