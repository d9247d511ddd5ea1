import type { FieldType } from '../../lib/contracts/index.ts'

/** The name of each answer type (product 2.5). */
export const answerTypeNames: Record<FieldType, string> = {
  boolean: 'Yes/No',
  date: 'Date',
  multiple_choice: 'Multiple Choice',
  number: 'Number',
  single_choice: 'Single Choice',
  string: 'Text',
  template: 'Template',
  table: 'Table',
  start_time: 'Start Time',
  end_time: 'End Time',
  start_end_time: 'Start and End Time',
}

/** The seven types of the selector, in its order (product 2.5). */
export const answerTypes = [
  'boolean',
  'date',
  'multiple_choice',
  'number',
  'single_choice',
  'string',
  'template',
] as const satisfies readonly FieldType[]

/** The types in the group "More" (product 2.5). */
export const moreAnswerTypes = [
  'table',
  'start_time',
  'end_time',
  'start_end_time',
] as const satisfies readonly FieldType[]
