import { z } from 'zod'
import { fieldId } from './field.ts'
import { limits } from './limits.ts'

/** The kinds of controls in a page's form. */
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
  /** Id of the layout field that was made from this form field. */
  fieldId,
  /** The id that the page's field had (`PageField.id`) when the layout was made. */
  pageId: fieldId,
  /** The label that the page showed. */
  label: z.string().max(limits.nameMax),
  section: z.string().max(limits.nameMax),
  kind: z.enum(controlKinds),
  /** The `name` attribute of the control, '' if the control had no name. */
  controlName: z.string().max(limits.nameMax),
  /** A short text made from the options, for comparing them (`optionsKey`). '' if there were no options. */
  options: z.string().max(limits.identifierMax),
})
export type FormField = z.infer<typeof formField>
