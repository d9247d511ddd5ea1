import { z } from 'zod'
import { visitContext } from './context.ts'
import { field, fieldId, fieldType } from './field.ts'
import { formField } from './form-field.ts'
import { limits } from './limits.ts'
import { result } from './output.ts'
import { writingStyle } from './style.ts'

export const template = z.strictObject({
  id: z.string().max(limits.identifierMax),
  name: z.string().max(limits.nameMax),
  instructions: z.string().max(limits.instructionsMax),
  fields: z.array(field).max(limits.fieldsMax),
  language: z.string().max(20).optional(),
  group: z.string().max(limits.nameMax).optional(),
  form: z.array(formField).max(limits.fieldsMax).optional(),
})
export type Template = z.infer<typeof template>

/**
 * The answer to one field. For a table, `value` lists the cells row by row (product 3.8). The optional properties are
 * absent in answers of earlier versions of the server.
 */
export const exampleResult = z.object({
  id: fieldId,
  type: fieldType,
  value: z.array(z.string()),
  ...result.pick({ state: true, evidence: true, writer: true }).partial().shape,
})
export type ExampleResult = z.infer<typeof exampleResult>

/** The request that fills a template and stores nothing. Clients send an empty list in `outputs` (product 3.9). */
export const templateGenerationRequest = z.strictObject({
  context: visitContext,
  transcript: z.string().max(limits.transcriptMax),
  template: template.pick({ name: true, instructions: true, fields: true, language: true }),
  outputs: z.array(exampleResult).max(limits.fieldsMax),
  style: writingStyle.optional(),
})
export type TemplateGenerationRequest = z.infer<typeof templateGenerationRequest>
