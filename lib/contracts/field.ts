import { z } from 'zod'
import { limits } from './limits.ts'

export const fieldTypes = [
  'string',
  'number',
  'boolean',
  'date',
  'single_choice',
  'multiple_choice',
  'table',
  'template',
  'start_time',
  'end_time',
  'start_end_time',
] as const

export const fieldType = z.enum(fieldTypes)
export type FieldType = z.infer<typeof fieldType>

export const fieldId = z.string().min(1).max(limits.identifierMax)

/**
 * A condition: the field is filled only if the answer to the field `id` matches. A condition has exactly one operator
 * (product 3.4).
 */
export const condition = z.union([
  z.strictObject({ id: fieldId, equals: z.string().max(limits.instructionsMax) }),
  z.strictObject({ id: fieldId, contains: z.string().max(limits.instructionsMax) }),
  z.strictObject({
    id: fieldId,
    contains_any: z.array(z.string().max(limits.instructionsMax)).max(limits.optionsMax),
  }),
])
export type Condition = z.infer<typeof condition>

export const listFormats = ['bullet', 'numbered', 'paragraph'] as const
export const listFormat = z.enum(listFormats)
export type ListFormat = z.infer<typeof listFormat>

const common = {
  id: fieldId,
  name: z.string().max(limits.nameMax),
  instructions: z.string().max(limits.instructionsMax).optional(),
  temperature: z.number().min(0).max(1).optional(),
  /** An answer is used only if its confidence is at least this number. Otherwise the field stays empty. */
  probability: z.number().min(0).max(1).optional(),
  model: z.number().int().min(0).max(limits.modelSlotMax).optional(),
  disabled: z.boolean().optional(),
  condition: condition.optional(),
}

const text = z.string().max(limits.valueMax)
const options = z.array(z.string().max(limits.nameMax)).max(limits.optionsMax)

const plain = <const Type extends FieldType>(type: Type) => z.strictObject({ ...common, type: z.literal(type) })

/**
 * A template field. Unknown keys are refused, because product 5.3 limits the number of keys: 8 for a choice, 9 for a
 * table.
 */
export const field = z.discriminatedUnion('type', [
  z.strictObject({
    ...common,
    type: z.literal('string'),
    format: listFormat.optional(),
    /** False: names of people are left out of the answer. */
    names: z.boolean().optional(),
  }),
  plain('number'),
  plain('boolean'),
  plain('date'),
  z.strictObject({ ...common, type: z.literal('single_choice'), options }),
  z.strictObject({ ...common, type: z.literal('multiple_choice'), options }),
  z.strictObject({
    ...common,
    type: z.literal('table'),
    headers: z.array(text).max(100),
    rows: z.array(z.array(text).max(100)).max(1000),
  }),
  z.strictObject({ ...common, type: z.literal('template'), text }),
  plain('start_time'),
  plain('end_time'),
  plain('start_end_time'),
])
export type Field = z.infer<typeof field>
export type FieldOf<Type extends FieldType> = Extract<Field, { type: Type }>

/** A field that is made from the form of an open page. It has no type. Only the extension uses it (product 3.5). */
export const dynamicField = z.strictObject({
  id: fieldId,
  name: z.string().max(limits.nameMax),
  instructions: z.string().max(limits.instructionsMax).optional(),
  condition: condition.optional(),
})
export type DynamicField = z.infer<typeof dynamicField>
