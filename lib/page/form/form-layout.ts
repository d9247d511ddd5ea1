import type { Condition, DynamicField, Field, LayoutDraft } from '../../contracts/index.ts'
import type { ControlKind, PageField, PageReading } from '../shapes.ts'
import { fold } from '../words.ts'
import { formFields } from './saved-form.ts'

/** The most a layout takes (`contracts`, limits): the page room carries no contract at run time. */
const most = { name: 200, options: 500, fields: 500 } as const

const timeType = (field: PageField): 'start_time' | 'end_time' =>
  /\bend/i.test(field.label) ? 'end_time' : 'start_time'

/** What a field is called that the page does not name. */
export const unnamedField = 'Unnamed field'

const named = ({ id, label }: PageField): { id: string; name: string } => ({
  id,
  name: (label || unnamedField).slice(0, most.name),
})
const optionsOf = ({ options }: PageField): string[] =>
  options.slice(0, most.options).map((each) => each.slice(0, most.name))

/** The answer type that fills a control of each kind. */
const fieldFor: Record<ControlKind, (field: PageField) => Field> = {
  text: (field) => ({ ...named(field), type: 'string' }),
  long_text: (field) => ({ ...named(field), type: 'string' }),
  rich_text: (field) => ({ ...named(field), type: 'string' }),
  number: (field) => ({ ...named(field), type: 'number' }),
  date: (field) => ({ ...named(field), type: 'date' }),
  time: (field) => ({ ...named(field), type: timeType(field) }),
  // No answer type holds a day and a time; the words must carry both.
  date_time: (field) => ({ ...named(field), type: 'string', instructions: `Date and time, as ${field.format}.` }),
  single_choice: (field) => ({ ...named(field), type: 'single_choice', options: optionsOf(field) }),
  multiple_choice: (field) => ({ ...named(field), type: 'multiple_choice', options: optionsOf(field) }),
  boolean: (field) => ({ ...named(field), type: 'boolean' }),
  table: (field) => ({
    ...named(field),
    type: 'table',
    headers: field.table?.headers ?? [],
    rows: Array.from({ length: field.table?.rows ?? 0 }, () => (field.table?.headers ?? []).map(() => '')),
  }),
}

/** What an option leaves open ("Themes: Other") is asked only when that option is the answer. */
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

/** What of a form can be asked: fields that can be written, at most as many as a layout holds. */
const askable = ({ fields }: Pick<PageReading, 'fields'>): PageField[] =>
  fields.filter(({ locked }) => !locked).slice(0, most.fields)

const withCondition = <Made extends object>(made: Made, field: PageField, fields: PageField[]): Made => {
  const condition = conditionOf(field, fields)
  return condition ? { ...made, condition } : made
}

/**
 * A layout made from the form a page shows (design §7): one field for each that can be written, tied to the form by
 * their identities, so that a note lands where it belongs when the same form is opened for anyone. null: no open form.
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
    // Nobody could answer a field without a name: it is kept to recognise the form by, and asked once it is named.
    fields: fields.map((field) => {
      const made = withCondition(fieldFor[field.kind](field), field, fields)
      return field.label === '' ? { ...made, disabled: true } : made
    }),
    form: formFields(fields),
    config: {},
  }
}

/** What a dynamic field, which has no type, must be told of its control. */
const instructionsFor: Record<ControlKind, (field: PageField) => string> = {
  text: () => 'A short answer on one line.',
  long_text: () => '',
  rich_text: () => '',
  number: () => 'A number alone.',
  date: ({ format }) => `A date, as ${format ?? 'MM/DD/YYYY'}.`,
  time: ({ format }) => `A time, as ${format ?? 'hh:mm A'}.`,
  date_time: ({ format }) => `Date and time, as ${format ?? 'MM/DD/YYYY hh:mm A'}.`,
  single_choice: (field) => `One of: ${optionsOf(field).join('; ')}.`,
  multiple_choice: (field) => `Any of: ${optionsOf(field).join('; ')}.`,
  boolean: () => 'Yes or no.',
  table: ({ table }) => `A table of ${table?.rows ?? 0} rows with the columns ${(table?.headers ?? []).join('; ')}.`,
}

/** The form's fields as dynamic fields (spec §3: id, name, instructions, condition; no type), added to a layout for one visit. */
export function dynamicFields(reading: PageReading): DynamicField[] {
  if (!reading.form || reading.form.signed) return []
  const fields = askable(reading).filter(({ label }) => label !== '')
  return fields.map((field) => {
    const instructions = instructionsFor[field.kind](field)
    return withCondition({ ...named(field), ...(instructions && { instructions }) }, field, fields)
  })
}
