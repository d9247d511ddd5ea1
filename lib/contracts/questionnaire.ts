import { z } from 'zod'

/**
 * Maximum number of nested objects and arrays in the JSON of a Questionnaire. No real form has so many levels. An
 * attacker could send a much deeper Questionnaire, and recursive code would then exhaust the stack.
 */
const depthMax = 30

/**
 * Returns true if no value is nested deeper than `depthMax`. Uses a loop, because recursion could exhaust the stack.
 */
function isShallow(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= depthMax; depth++) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
    if (level.length === 0) return true
  }
  return false
}

export const fhirQuestionnaire = z
  .looseObject({ resourceType: z.literal('Questionnaire') })
  .refine(isShallow, 'The questions of this questionnaire are nested too deeply. Use fewer levels.')

const coding = z.object({
  system: z.string().optional(),
  version: z.string().optional(),
  code: z.string().optional(),
  display: z.string().optional(),
})

/**
 * An answer option of the Questionnaire. `text`: the option of the template field that was made from this answer
 * option. Exactly one of the properties that begin with `value` is present.
 */
const option = z.object({
  text: z.string(),
  valueCoding: coding.optional(),
  valueString: z.string().optional(),
  valueInteger: z.number().int().optional(),
  valueDate: z.string().optional(),
})

/**
 * What is needed to answer one item of a Questionnaire. The items are one flat list in the order of the Questionnaire.
 * `level` is the nesting depth of an item. The parent of an item is the nearest item before it with a lower level. A
 * nested list would need a schema that refers to itself, which some programs that read the API document do not support.
 */
const item = z.object({
  linkId: z.string(),
  level: z.number().int().min(0),
  text: z.string().optional(),
  type: z.string(),
  /** The field that was made from the item. Absent for groups, and for items that a template cannot express. */
  fieldId: z.string().optional(),
  otherFieldId: z.string().optional(),
  options: z.array(option).optional(),
})
export type QuestionnaireAnswer = z.infer<typeof item>

/**
 * What a template must keep of its Questionnaire, so that an output can become a QuestionnaireResponse (product 12.81).
 */
export const questionnaireLinks = z.object({
  /** Version of this format, so that later versions of the server can read what an earlier version has stored. */
  format: z.literal(1),
  canonical: z.string().optional(),
  items: z.array(item),
})
export type QuestionnaireLinks = z.infer<typeof questionnaireLinks>
