import { type DynamicField, type Field, limits, type Template } from '../../lib/contracts/index.ts'
import { dependencyRounds, toField } from '../../lib/template/index.ts'

/** Fields of one call: same model slot, same temperature, at most 25, no conditions between them. */
export interface Group {
  slot: number
  /** If the field sets no temperature, this is the default of the temperature slider. */
  temperature: number
  fields: Field[]
}

/** The groups of one round are written in parallel; the rounds run one after another. */
export interface Plan {
  rounds: Group[][]
  /** Fields that are not asked, because their condition depends directly or indirectly on a disabled field. */
  afterDisabled: Field[]
  /** Fields that are not asked, because their condition can never be evaluated. */
  undecidable: Field[]
}

/** Groups a template's fields by dependency, model and temperature (product 10.1). Disabled fields are skipped. */
export function planGeneration(template: Pick<Template, 'fields'>, dynamicFields: readonly DynamicField[] = []): Plan {
  const fields = [...template.fields.filter(({ disabled }) => disabled !== true), ...dynamicFields.map(toField)]
  const { rounds, undecidable: left } = dependencyRounds(fields)
  const off = new Set(template.fields.filter(({ disabled }) => disabled === true).map(({ id }) => id))
  const byId = new Map(left.map((field) => [field.id, field]))
  const afterDisabled = left.filter((field) => dependsOn(field, byId, off))
  return {
    rounds: rounds.map(groupAlike),
    afterDisabled,
    undecidable: left.filter((field) => !afterDisabled.includes(field)),
  }
}

function dependsOn(field: Field, byId: ReadonlyMap<string, Field>, ids: ReadonlySet<string>): boolean {
  // Conditions can form a cycle, so the search ends at a field that it has seen before.
  const visitedIds = new Set<string>()
  let next: Field | undefined = field
  while (next?.condition !== undefined && !visitedIds.has(next.id)) {
    if (ids.has(next.condition.id)) return true
    visitedIds.add(next.id)
    next = byId.get(next.condition.id)
  }
  return false
}

export const quoted = (fields: readonly Field[]): string => fields.map(({ name }) => `“${name}”`).join(', ')

export function unaskedNotices({ afterDisabled, undecidable }: Omit<Plan, 'rounds'>): string[] {
  return [
    ...(afterDisabled.length === 0
      ? []
      : [
          afterDisabled.length === 1
            ? `The field ${quoted(afterDisabled)} was not asked, because its condition depends on a field that is disabled. Enable that field, or change the condition in the template.`
            : `The fields ${quoted(afterDisabled)} were not asked, because their conditions depend on fields that are disabled. Enable those fields, or change the conditions in the template.`,
        ]),
    ...(undecidable.length === 0
      ? []
      : [
          undecidable.length === 1
            ? `The field ${quoted(undecidable)} was not asked, because its condition refers to a field that does not exist, or to the field itself. Correct the condition in the template.`
            : `The fields ${quoted(undecidable)} were not asked, because their conditions refer to fields that do not exist, or to the fields themselves. Correct the conditions in the template.`,
        ]),
  ]
}

function groupAlike(fields: readonly Field[]): Group[] {
  const groups = new Map<string, Group>()
  for (const field of fields) {
    const { model: slot = 0, temperature = limits.temperatureDefault } = field
    const key = `${slot} ${temperature}`
    const group = groups.get(key) ?? { slot, temperature, fields: [] }
    group.fields.push(field)
    groups.set(key, group)
  }
  return [...groups.values()].flatMap(inCalls)
}

/** Splits a group into calls of nearly equal size, because a model skips fields if the list is long. */
function inCalls(group: Group): Group[] {
  const calls = Math.ceil(group.fields.length / limits.fieldsPerCallMax)
  const size = Math.ceil(group.fields.length / calls)
  return Array.from({ length: calls }, (_, call) => ({
    ...group,
    fields: group.fields.slice(call * size, (call + 1) * size),
  }))
}
