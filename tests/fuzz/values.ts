import fc from 'fast-check'
import { z } from 'zod'
import { oddNumbers, oddTexts } from './odd-values.ts'

/** The parts of a JSON schema that the contracts use. */
const jsonSchema = z.looseObject({
  get anyOf() {
    return z.array(jsonSchema).optional()
  },
  get oneOf() {
    return z.array(jsonSchema).optional()
  },
  get allOf() {
    return z.array(jsonSchema).optional()
  },
  get items() {
    return z.union([jsonSchema, z.boolean()]).optional()
  },
  get properties() {
    return z.record(z.string(), jsonSchema).optional()
  },
  get additionalProperties() {
    return z.union([jsonSchema, z.boolean()]).optional()
  },
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  required: z.array(z.string()).optional(),
  format: z.string().optional(),
  maxLength: z.number().optional(),
  minLength: z.number().optional(),
  maxItems: z.number().optional(),
  minItems: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  $ref: z.string().optional(),
})
type JsonSchema = z.infer<typeof jsonSchema>

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...oddTexts, ...oddNumbers, null, true, false, [], {}),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
)

const formats: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid(),
  email: fc.emailAddress(),
  uri: fc.webUrl(),
  'date-time': fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  date: fc
    .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
}

/**
 * Returns values of a schema of the contracts: mostly of the right form, sometimes with one wrong part. A text is
 * sometimes one of `known`, so that ids and names of existing rows occur. The values may break rules that are not in
 * the JSON schema, such as the refinements of Zod.
 */
export function valuesOf(schema: z.ZodType, known: readonly string[]): fc.Arbitrary<unknown> {
  const parsed = jsonSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }))
  return fc.oneof({ weight: 9, arbitrary: of(parsed, known, 6) }, { weight: 1, arbitrary: odd })
}

function of(schema: JsonSchema, known: readonly string[], depth: number): fc.Arbitrary<unknown> {
  const right = rightOf(schema, known, depth)
  return fc.oneof({ weight: 29, arbitrary: right }, { weight: 1, arbitrary: odd })
}

function rightOf(schema: JsonSchema, known: readonly string[], depth: number): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices && choices.length > 0) return fc.oneof(...choices.map((one) => of(one, known, depth - 1)))
  if (schema.allOf)
    return fc
      .tuple(...schema.allOf.map((one) => of(one, known, depth - 1)))
      .map((parts) => Object.assign({}, ...parts.filter((part) => typeof part === 'object')))
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  // For a schema without a type, such as a reference, or for a schema that is nested too deeply, return any value.
  if (depth <= 0 || types[0] === undefined) return odd
  return fc.oneof(...types.map((type) => ofType(type ?? '', schema, known, depth)))
}

function ofType(type: string, schema: JsonSchema, known: readonly string[], depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return objectOf(schema, known, depth)
    case 'array': {
      const { items, minItems: minLength = 0, maxItems = 4 } = schema
      const item = typeof items === 'object' ? of(items, known, depth - 1) : odd
      return fc.array(item, { minLength, maxLength: Math.max(minLength, Math.min(maxItems, 4)) })
    }
    case 'string': {
      const { format, minLength = 0, maxLength = 60 } = schema
      const plain = fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) })
      const right = (format === undefined ? undefined : formats[format]) ?? plain
      const texts = [
        { weight: 4, arbitrary: right },
        { weight: 1, arbitrary: fc.constantFrom(...oddTexts) },
      ]
      return known.length === 0
        ? fc.oneof(...texts)
        : fc.oneof(...texts, { weight: 4, arbitrary: fc.constantFrom(...known) })
    }
    case 'integer': {
      const { minimum: min = -5, maximum: max = 1_000 } = schema
      return fc.oneof(
        { weight: 5, arbitrary: fc.integer({ min, max: Math.max(min, max) }) },
        { weight: 1, arbitrary: fc.constantFrom(...oddNumbers) },
      )
    }
    case 'number':
      return fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(...oddNumbers))
    case 'boolean':
      return fc.boolean()
    default:
      return fc.constant(null)
  }
}

function objectOf(schema: JsonSchema, known: readonly string[], depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema
  const parts = Object.fromEntries(
    Object.entries(properties).map(([key, property]) => [key, of(property, known, depth - 1)]),
  )
  const right = fc.record(parts, { requiredKeys: required.filter((key) => key in parts) })
  if (typeof additionalProperties !== 'object') return right
  const more = fc.dictionary(fc.string({ maxLength: 20 }), of(additionalProperties, known, depth - 1), { maxKeys: 4 })
  return fc.tuple(right, more).map(([one, two]) => ({ ...two, ...one }))
}
