import type { Field, FieldOf } from '../contracts/index.ts'

/** Something a person should know of a template, in a sentence that names the field. */
export interface TemplateProblem {
  fieldId?: string
  message: string
  /** An error must be mended before a save; a warning may stay. */
  level: 'error' | 'warning'
}

export const error = (field: Pick<Field, 'id'>, message: string): TemplateProblem => ({
  fieldId: field.id,
  message,
  level: 'error',
})

export const warning = (field: Pick<Field, 'id'>, message: string): TemplateProblem => ({
  ...error(field, message),
  level: 'warning',
})

const shownMax = 60

/** A field as a sentence names it: its name, or its id where it has none. */
export function called({ id, name }: Pick<FieldOf<'string'>, 'id' | 'name'>): string {
  const words = name.trim() === '' ? id : name.trim()
  return `"${words.length > shownMax ? `${words.slice(0, shownMax)}…` : words}"`
}
