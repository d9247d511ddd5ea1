import { z } from 'zod'
import { condition } from './field.ts'
import { formField } from './form-field.ts'
import { limits } from './limits.ts'

const instructions = z.string().max(limits.instructionsMax)

/** A clinician's edit of one field of a page's form. Contains no answers and no patient data. */
export const formEdit = z.strictObject({
  /** Key of the form (`formKey`), the same for every patient. */
  form: z.string().max(limits.identifierMax),
  field: formField,
  /** The instructions of the field. Absent: the field has no instructions. */
  instructions: instructions.optional(),
  /** The part of `instructions` that was generated from the control. This part is replaced when the control changes. */
  usual: instructions,
  /**
   * The condition under which the field is asked. `on` is the form field whose answer the condition `asked` compares.
   */
  condition: z.strictObject({ asked: condition, on: formField }).optional(),
})
export type FormEdit = z.infer<typeof formEdit>

/** Maximum number of edits. The newest is last; the oldest are dropped first. */
export const formEditsMax = 2000
export const formEdits = z.array(formEdit).max(formEditsMax)
