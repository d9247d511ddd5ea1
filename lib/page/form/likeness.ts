import { fold, labelText } from '../words.ts'

const words = (label: string): string[] =>
  fold(labelText(label))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Words that do not change the meaning of a question. */
const filler = new Set(
  'a an the of for to in on at and or with is are was were be been by as this that these those any current please patient client your his her their s list describe'.split(
    ' ',
  ),
)

/** Counts the shared words of two lists in any order, and returns the words that are only in one of them. */
function compare(left: string[], right: string[]): { shared: number; onlyLeft: string[]; onlyRight: string[] } {
  const rest = [...right]
  const onlyLeft: string[] = []
  for (const word of left) {
    const at = rest.indexOf(word)
    if (at < 0) onlyLeft.push(word)
    else rest.splice(at, 1)
  }
  return { shared: left.length - onlyLeft.length, onlyLeft, onlyRight: rest }
}

/**
 * Returns the likeness of two labels, 0 to 1, by their shared words. If they differ in more than filler words, the
 * result is at most 0.8: "left", "no" or "previous" changes the question, however long the labels are.
 */
export function likeness(one: string, other: string): number {
  const [left, right] = [words(one), words(other)]
  if (left.length === 0 || right.length === 0) return 0
  if (left.join(' ') === right.join(' ')) return 1
  const { shared, onlyLeft, onlyRight } = compare(left, right)
  const score = (2 * shared) / (left.length + right.length)
  const meant = [...onlyLeft, ...onlyRight].filter((word) => !filler.has(word))
  // Never 1: the same words in another order may be another question.
  return shared > 0 && meant.length === 0 ? Math.min(0.99, Math.max(score, 0.86)) : Math.min(0.8, score)
}

/**
 * Returns true if one label may be a rewording of the other. Show this to the clinician for confirmation; never fill by
 * it.
 */
export function isReworded(one: string, other: string): boolean {
  const [left, right] = [words(one), words(other)].map((each) => each.filter((word) => !filler.has(word)))
  if (!left?.length || !right?.length) return false
  return compare(left, right).shared / Math.max(left.length, right.length) >= 0.6
}
