import type { Field, FormField } from '../../contracts/index.ts'
import type { ControlKind, PageField } from '../shapes.ts'
import { optionsKey } from './identity.ts'

/** The stored description of a form's field, with which the field is recognised later. */
export interface SavedField {
  /** The id of the layout's field. Unlike the page's id it never changes. */
  id: string
  /**
   * The id of the field on the page when the layout was saved. Absent in layouts of earlier versions. Those layouts
   * store the id in `id`, and the page's field lists it in its `formerIds`.
   */
  pageId?: string
  /** The name of the layout's field. If nothing else identifies the field, it is found by this name. */
  label: string
  /** The label on the page when the field was saved. Absent if it is not known. */
  called?: string
  section?: string
  kind?: ControlKind
  /** The key of the options (`optionsKey`). Absent if it is not known. */
  options?: string
  controlName?: string
}

/** The parts of a layout's field that are needed to recognise a form. */
export interface SavedQuestion {
  id: string
  name: string
  options?: string[]
}

/** The parts of a layout that are needed to recognise a form. */
export interface SavedForm {
  fields?: readonly (Field | SavedQuestion)[] | undefined
  form?: readonly FormField[] | undefined
}

/** The maximum length of a page text in a layout (`contracts`, limits). */
const textMost = 200
export const kept = (text: string): string => text.slice(0, textMost)

/** Returns what a layout stores about the fields of its form. */
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

/** Converts stored form fields, without duplicates. */
export const savedOfForm = (fields: readonly FormField[]): SavedField[] => [
  ...new Map(fields.map((each) => [each.fieldId, ofForm(each)])).values(),
]

/** Returns the saved fields of a layout. A layout without form data is recognised by its fields' ids and names. */
export function savedOfLayout({ fields = [], form = [] }: SavedForm): SavedField[] {
  const formOf = new Map(form.map((each) => [each.fieldId, each]))
  return fields.map((field): SavedField => {
    const { id, name } = field
    const known = formOf.get(id)
    if (known) return { ...ofForm(known), label: known.label || name }
    return { id, label: name, ...('options' in field && field.options && { options: optionsKey(field.options) }) }
  })
}

/**
 * Returns the saved fields for the dynamic fields of a note. Dynamic fields are made from the form for one note, so
 * their ids and names are the ids and labels that the page had then.
 */
export const savedOfDynamic = (fields: readonly { id: string; name: string }[]): SavedField[] =>
  fields.map(({ id, name }) => ({ id, pageId: id, label: name, called: name }))
