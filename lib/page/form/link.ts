import type { ControlKind, PageField } from '../shapes.ts'
import { fold } from '../words.ts'
import { controlId, optionsKey } from './identity.ts'
import { isReworded } from './likeness.ts'
import { kept, type SavedField } from './saved-form.ts'

/** Returns true if one of the field's possible labels is the saved label. True also if the saved label is unknown. */
export const isCalledAsSaved = ({ called }: SavedField, { label, candidates = [] }: PageField): boolean =>
  called === undefined ||
  [label, ...candidates.map(({ text }) => text)].some((each) => fold(kept(each)) === fold(called))

/** Single-line kinds. The text around an input can make it a date, so these kinds count as equal. */
const typed: ReadonlySet<ControlKind> = new Set(['text', 'date', 'time', 'date_time'])

const sameKind = ({ kind, options }: SavedField, field: PageField): boolean =>
  (kind === undefined || kind === field.kind || (typed.has(kind) && typed.has(field.kind))) &&
  (options === undefined || options === optionsKey(field.options))

/** Returns the pairs whose two members each occur only once. */
function unique(pairs: [SavedField, PageField][]): [SavedField, PageField][] {
  const count = new Map<SavedField | PageField, number>()
  for (const each of pairs.flat()) count.set(each, (count.get(each) ?? 0) + 1)
  return pairs.filter((pair) => pair.every((each) => count.get(each) === 1))
}

/**
 * Ways to recognise a saved field, most reliable first. Each one has a key that both sides must share and a condition.
 * A key that several fields share recognises none of them.
 */
const ways: {
  ofSaved: (saved: SavedField) => string[]
  ofPage: (field: PageField) => string[]
  holds: (saved: SavedField, field: PageField, known: Recognised) => boolean
}[] = [
  { ofSaved: ({ id, pageId = id }) => [pageId], ofPage: ({ id }) => [id], holds: () => true },
  // For layouts of earlier versions, whose ids contained the label.
  {
    ofSaved: ({ id, pageId }) => (pageId === undefined ? [id] : []),
    ofPage: ({ formerIds = [] }) => formerIds,
    holds: () => true,
  },
  // Similar fields were added or removed since, so the id has a suffix more or less.
  {
    ofSaved: ({ pageId }) => (pageId === undefined ? [] : [controlId(pageId)]),
    ofPage: ({ id }) => [controlId(id)],
    holds: (saved, field) => saved.called !== undefined && isCalledAsSaved(saved, field),
  },
  {
    ofSaved: ({ controlName }) => (controlName ? [controlName] : []),
    ofPage: (field) => (nameOf(field) ? [nameOf(field)] : []),
    holds: (saved, field) => sameKind(saved, field) && saved.called !== undefined && isCalledAsSaved(saved, field),
  },
  // Control names with numbers are trusted only if no similar field has another name now. Otherwise the page has
  // renumbered the form.
  {
    ofSaved: ({ controlName }) => (controlName ? [controlName] : []),
    ofPage: (field) => (nameOf(field) ? [nameOf(field)] : []),
    holds: (saved, field, { renumbered }) => sameKind(saved, field) && !renumbered.has(controlId(field.id)),
  },
]

/** Results of the more reliable ways. */
interface Recognised {
  /**
   * Ids (`controlId`) of groups of similar fields in which at least one control name has changed since the form was
   * saved.
   */
  renumbered: ReadonlySet<string>
}

const nameOf = ({ names: [name = ''] }: PageField): string => kept(name)

/**
 * Returns the form's field for each saved field, by the saved field's `id`. Control name, structure, kind and options
 * decide; labels are used only if several fields remain. A field that matches several saved fields, or the reverse, is
 * not linked.
 */
export function linkFields(saved: readonly SavedField[], today: readonly PageField[]): Map<string, PageField> {
  const links = new Map<string, PageField>()
  const linked = new Set<PageField>()
  for (const { ofSaved, ofPage, holds } of ways) {
    const fieldsOf = new Map<string, PageField[]>()
    for (const field of today) {
      if (linked.has(field)) continue
      for (const key of ofPage(field)) fieldsOf.set(key, [...(fieldsOf.get(key) ?? []), field])
    }
    const renumbered = new Set(
      saved.flatMap(({ id, controlName }) => {
        const field = links.get(id)
        return field && controlName && controlName !== nameOf(field) ? [controlId(field.id)] : []
      }),
    )
    const pairs = saved
      .filter(({ id }) => !links.has(id))
      .flatMap((each) => {
        const found = new Set(ofSaved(each).flatMap((key) => fieldsOf.get(key) ?? []))
        return [...found]
          .filter((field) => holds(each, field, { renumbered }))
          .map((field): [SavedField, PageField] => [each, field])
      })
    for (const [each, field] of unique(pairs)) {
      links.set(each.id, field)
      linked.add(field)
    }
  }
  return links
}

/**
 * Returns true if the field could be the saved one under another name. Kind and options must agree, and either the
 * control name or the label must match.
 */
export function couldBe(saved: SavedField, field: PageField): boolean {
  if (!sameKind(saved, field)) return false
  const isNamed = Boolean(saved.controlName) && saved.controlName === nameOf(field)
  return isNamed || fold(saved.label) === fold(field.label) || isReworded(saved.label, field.label)
}
