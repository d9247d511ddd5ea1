import { baseId } from '../identity.ts'
import type { PageField, PageValue, RefusalReason } from '../shapes.ts'
import { fold, labelText } from '../words.ts'

/** Below this a label is too unlike to be the same question. */
const likeEnough = 0.85
/** A field whose own label the page hardly tells is not found by that label: it is shown to be checked. */
export const labelSureEnough = 0.5

const words = (label: string): string[] =>
  fold(labelText(label))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** 0 to 1: how alike two labels are, by the words they share. */
function likeness(one: string, other: string): number {
  const [left, right] = [words(one), words(other)]
  if (left.length === 0 || right.length === 0) return 0
  if (left.join(' ') === right.join(' ')) return 1
  const rest = [...right]
  let shared = 0
  for (const word of left) {
    const at = rest.indexOf(word)
    if (at < 0) continue
    rest.splice(at, 1)
    shared++
  }
  // Short of equal: the same words in another order are not surely the same question.
  return Math.min(0.99, (2 * shared) / (left.length + right.length))
}

const scoreOf = (field: PageField, label: string): number =>
  Math.max(likeness(field.label, label), field.section ? likeness(`${field.section} ${field.label}`, label) : 0)

/** The field a value is meant for: by identity, else by label. Two that could be meant are refused, never guessed. */
export function targetOf(fields: PageField[], value: PageValue): PageField | RefusalReason {
  const { fieldId } = value
  if (fieldId) {
    const named = fields.find((field) => field.id === fieldId)
    if (named) return named
    // A look-alike of another opening of this form: only its number told which one.
    if (fields.some((field) => baseId(field.id) === baseId(fieldId))) return 'ambiguous'
  }
  const ranked = fields
    .map((field) => ({ field, score: scoreOf(field, value.label) }))
    .filter(({ score }) => score >= likeEnough)
  ranked.sort((one, other) => other.score - one.score)
  const [best, next] = ranked
  if (!best) return 'not-found'
  if (next && best.score - next.score < 0.1) return 'ambiguous'
  if (best.field.score < labelSureEnough) return 'ambiguous'
  return best.field
}
