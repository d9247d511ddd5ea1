import type { Field, FormField } from '../../contracts/index.ts'
import type { ControlKind, PageField } from '../shapes.ts'
import { fold, foldSeen, labelText } from '../words.ts'
import { controlId, optionsKey } from './identity.ts'

export interface SavedField {
  /** The id of the field in the layout. It never changes. The id of this field on the page (`pageId`) can change. */
  id: string
  /**
   * The field's id on the page when the layout was saved. Absent in layouts that earlier versions saved. In such a
   * layout, `id` is the field's id on the page at that time, and today the `formerIds` of the page's field contain it.
   */
  pageId?: string
  label: string
  called?: string
  section?: string
  kind?: ControlKind
  options?: string
  controlName?: string
}

export interface SavedQuestion {
  id: string
  name: string
  options?: string[]
}

export interface SavedForm {
  fields?: readonly (Field | SavedQuestion)[] | undefined
  form?: readonly FormField[] | undefined
}

const textMost = 200
const cut = (text: string): string => text.slice(0, textMost)

export const formFields = (fields: readonly PageField[]): FormField[] =>
  fields.map(({ id, label, section, kind, options, names }) => ({
    fieldId: id,
    pageId: id,
    label: cut(label),
    section: cut(section),
    kind,
    controlName: cut(names[0] ?? ''),
    options: optionsKey(options),
  }))

const ofForm = ({ fieldId, pageId, label, section, kind, controlName, options }: FormField): SavedField => ({
  id: fieldId,
  pageId,
  label,
  called: label,
  section,
  kind,
  controlName,
  options,
})

export const savedOfForm = (fields: readonly FormField[]): SavedField[] => [
  ...new Map(fields.map((each) => [each.fieldId, ofForm(each)])).values(),
]

export function savedOfLayout({ fields = [], form = [] }: SavedForm): SavedField[] {
  const formOf = new Map(form.map((each) => [each.fieldId, each]))
  return fields.map((field): SavedField => {
    const { id, name } = field
    const formField = formOf.get(id)
    if (formField) return { ...ofForm(formField), label: formField.label || name }
    return { id, label: name, ...('options' in field && field.options && { options: optionsKey(field.options) }) }
  })
}

export const savedOfDynamic = (fields: readonly { id: string; name: string }[]): SavedField[] =>
  fields.map(({ id, name }) => ({ id, pageId: id, label: name, called: name }))

const words = (label: string): string[] =>
  foldSeen(labelText(label))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const filler = new Set(
  'a an the of for to in on at and or with is are was were be been by as this that these those any current please patient client your his her their s list describe'.split(
    ' ',
  ),
)

function compare(left: string[], right: string[]): { shared: number; onlyLeft: string[]; onlyRight: string[] } {
  const surplus = new Map<string, number>()
  for (const word of right) surplus.set(word, (surplus.get(word) ?? 0) + 1)
  const onlyLeft = left.filter((word) => {
    const count = surplus.get(word) ?? 0
    if (count > 0) surplus.set(word, count - 1)
    return count === 0
  })
  const onlyRight = [...surplus].flatMap(([word, count]) => Array<string>(count).fill(word))
  return { shared: left.length - onlyLeft.length, onlyLeft, onlyRight }
}

/** The most characters of a question. Longer texts are compared as a whole: their words would take seconds. */
const questionMost = 2000

/**
 * Returns the likeness of two labels, 0 to 1, by their shared words. If they differ in more than filler words, the
 * result is at most 0.8: "left", "no" or "previous" changes the question, however long the labels are.
 */
export function likeness(one: string, otherLabel: string): number {
  if (one.length > questionMost || otherLabel.length > questionMost)
    return one.length === otherLabel.length && foldSeen(one) === foldSeen(otherLabel) ? 1 : 0
  const [left, right] = [words(one), words(otherLabel)]
  if (left.length === 0 || right.length === 0) return 0
  if (left.join(' ') === right.join(' ')) return 1
  const { shared, onlyLeft, onlyRight } = compare(left, right)
  const score = (2 * shared) / (left.length + right.length)
  const meaningWords = [...onlyLeft, ...onlyRight].filter((word) => !filler.has(word))
  // The result is less than 1 although all meaningful words are equal, because the same words in another order may be
  // another question.
  return shared > 0 && meaningWords.length === 0 ? Math.min(0.99, Math.max(score, 0.86)) : Math.min(0.8, score)
}

/**
 * Returns true if one label may be a rewording of the other. The clinician must confirm such a match; never fill a
 * field because of this result alone.
 */
function isReworded(one: string, otherLabel: string): boolean {
  const [left, right] = [words(one), words(otherLabel)].map((each) => each.filter((word) => !filler.has(word)))
  if (!left?.length || !right?.length) return false
  return compare(left, right).shared / Math.max(left.length, right.length) >= 0.6
}

