import { z } from 'zod'
import { condition } from './field.ts'
import { formField } from './form-field.ts'
import { limits } from './limits.ts'

const instructions = z.string().max(limits.instructionsMax)

export const formEdit = z.strictObject({
  form: z.string().max(limits.identifierMax),
  field: formField,
  instructions: instructions.optional(),
  /**
   * The instructions that the extension made from the page's control when this edit was stored. If `instructions`
   * contains this text, the text is replaced by the instructions made from the present control (see `editedFields`).
   */
  usual: instructions,
  /**
   * The condition under which the field is filled. `on`: another field of the form. `asked`: the condition that the
   * answer to `on` must meet.
   */
  condition: z.strictObject({ asked: condition, on: formField }).optional(),
})
export type FormEdit = z.infer<typeof formEdit>

/** Maximum number of edits. The newest edit is last. If there are more, the oldest ones are removed. */
export const formEditsMax = 2000
export const formEdits = z.array(formEdit).max(formEditsMax)
