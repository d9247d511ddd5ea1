import type { Item } from './fields.ts'
import { called, error, type TemplateProblem, warning } from './problem.ts'

type Conditional = Item & { disabled?: boolean | undefined }

export type ConditionProblem = TemplateProblem & { fieldId: string }

/**
 * Returns the problems of all conditions. It is an error if a condition refers to its own field or to a deleted field,
 * or if conditions form a cycle. It is a warning if a condition refers to a disabled field: the field with the
 * condition stays empty until the other field is enabled.
 */
export function conditionProblems(fields: readonly Conditional[]): ConditionProblem[] {
  const byId = new Map(fields.map((field) => [field.id, field]))
  return fields.flatMap((field) => {
    const problem = problemOf(field, byId)
    return problem === undefined ? [] : [{ ...problem, fieldId: field.id }]
  })
}

function problemOf(field: Conditional, byId: ReadonlyMap<string, Conditional>): TemplateProblem | undefined {
  if (field.condition === undefined) return undefined
  const target = byId.get(field.condition.id)
  if (field.condition.id === field.id)
    return error(
      field,
      `The condition of ${called(field)} refers to that field itself. Choose another field in the condition.`,
    )
  if (target === undefined) {
    const deletedField = called({ id: field.condition.id, name: '' })
    return error(
      field,
      `The condition of ${called(field)} depends on a field that does not exist: ${deletedField}. Choose another field in the condition.`,
    )
  }
  const circle = circleOf(field, byId)
  if (circle !== undefined) {
    return error(
      field,
      `The conditions of ${listed(circle.map(called))} depend on each other. Change or remove one of them.`,
    )
  }
  if (target.disabled === true) {
    return warning(
      field,
      `The condition of ${called(field)} depends on ${called(target)}, which is disabled. Enable that field or change the condition.`,
    )
  }
  return undefined
}

function circleOf(field: Conditional, byId: ReadonlyMap<string, Conditional>): Conditional[] | undefined {
  const way = new Set<Conditional>()
  let next: Conditional | undefined = field
  while (next !== undefined && !way.has(next)) {
    way.add(next)
    next = next.condition === undefined ? undefined : byId.get(next.condition.id)
  }
  return next === field ? [...way] : undefined
}

const namedMax = 5

function listed(names: readonly string[]): string {
  if (names.length > namedMax) return `${names.slice(0, namedMax).join(', ')} and ${names.length - namedMax} more`
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
