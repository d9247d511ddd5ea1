import type { Field, FormField } from '../../contracts/index.ts'
import type { ControlKind, PageField } from '../shapes.ts'
import { optionsKey } from './identity.ts'

/** What is kept of a form's field, to recognise it later. */
export interface SavedField {
  /** The layout's field; unlike the page's identities it never changes. */
  id: string
  /** The page's identity for it when it was saved; absent in layouts that earlier versions saved: there `id` is one of its `formerIds`. */
  pageId?: string
  /** What to call it, and to find it by where nothing else does. */
  label: string
  /** The words that the page showed when it was saved; absent where that is not known. */
  called?: string
  section?: string
  kind?: ControlKind
  /** See `optionsKey`; absent where that is not known. */
  options?: string
  controlName?: string
}

/** A layout's field, as much of it as a form is known by. */
export interface SavedQuestion {
  id: string
  name: string
  options?: string[]
}

/** A layout as much of it as a form is known by. */
export interface SavedForm {
  fields?: readonly (Field | SavedQuestion)[] | undefined
  form?: readonly FormField[] | undefined
}

/** The most characters that a layout keeps of one text of a page (`contracts`, limits). */
const textMost = 200
export const kept = (text: string): string => text.slice(0, textMost)

/** What a layout keeps of the fields of the form it is made from. */
export const formFields = (fields: readonly PageField[]): FormField[] =>
  fields.map(({ id, label, section, kind, options, names }) => ({
    fieldId: id,
    pageId: id,
    label: kept(label),
    section: kept(section),
    kind,
    controlName: kept(names[0] ?? ''),
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

/** The same of fields that were kept by themselves, each once. */
export const savedOfForm = (fields: readonly FormField[]): SavedField[] => [
  ...new Map(fields.map((each) => [each.fieldId, ofForm(each)])).values(),
]

/** What a saved layout tells of the form it was made from. One that keeps nothing of it is known by its fields' ids and names. */
export function savedOfLayout({ fields = [], form = [] }: SavedForm): SavedField[] {
  const formOf = new Map(form.map((each) => [each.fieldId, each]))
  return fields.map((field): SavedField => {
    const { id, name } = field
    const known = formOf.get(id)
    if (known) return { ...ofForm(known), label: known.label || name }
    return { id, label: name, ...('options' in field && field.options && { options: optionsKey(field.options) }) }
  })
}

/** What a note tells of fields that were built from the form for it alone: their names are the page's words. */
export const savedOfDynamic = (fields: readonly { id: string; name: string }[]): SavedField[] =>
  fields.map(({ id, name }) => ({ id, pageId: id, label: name, called: name }))
