import { z } from 'zod'
import { condition } from './field.ts'
import { formField } from './form-field.ts'
import { limits } from './limits.ts'

const instructions = z.string().max(limits.instructionsMax)

/** What a clinician wrote about one field of a page's form. It holds no answer and nothing of a patient. */
export const formEdit = z.strictObject({
  /** Names the form, the same whoever it is opened for (`formKey`). */
  form: z.string().max(limits.identifierMax),
  field: formField,
  /** Absent: the field has none. */
  instructions: instructions.optional(),
  /** The part of `instructions` that told of the control; a control that changed is told of anew. */
  usual: instructions,
  /** When the field is asked; `on` is the field of the form it looks at. */
  condition: z.strictObject({ asked: condition, on: formField }).optional(),
})
export type FormEdit = z.infer<typeof formEdit>

/** Newest last; the oldest are forgotten beyond this number. */
export const formEditsMax = 2000
export const formEdits = z.array(formEdit).max(formEditsMax)
