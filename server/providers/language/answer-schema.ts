import { z } from 'zod'
import type { Field } from '../../../lib/contracts/index.ts'

const evidence = z.array(z.object({ turn: z.number().int(), quote: z.string() }))
const answerParts = {
  state: z.enum(['stated', 'denied', 'not_discussed']),
  confidence: z.number(),
  evidence,
}

/** The schema of a field's value, as narrow as the field's type allows. */
function valueSchema(field: Field): z.ZodType<string[]> {
  if (field.type === 'boolean') return z.array(z.enum(['Yes', 'No']))
  const choice = field.type === 'single_choice' || field.type === 'multiple_choice'
  const [first, ...rest] = choice ? new Set(field.options) : []
  return first === undefined ? z.array(z.string()) : z.array(z.enum([first, ...rest]))
}

/** A model's answer for one field. */
export type FieldAnswer = z.infer<z.ZodObject<typeof answerParts>> & { value: string[] }

/**
 * Returns the schema of a group's answers, with one property per field, in order. The properties are named `f0`, `f1`
 * and so on, because a field's id may contain any character and the grammars of models accept few.
 */
export function answerSchema(fields: readonly Field[]): z.ZodType<Record<string, FieldAnswer>> {
  const shape = fields.map((field, index) => [
    `f${index}`,
    z.object({ ...answerParts, value: valueSchema(field) }).describe(field.name),
  ])
  return z.object(Object.fromEntries(shape)) as z.ZodType<Record<string, FieldAnswer>>
}

const texts = z.array(z.union([z.string(), z.number(), z.boolean()]).transform(String))
const readableAnswer = z.object({
  state: answerParts.state,
  confidence: z.number().catch(0.5),
  evidence: evidence.catch([]),
  value: z.union([texts, z.union([z.string(), z.number(), z.boolean()]).transform((one) => [String(one)])]),
})

/**
 * Parses a model's answer for one field. Null if the answer has the wrong shape. This function does not check if the
 * value suits the field; the check of the draft does.
 */
export function readAnswer(answer: unknown): FieldAnswer | null {
  const read = readableAnswer.safeParse(answer)
  return read.success ? read.data : null
}
