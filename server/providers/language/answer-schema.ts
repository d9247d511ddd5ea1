import { z } from 'zod'
import type { Field } from '../../../lib/contracts/index.ts'

const evidence = z.array(z.object({ turn: z.number().int(), quote: z.string() }))
const about = {
  state: z.enum(['stated', 'denied', 'not_discussed']),
  confidence: z.number(),
  evidence,
}

/** What a value may be, told to the model as narrowly as its type allows. */
function valueSchema(field: Field): z.ZodType<string[]> {
  if (field.type === 'boolean') return z.array(z.enum(['Yes', 'No']))
  const choice = field.type === 'single_choice' || field.type === 'multiple_choice'
  const [first, ...rest] = choice ? new Set(field.options) : []
  return first === undefined ? z.array(z.string()) : z.array(z.enum([first, ...rest]))
}

/** One field's answer as the model must give it. */
export type FieldAnswer = z.infer<z.ZodObject<typeof about>> & { value: string[] }

/**
 * The schema of a group's answers: one property a field, in order. Properties are called `f0`, `f1` … because a field's
 * own id may hold anything, and a model's grammar takes few letters.
 */
export function answerSchema(fields: readonly Field[]): z.ZodType<Record<string, FieldAnswer>> {
  const shape = fields.map((field, index) => [
    `f${index}`,
    z.object({ ...about, value: valueSchema(field) }).describe(field.name),
  ])
  return z.object(Object.fromEntries(shape)) as z.ZodType<Record<string, FieldAnswer>>
}

const texts = z.array(z.union([z.string(), z.number(), z.boolean()]).transform(String))
const told = z.object({
  state: about.state,
  confidence: z.number().catch(0.5),
  evidence: evidence.catch([]),
  value: z.union([texts, z.union([z.string(), z.number(), z.boolean()]).transform((one) => [String(one)])]),
})

/** An answer as a model gave it, or null where nothing can be made of it. What a value must be is checked after this. */
export function readAnswer(answer: unknown): FieldAnswer | null {
  const read = told.safeParse(answer)
  return read.success ? read.data : null
}
