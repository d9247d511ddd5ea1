import { baseId } from '../form/identity.ts'
import { likeness } from '../form/likeness.ts'
import type { PageField, PageValue, RefusalReason } from '../shapes.ts'

/** Below this a label is too unlike to be the same question. */
const likeEnough = 0.85
/** A field whose own label the page hardly tells is not found by that label: it is shown to be checked. */
export const labelSureEnough = 0.5

const scoreOf = (field: PageField, label: string): number =>
  Math.max(likeness(field.label, label), field.section ? likeness(`${field.section} ${field.label}`, label) : 0)

/**
 * The field a value is meant for: by identity, else by label. Two that could be meant are refused, never guessed; a
 * field whose identity belongs to another answer (`taken`) is not found by label.
 */
export function targetOf(
  fields: PageField[],
  value: PageValue,
  taken: ReadonlySet<string> = new Set(),
): PageField | RefusalReason {
  const { fieldId } = value
  if (fieldId) {
    const named = fields.find((field) => field.id === fieldId)
    if (named) return named
    // A look-alike of another opening of this form: only its number told which one.
    if (fields.some((field) => baseId(field.id) === baseId(fieldId))) return 'ambiguous'
  }
  const ranked = fields
    .filter(({ id }) => !taken.has(id))
    .map((field) => ({ field, score: scoreOf(field, value.label) }))
    .filter(({ score }) => score >= likeEnough)
  ranked.sort((one, other) => other.score - one.score)
  const [best, next] = ranked
  if (!best) return 'not-found'
  if (next && best.score - next.score < 0.1) return 'ambiguous'
  if (best.field.score < labelSureEnough) return 'ambiguous'
  return best.field
}
