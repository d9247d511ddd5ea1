import type { Field, LayoutDraft } from '../../../lib/contracts/index.ts'
import { formatMoment, isDayFirst, parseMoment } from '../../../lib/page/dates.ts'
import { formLayout } from '../../../lib/page/form/form-layout.ts'
import { type ControlKind, labelSureEnough, type PageField, type PageReading } from '../../../lib/page/shapes.ts'

/** The clinician's choices about the fields of a form, by field id. */
export interface FormChoices {
  dropped: ReadonlySet<string>
  /** Field names given by the clinician instead of the page's labels. */
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

export const isUnsure = ({ score }: Pick<PageField, 'score'>): boolean => score < labelSureEnough

export const isNamed = ({ id, label }: PageField, { names }: FormChoices): boolean =>
  label !== '' || Boolean(names[id]?.trim())

/** Describes uncertain labels: "2 labels are guesses. One field has no name." Returns '' if all labels are reliable. */
export function unsureWords(fields: readonly PageField[]): string {
  const unnamed = fields.filter(({ label }) => label === '').length
  const guesses = fields.filter(isUnsure).length - unnamed
  return [
    guesses === 0
      ? ''
      : guesses === 1
        ? 'Chartside had to guess the name of one field.'
        : `Chartside had to guess the names of ${guesses} fields.`,
    unnamed === 0 ? '' : unnamed === 1 ? 'One field has no name.' : `${unnamed} fields have no name.`,
  ]
    .filter(Boolean)
    .join(' ')
}

export function offeredNames({ label, candidates = [] }: PageField): string[] {
  return [...new Set([label, ...candidates.map(({ text }) => text)])].filter((each) => each.trim() !== '')
}

/**
 * Makes the layout to save, with the clinician's field names. A field that the clinician dropped stays in the layout,
 * but disabled. Without this field, the form might not be recognised, and the field would be reported as new later.
 * Conditions on dropped fields are removed. Returns null if no form is open or all fields were dropped.
 */
export function chosenLayout(reading: PageReading, name: string, choices: FormChoices): LayoutDraft | null {
  const layout = formLayout(reading)
  if (!layout) return null
  const fields = (layout.fields ?? []).map((field): Field => {
    const chosenName = choices.names[field.id]?.trim()
    const { condition, disabled, ...rest } = { ...field, name: chosenName || field.name }
    if (choices.dropped.has(field.id) || (disabled && !chosenName)) return { ...rest, disabled: true }
    return condition && !choices.dropped.has(condition.id) ? { ...rest, condition } : rest
  })
  return keptFields({ fields }) === 0 ? null : { ...layout, name: name.trim() || layout.name, fields }
}

export const keptFields = ({ fields = [] }: Pick<LayoutDraft, 'fields'>): number =>
  fields.filter(({ disabled }) => disabled !== true).length

/** Describes a change: "2 new, 1 gone, 1 renamed". Zero counts are left out. */
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

/**
 * Converts a date to an ISO date if the field's format has the day first. The note generation does not know the format,
 * and would read the month first. Any other text is returned unchanged.
 */
function plainDate(text: string, { format }: PageField): string {
  const moment = format !== undefined && isDayFirst(format) ? parseMoment(text, format) : null
  return (moment?.day && formatMoment(moment, moment.time ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD')) || text
}

/** Returns the current values of the form's fields. They are given to the note generation if the clinician agrees. */
export const standingValues = ({
  fields,
}: Pick<PageReading, 'fields'>): { id: string; label: string; value: string }[] =>
  fields
    .map((field) => {
      const texts = field.value.filter((each) => each.trim() !== '')
      return { id: field.id, label: field.label, value: texts.map((text) => plainDate(text, field)).join(', ') }
    })
    .filter(({ label, value }) => label !== '' && value !== '')
