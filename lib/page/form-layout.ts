import type { Field, LayoutDraft } from '../contracts/index.ts'
import type { ControlKind, PageField, PageReading } from './shapes.ts'

const timeType = (field: PageField): 'start_time' | 'end_time' =>
  /\bend/i.test(field.label) ? 'end_time' : 'start_time'

/** The answer type that fills a control of each kind. */
const fieldFor: Record<ControlKind, (field: PageField) => Field> = {
  text: ({ id, label }) => ({ id, name: label, type: 'string' }),
  long_text: ({ id, label }) => ({ id, name: label, type: 'string' }),
  rich_text: ({ id, label }) => ({ id, name: label, type: 'string' }),
  number: ({ id, label }) => ({ id, name: label, type: 'number' }),
  date: ({ id, label }) => ({ id, name: label, type: 'date' }),
  time: (field) => ({ id: field.id, name: field.label, type: timeType(field) }),
  // No answer type holds a day and a time; the words must carry both.
  date_time: ({ id, label, format }) => ({
    id,
    name: label,
    type: 'string',
    instructions: `Date and time, as ${format}.`,
  }),
  single_choice: ({ id, label, options }) => ({ id, name: label, type: 'single_choice', options }),
  multiple_choice: ({ id, label, options }) => ({ id, name: label, type: 'multiple_choice', options }),
  boolean: ({ id, label }) => ({ id, name: label, type: 'boolean' }),
  table: ({ id, label, table }) => ({
    id,
    name: label,
    type: 'table',
    headers: table?.headers ?? [],
    rows: Array.from({ length: table?.rows ?? 0 }, () => (table?.headers ?? []).map(() => '')),
  }),
}

/**
 * A layout made from the form a page shows (design §7): one field for each that can be written, tied to the form by
 * their identities, so that a note lands where it belongs when the same form is opened for anyone. null: no open form.
 */
export function formLayout(reading: PageReading): LayoutDraft | null {
  if (!reading.form || reading.form.signed) return null
  return {
    name: reading.form.title,
    type: 'other',
    source: reading.source,
    description: '',
    instructions: '',
    fields: reading.fields.filter(({ locked }) => !locked).map((field) => fieldFor[field.kind](field)),
    config: {},
  }
}
