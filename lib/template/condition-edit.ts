import { type Condition, limits } from '../contracts/index.ts'
import type { Item } from './fields.ts'

export const conditionOperators = ['equals', 'contains', 'contains_any'] as const
export type ConditionOperator = (typeof conditionOperators)[number]

/**
 * Returns the condition that the editor shows first: the answer of the first other field equals an empty value (product
 * 4.7). Returns undefined if there is no other field.
 */
export function defaultCondition(field: Pick<Item, 'id'>, fields: readonly Item[]): Condition | undefined {
  const first = fields.find(({ id }) => id !== field.id)
  return first === undefined ? undefined : { id: first.id, equals: '' }
}

export function conditionOperator(condition: Condition): ConditionOperator {
  if ('equals' in condition) return 'equals'
  return 'contains' in condition ? 'contains' : 'contains_any'
}

export function conditionValues(condition: Condition): readonly string[] {
  if ('equals' in condition) return [condition.equals]
  return 'contains' in condition ? [condition.contains] : condition.contains_any
}

/**
 * Returns the condition with another operator. Keeps the typed text (product 4.7), cut to `limits.instructionsMax`
 * characters. If the new operator is `contains_any`, the text becomes the only list entry. If the old operator was
 * `contains_any`, the list is joined with commas.
 */
export function withOperator(condition: Condition, operator: ConditionOperator): Condition {
  if (conditionOperator(condition) === operator) return condition
  const { id } = condition
  const text = conditionValues(condition).join(', ').slice(0, limits.instructionsMax)
  if (operator === 'equals') return { id, equals: text }
  if (operator === 'contains') return { id, contains: text }
  return { id, contains_any: text.trim() === '' ? [] : [text.trim()] }
}

export function withValue(condition: Condition, value: string): Condition {
  const { id } = condition
  if ('equals' in condition) return { id, equals: value }
  return 'contains' in condition ? { id, contains: value } : addAnyValue({ id, contains_any: [] }, value)
}

type AnyCondition = Extract<Condition, { contains_any: string[] }>

/**
 * Adds a trimmed value to a `contains_any` condition (product 5.7). An empty value, a duplicate, or a value beyond the
 * maximum number changes nothing.
 */
export function addAnyValue(condition: AnyCondition, value: string): AnyCondition {
  const trimmed = value.trim()
  const { contains_any: values } = condition
  if (trimmed === '' || values.includes(trimmed) || values.length >= limits.optionsMax) return condition
  return { ...condition, contains_any: [...values, trimmed] }
}

export const withTarget = (condition: Condition, id: string): Condition => ({ ...condition, id })
