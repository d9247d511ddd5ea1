import { z } from 'zod'
import { fieldId } from './field.ts'
import { limits } from './limits.ts'

/** What kinds of controls a page's form can have. */
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
 * What is kept of a field of a page's form, so that the form is recognised later. It holds the page's questions and
 * never an answer. Longer texts are cut to the limits.
 */
export const formField = z.strictObject({
  /** The layout's field that was made from it. */
  fieldId,
  /** The page's own identity for it (`PageField.id`) when the layout was made. */
  pageId: fieldId,
  /** The words that the page showed. */
  label: z.string().max(limits.nameMax),
  section: z.string().max(limits.nameMax),
  kind: z.enum(controlKinds),
  /** The control's `name` attribute, '' where it had none. */
  controlName: z.string().max(limits.nameMax),
  /** The options in short (`optionsKey`), to compare them; '' where there were none. */
  options: z.string().max(limits.identifierMax),
})
export type FormField = z.infer<typeof formField>
