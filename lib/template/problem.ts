import type { Field, FieldOf } from '../contracts/index.ts'

export interface TemplateProblem {
  fieldId?: string
  message: string
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

export function called({ id, name }: Pick<FieldOf<'string'>, 'id' | 'name'>): string {
  const words = name.trim() === '' ? id : name.trim()
  return `“${words.length > shownMax ? `${words.slice(0, shownMax)}…` : words}”`
}
