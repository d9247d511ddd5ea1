import { baseId } from '../form/identity.ts'
import { likeness } from '../form/likeness.ts'
import type { SavedField } from '../form/saved-form.ts'
import type { PageField, PageValue, RefusalReason } from '../shapes.ts'

/** Below this a label is too unlike to be the same question. */
const likeEnough = 0.85
/** A field whose own label the page hardly tells is not found by that label: it is shown to be checked. */
export const labelSureEnough = 0.5

/** A field without a label is not found by its section alone. */
const scoreOf = (field: PageField, label: string): number =>
  field.label === ''
    ? 0
    : Math.max(likeness(field.label, label), field.section ? likeness(`${field.section} ${field.label}`, label) : 0)

/** What is known of the template whose values are placed. */
export interface Known {
  /** Which field of the form each of the template's fields is (`linkFields`). */
  links: ReadonlyMap<string, PageField>
  /** The template's fields that no field of the form was recognised for. */
  unlinked: readonly SavedField[]
  /** Identities that belong to the template's fields: none of them is another's by its label. */
  taken: ReadonlySet<string>
}

/**
 * The field a value is meant for: by identity, else by label. Two that could be meant are refused, never guessed. A
 * field that belongs to another answer is not found by its label, nor is one that another of the template's fields
 * could be meant by: one label may stand for two questions, of which the page has only one left.
 */
export function targetOf(
  fields: PageField[],
  { fieldId, label }: PageValue,
  { links, unlinked, taken }: Known,
): PageField | RefusalReason {
  if (fieldId) {
    const named = links.get(fieldId)
    if (named) return named
    // A look-alike of another opening of this form: only its number told which one.
    const known = unlinked.find(({ id }) => id === fieldId)?.pageId ?? fieldId
    if (fields.some((field) => baseId(field.id) === baseId(known))) return 'ambiguous'
  }
  const ranked = fields
    .filter(({ id }) => !taken.has(id))
    .map((field) => ({ field, score: scoreOf(field, label) }))
    .filter(({ score }) => score >= likeEnough)
  ranked.sort((one, other) => other.score - one.score)
  const [best, next] = ranked
  if (!best) return 'not-found'
  if (next && best.score - next.score < 0.1) return 'ambiguous'
  if (best.field.score < labelSureEnough) return 'ambiguous'
  const rivals = unlinked.filter(({ id }) => id !== fieldId)
  return rivals.some((rival) => scoreOf(best.field, rival.label) >= best.score) ? 'ambiguous' : best.field
}