export const isCalledAsSaved = ({ called: savedLabel }: SavedField, { label, candidates = [] }: PageField): boolean =>
  savedLabel === undefined ||
  [label, ...candidates.map(({ text }) => text)].some((each) => fold(cut(each)) === fold(savedLabel))

/**
 * Kinds of single-line inputs. The kind is partly guessed from the text around the input, so one scan may find a text
 * and the next scan a date. Therefore these kinds count as equal.
 */
const typedKinds: ReadonlySet<ControlKind> = new Set(['text', 'date', 'time', 'date_time'])

const sameKind = ({ kind, options }: SavedField, field: PageField): boolean =>
  (kind === undefined || kind === field.kind || (typedKinds.has(kind) && typedKinds.has(field.kind))) &&
  (options === undefined || options === optionsKey(field.options))

function unique(pairs: [SavedField, PageField][]): [SavedField, PageField][] {
  const count = new Map<SavedField | PageField, number>()
  for (const each of pairs.flat()) count.set(each, (count.get(each) ?? 0) + 1)
  return pairs.filter((pair) => pair.every((each) => count.get(each) === 1))
}

/** Ways to recognise a saved field, most reliable first. */
const ways: {
  ofSaved: (saved: SavedField) => string[]
  ofPage: (field: PageField) => string[]
  holds: (saved: SavedField, field: PageField, known: Recognised) => boolean
}[] = [
  { ofSaved: ({ id, pageId = id }) => [pageId], ofPage: ({ id }) => [id], holds: () => true },
  // In layouts that earlier versions saved, the id of a field contains the field's label. This id is compared with the
  // former ids of the page's field.
  {
    ofSaved: ({ id, pageId }) => (pageId === undefined ? [id] : []),
    ofPage: ({ formerIds = [] }) => formerIds,
    holds: () => true,
  },
  // An id has suffixes only if the form has similar fields. If such fields were added to the form or removed from it
  // since the template was saved, the id has one suffix more or less. So only the part of the id before the suffixes is
  // compared.
  {
    ofSaved: ({ pageId }) => (pageId === undefined ? [] : [controlId(pageId)]),
    ofPage: ({ id }) => [controlId(id)],
    holds: (savedField, field) => savedField.called !== undefined && isCalledAsSaved(savedField, field),
  },
  {
    ofSaved: ({ controlName }) => (controlName ? [controlName] : []),
    ofPage: (field) => (nameOf(field) ? [nameOf(field)] : []),
    holds: (savedField, field) =>
      sameKind(savedField, field) && savedField.called !== undefined && isCalledAsSaved(savedField, field),
  },
  // Recognises a field by its control name, although its label has changed. Not used for a group of similar fields in
  // which a control name has changed since the form was saved (`renumbered`). The page has then numbered the controls
  // of the group again, so each name may now belong to another question.
  {
    ofSaved: ({ controlName }) => (controlName ? [controlName] : []),
    ofPage: (field) => (nameOf(field) ? [nameOf(field)] : []),
    holds: (savedField, field, { renumbered }) => sameKind(savedField, field) && !renumbered.has(controlId(field.id)),
  },
]

/**
 * What is known about the form from the fields that earlier entries of `ways` have linked. The function `holds` of a
 * later entry uses this knowledge to decide if a field may be linked.
 */
interface Recognised {
  renumbered: ReadonlySet<string>
}

const nameOf = ({ names: [name = ''] }: PageField): string => cut(name)

export function linkFields(savedFields: readonly SavedField[], today: readonly PageField[]): Map<string, PageField> {
  const links = new Map<string, PageField>()
  const linked = new Set<PageField>()
  for (const { ofSaved, ofPage, holds } of ways) {
    const fieldsOf = new Map<string, PageField[]>()
    for (const field of today) {
      if (linked.has(field)) continue
      for (const key of ofPage(field)) fieldsOf.set(key, [...(fieldsOf.get(key) ?? []), field])
    }
    const renumbered = new Set(
      savedFields.flatMap(({ id, controlName }) => {
        const field = links.get(id)
        return field && controlName && controlName !== nameOf(field) ? [controlId(field.id)] : []
      }),
    )
    const pairs = savedFields
      .filter(({ id }) => !links.has(id))
      .flatMap((each) => {
        const candidates = new Set(ofSaved(each).flatMap((key) => fieldsOf.get(key) ?? []))
        return [...candidates]
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
 * Returns true if the field could be the saved field with a changed label or a changed control name. Kind and options
 * must agree. In addition, the control name must be equal, or the label must be equal or similar.
 */
export function couldBe(savedField: SavedField, field: PageField): boolean {
  if (!sameKind(savedField, field)) return false
  const isNamed = Boolean(savedField.controlName) && savedField.controlName === nameOf(field)
  return isNamed || foldSeen(savedField.label) === foldSeen(field.label) || isReworded(savedField.label, field.label)
}
