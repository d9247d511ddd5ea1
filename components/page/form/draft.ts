import type { Field, LayoutDraft } from '../../../lib/contracts/index.ts'
import { type Drift, driftFrom, sharedFields } from '../../../lib/page/form/drift.ts'
import { wholeForm } from '../../../lib/page/form/encounter.ts'
import { formLayout } from '../../../lib/page/form/form-layout.ts'
import type { SavedField } from '../../../lib/page/form/saved-form.ts'
import { labelSureEnough } from '../../../lib/page/plan/target.ts'
import type { ControlKind, PageField, PageReading } from '../../../lib/page/shapes.ts'

/** What the clinician decided about the fields that were found, by field id. */
export interface FormChoices {
  dropped: ReadonlySet<string>
  /** Other words than the page's. */
  names: Readonly<Record<string, string>>
}

export const noChoices: FormChoices = { dropped: new Set(), names: {} }

export const kindNames: Record<ControlKind, string> = {
  text: 'Text',
  long_text: 'Text',
  rich_text: 'Text',
  number: 'Number',
  date: 'Date',
  time: 'Time',
  date_time: 'Date and time',
  single_choice: 'Single Choice',
  multiple_choice: 'Multiple Choice',
  boolean: 'Yes/No',
  table: 'Table',
}

/** Whether a field's label is a guess that somebody should look at before it is filled by. */
export const isUnsure = ({ score }: Pick<PageField, 'score'>): boolean => score < labelSureEnough

/** Whether a field has a name to ask for it by: the page's, or one the clinician gave. */
export const isNamed = ({ id, label }: PageField, { names }: FormChoices): boolean =>
  label !== '' || Boolean(names[id]?.trim())

/** "2 labels are guesses. One field has no name."; '' where every label is sure. */
export function unsureWords(fields: readonly PageField[]): string {
  const unnamed = fields.filter(({ label }) => label === '').length
  const guesses = fields.filter(isUnsure).length - unnamed
  return [
    guesses === 0 ? '' : guesses === 1 ? 'One label is a guess.' : `${guesses} labels are guesses.`,
    unnamed === 0 ? '' : unnamed === 1 ? 'One field has no name.' : `${unnamed} fields have no name.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Names that are offered for a field: the ways the page can be read, each once, best first. */
export function offeredNames({ label, candidates = [] }: PageField): string[] {
  return [...new Set([label, ...candidates.map(({ text }) => text)])].filter((each) => each.trim() !== '')
}

/**
 * The layout the clinician saves: the form's, under the names they gave. A dropped field is kept disabled, so that the form
 * is known again and the field is not called new; a condition on it goes. null: there is no open form, or every field was dropped.
 */
export function chosenLayout(reading: PageReading, name: string, choices: FormChoices): LayoutDraft | null {
  const made = formLayout(reading)
  if (!made) return null
  const fields = (made.fields ?? []).map((field): Field => {
    const given = choices.names[field.id]?.trim()
    const { condition, disabled, ...rest } = { ...field, name: given || field.name }
    if (choices.dropped.has(field.id) || (disabled && !given)) return { ...rest, disabled: true }
    return condition && !choices.dropped.has(condition.id) ? { ...rest, condition } : rest
  })
  return keptFields({ fields }) === 0 ? null : { ...made, name: name.trim() || made.name, fields }
}

/** How many fields of a layout are asked. */
export const keptFields = ({ fields = [] }: Pick<LayoutDraft, 'fields'>): number =>
  fields.filter(({ disabled }) => disabled !== true).length

/** Whether a drift can lead a value astray: what is only new is not written by the template at all, and taking the template only tells of it. */
export const leadsAstray = ({ gone, renamed }: Pick<Drift, 'gone' | 'renamed'>): boolean =>
  gone.length + renamed.length > 0

/**
 * What changed in the open form since a template was made from it (design §7); of a document of several pages, in those that
 * were seen. null: nothing, or the template was not made from this form.
 */
export function driftSince(saved: readonly SavedField[], reading: PageReading): Drift | null {
  if (!reading.form || sharedFields(saved, wholeForm(reading).fields) === 0) return null
  const drift = driftFrom(saved, reading)
  return drift.status === 'changed' ? drift : null
}

/** "2 new, 1 gone, 1 renamed"; only what there is. */
export function driftWords(drift: { added: unknown[]; gone: unknown[]; renamed: unknown[] }): string {
  const parts: [number, string][] = [
    [drift.added.length, 'new'],
    [drift.gone.length, 'gone'],
    [drift.renamed.length, 'renamed'],
  ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ')
}

/** What stands in the page already, a line for each field: given to the writer where the clinician wants it. */
export const standingValues = ({
  fields,
}: Pick<PageReading, 'fields'>): { id: string; label: string; value: string }[] =>
  fields
    .map(({ id, label, value }) => ({ id, label, value: value.filter((each) => each.trim() !== '').join(', ') }))
    .filter(({ label, value }) => label !== '' && value !== '')
