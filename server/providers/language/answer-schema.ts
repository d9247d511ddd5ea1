import { z } from 'zod'

const evidence = z.array(z.object({ turn: z.number().int(), quote: z.string() }))
const states = z.enum(['stated', 'denied', 'unclear', 'not_discussed'])

/**
 * The schema of every answer to a request for fields: a list in which each item names its field. Every call has the
 * same schema, because some providers put the schema before the messages. With a different schema, a request would
 * begin differently, and the provider could not reuse its cached beginning of the prompt. Fields are named `f0`, `f1`
 * and so on, because the id of a field may contain any character.
 */
export const answerSchema = z.object({
  answers: z.array(
    z.object({ field: z.string(), state: states, confidence: z.number(), evidence, value: z.array(z.string()) }),
  ),
})

/** A model's answer for one field. `field` is the name in the request, such as `f0`. */
export type FieldAnswer = z.infer<typeof answerSchema>['answers'][number]

const texts = z.array(z.union([z.string(), z.number(), z.boolean()]).transform(String))
const readableAnswer = z.object({
  field: z.string(),
  state: states,
  confidence: z.number().catch(0.5),
  evidence: evidence.catch([]),
  value: z.union([texts, z.union([z.string(), z.number(), z.boolean()]).transform((one) => [String(one)])]),
})

/**
 * Parses a model's answer for one field. Null if the answer has the wrong shape. Does not check if the value suits the
 * field: the check of the draft does that later.
 */
export function readAnswer(answer: unknown): FieldAnswer | null {
  const read = readableAnswer.safeParse(answer)
  return read.success ? read.data : null
}
