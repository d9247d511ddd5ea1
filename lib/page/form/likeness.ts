import { fold, labelText } from '../words.ts'

const words = (label: string): string[] =>
  fold(labelText(label))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Words without which a question stays the same question. */
const filler = new Set(
  'a an the of for to in on at and or with is are was were be been by as this that these those any current please patient client your his her their s list describe'.split(
    ' ',
  ),
)

/** How much of two lists of words is shared, in no order; and what is left of each. */
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
 * 0 to 1: how alike two labels are, by the words they share. Labels that differ in more than filler are not alike,
 * however long they are: "left", "no" or "previous" makes another question of the same sentence.
 */
export function likeness(one: string, other: string): number {
  const [left, right] = [words(one), words(other)]
  if (left.length === 0 || right.length === 0) return 0
  if (left.join(' ') === right.join(' ')) return 1
  const { shared, onlyLeft, onlyRight } = compare(left, right)
  const score = (2 * shared) / (left.length + right.length)
  const meant = [...onlyLeft, ...onlyRight].filter((word) => !filler.has(word))
  // Short of equal: the same words in another order are not surely the same question.
  return shared > 0 && meant.length === 0 ? Math.min(0.99, Math.max(score, 0.86)) : Math.min(0.8, score)
}

/** Whether one label may be the other reworded: to be shown and confirmed, never filled by. */
export function isReworded(one: string, other: string): boolean {
  const [left, right] = [words(one), words(other)].map((each) => each.filter((word) => !filler.has(word)))
  if (!left?.length || !right?.length) return false
  return compare(left, right).shared / Math.max(left.length, right.length) >= 0.6
}
