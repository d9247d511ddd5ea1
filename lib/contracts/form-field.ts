import { z } from 'zod'
import { fieldId } from './field.ts'
import { limits } from './limits.ts'

export const controlKinds = [
  'text',
  'long_text',
  'rich_text',
  'number',
  'date',
  'time',
  'date_time',
  'single_choice',
  'multiple_choice',
  'boolean',
  'table',
] as const

/**
 * What is stored of a field of a page's form, so that the form is recognised later. The stored texts come from the
 * question and its options, never from an answer. Texts that are too long are cut.
 */
export const formField = z.strictObject({
  fieldId,
  pageId: fieldId,
  label: z.string().max(limits.nameMax),
  section: z.string().max(limits.nameMax),
  kind: z.enum(controlKinds),
  controlName: z.string().max(limits.nameMax),
  options: z.string().max(limits.identifierMax),
})
export type FormField = z.infer<typeof formField>
