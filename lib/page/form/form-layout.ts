import type { Condition, DynamicField, Field, LayoutDraft } from '../../contracts/index.ts'
import type { ControlKind, PageField, PageReading } from '../shapes.ts'
import { fold } from '../words.ts'
import { formFields } from './saved-form.ts'

/**
 * Limits of a layout. Copied from `contracts`, because the code injected into pages must not load the contracts at run
 * time.
 */
const most = { name: 200, options: 500, fields: 500 } as const

const timeType = (field: PageField): 'start_time' | 'end_time' =>
  /\bend/i.test(field.label) ? 'end_time' : 'start_time'

export const unnamedField = 'Unnamed field'

const idAndName = ({ id, label }: PageField): { id: string; name: string } => ({
  id,
  name: (label || unnamedField).slice(0, most.name),
})
const optionsOf = ({ options }: PageField): string[] =>
  options.slice(0, most.options).map((each) => each.slice(0, most.name))

const askFor = (what: string, { format }: PageField): string => (format ? `${what}, as ${format}.` : `${what}.`)

const fieldFor: Record<ControlKind, (field: PageField) => Field> = {
  text: (field) => ({ ...idAndName(field), type: 'string' }),
  long_text: (field) => ({ ...idAndName(field), type: 'string' }),
  rich_text: (field) => ({ ...idAndName(field), type: 'string' }),
  number: (field) => ({ ...idAndName(field), type: 'number' }),
  date: (field) => ({ ...idAndName(field), type: 'date' }),
  time: (field) => ({ ...idAndName(field), type: timeType(field) }),
  // No field type holds both a date and a time, so use text.
  date_time: (field) => ({ ...idAndName(field), type: 'string', instructions: askFor('Date and time', field) }),
  single_choice: (field) => ({ ...idAndName(field), type: 'single_choice', options: optionsOf(field) }),
  multiple_choice: (field) => ({ ...idAndName(field), type: 'multiple_choice', options: optionsOf(field) }),
  boolean: (field) => ({ ...idAndName(field), type: 'boolean' }),
  table: (field) => ({
    ...idAndName(field),
    type: 'table',
    headers: field.table?.headers ?? [],
    rows: Array.from({ length: field.table?.rows ?? 0 }, () => (field.table?.headers ?? []).map(() => '')),
  }),
}

/**
 * Returns the condition of a field that belongs to one option of a question, such as the text field "Themes: Other",
 * which belongs to the option "Other" of "Themes".
 */
function conditionOf(field: PageField, fields: PageField[]): Condition | undefined {
  for (const question of fields) {
    if (question === field || question.label === '' || !fold(field.label).startsWith(`${fold(question.label)}: `))
      continue
    const option = question.options.find((each) => fold(field.label) === `${fold(question.label)}: ${fold(each)}`)
    if (!option) continue
    if (question.kind === 'single_choice') return { id: question.id, equals: option }
    if (question.kind === 'multiple_choice') return { id: question.id, contains: option }
  }
  return undefined
}

const askable = ({ fields }: Pick<PageReading, 'fields'>): PageField[] =>
  fields.filter(({ locked: lockReason }) => !lockReason).slice(0, most.fields)

const withCondition = <Made extends object>(newField: Made, field: PageField, fields: PageField[]): Made => {
  const condition = conditionOf(field, fields)
  return condition ? { ...newField, condition } : newField
}

/**
 * Makes a layout from the open form (product 11.2), with one field for each control that can be written. The layout
 * stores the fields' ids, so that a note can be filled into the same form of any patient.
 */
export function formLayout(reading: PageReading): LayoutDraft | null {
  if (!reading.form || reading.form.signed) return null
  const fields = askable(reading)
  return {
    name: (reading.form.title || 'Form').slice(0, most.name),
    type: 'other',
    source: reading.source,
    description: '',
    instructions: '',
    // A field without a label cannot be answered. It is disabled until the clinician names it. It stays in the layout,
    // because the layout's fields are used to recognise the form.
    fields: fields.map((field) => {
      const newField = withCondition(fieldFor[field.kind](field), field, fields)
      return field.label === '' ? { ...newField, disabled: true } : newField
    }),
    form: formFields(fields),
    config: {},
  }
}

const instructionsFor: Record<ControlKind, (field: PageField) => string> = {
  text: () => 'A short answer on one line.',
  long_text: () => '',
  rich_text: () => '',
  number: () => 'A number alone.',
  date: (field) => askFor('A date', field),
  time: (field) => askFor('A time', field),
  date_time: (field) => askFor('Date and time', field),
  single_choice: (field) => `One of: ${optionsOf(field).join('; ')}.`,
  multiple_choice: (field) => `Any of: ${optionsOf(field).join('; ')}.`,
  boolean: () => 'Yes or no.',
  table: ({ table }) => `A table of ${table?.rows ?? 0} rows with the columns ${(table?.headers ?? []).join('; ')}.`,
}

/** Returns the form's fields as dynamic fields (product 3.5: id, name, instructions, condition, no type). */
export function dynamicFields(reading: PageReading): DynamicField[] {
  if (!reading.form || reading.form.signed) return []
  const fields = askable(reading).filter(({ label }) => label !== '')
  return fields.map((field) => {
    const instructions = instructionsFor[field.kind](field)
    return withCondition({ ...idAndName(field), ...(instructions && { instructions }) }, field, fields)
  })
}
