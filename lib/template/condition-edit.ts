import { type Condition, limits } from '../contracts/index.ts'
import type { Item } from './fields.ts'

export const conditionOperators = ['equals', 'contains', 'contains_any'] as const
export type ConditionOperator = (typeof conditionOperators)[number]

/** The condition a field gets first: the first other field, empty value, equals (spec §4). None without another field. */
export function defaultCondition(field: Pick<Item, 'id'>, fields: readonly Item[]): Condition | undefined {
  const first = fields.find(({ id }) => id !== field.id)
  return first === undefined ? undefined : { id: first.id, equals: '' }
}

/** Which of the three operators a condition has. */
export function conditionOperator(condition: Condition): ConditionOperator {
  if ('equals' in condition) return 'equals'
  return 'contains' in condition ? 'contains' : 'contains_any'
}

/** The values a condition compares with: one for `equals` and `contains`, any number for `contains_any`. */
export function conditionValues(condition: Condition): readonly string[] {
  if ('equals' in condition) return [condition.equals]
  return 'contains' in condition ? [condition.contains] : condition.contains_any
}

/**
 * The same condition with another operator. A single value stays; turned into `contains_any` it becomes the one value
 * of the list, and a list of several becomes one text with commas, so nothing typed is lost (spec §4).
 */
export function withOperator(condition: Condition, operator: ConditionOperator): Condition {
  if (conditionOperator(condition) === operator) return condition
  const { id } = condition
  const text = conditionValues(condition).join(', ').slice(0, limits.instructionsMax)
  if (operator === 'equals') return { id, equals: text }
  if (operator === 'contains') return { id, contains: text }
  return { id, contains_any: text.trim() === '' ? [] : [text.trim()] }
}

/** The same condition with another value; a `contains_any` gets it as its only one. */
export function withValue(condition: Condition, value: string): Condition {
  const { id } = condition
  if ('equals' in condition) return { id, equals: value }
  return 'contains' in condition ? { id, contains: value } : addAnyValue({ id, contains_any: [] }, value)
}

type AnyCondition = Extract<Condition, { contains_any: string[] }>

/** A `contains_any` with one more value, trimmed; an empty one and one that is there already change nothing (spec §5). */
export function addAnyValue(condition: AnyCondition, value: string): AnyCondition {
  const trimmed = value.trim()
  const { contains_any: values } = condition
  if (trimmed === '' || values.includes(trimmed) || values.length >= limits.optionsMax) return condition
  return { ...condition, contains_any: [...values, trimmed] }
}

/** The same condition looking at another field. */
export const withTarget = (condition: Condition, id: string): Condition => ({ ...condition, id })
