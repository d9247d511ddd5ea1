import { baseId } from '../form/identity.ts'
import { likeness } from '../form/likeness.ts'
import type { SavedField } from '../form/saved-form.ts'
import type { PageField, PageValue, RefusalReason } from '../shapes.ts'

/** Labels with a lower likeness are treated as different questions. */
const likeEnough = 0.85
/** Below this label score, a field is not found by its label; the clinician is asked to check it. */
export const labelSureEnough = 0.5

/** A field without a label scores 0, so that it is never found by its section alone. */
const scoreOf = (field: PageField, label: string): number =>
  field.label === ''
    ? 0
    : Math.max(likeness(field.label, label), field.section ? likeness(`${field.section} ${field.label}`, label) : 0)

/** What is known about the template of the values. */
export interface Known {
  /** The form's field for each of the template's fields, by the template field's id (`linkFields`). */
  links: ReadonlyMap<string, PageField>
  /** The template's fields for which no field of the form was found. */
  unlinked: readonly SavedField[]
  /** Ids of form fields that belong to the template's fields. They are never matched to another value by label. */
  claimed: ReadonlySet<string>
}

/**
 * Finds the field for a value: by identity, otherwise by label. If two fields match, the value is refused. The label
 * search skips fields that belong to another answer, and fields that could also belong to another of the template's
 * fields: two questions may have the same label while the page has only one of them left.
 */
export function targetOf(
  fields: PageField[],
  { fieldId, label }: PageValue,
  { links, unlinked, claimed }: Known,
): PageField | RefusalReason {
  if (fieldId) {
    const named = links.get(fieldId)
    if (named) return named
    // The saved id belongs to one of several identical fields, which only a number in the name distinguished. The
    // number differs each time the form is opened, so it is unknown which field is meant.
    const known = unlinked.find(({ id }) => id === fieldId)?.pageId ?? fieldId
    if (fields.some((field) => baseId(field.id) === baseId(known))) return 'ambiguous'
  }
  const ranked = fields
    .filter(({ id }) => !claimed.has(id))
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
