import { type DynamicField, type Field, limits, type Template } from '../../lib/contracts/index.ts'
import { dependencyRounds, toField } from '../../lib/template/index.ts'

/**
 * Fields that are written in one call: same model slot, same temperature, at most 25 fields, no conditions between
 * them.
 */
export interface Group {
  slot: number
  /** From 0 to 1. If the field sets no temperature, this is the default of the temperature slider. */
  temperature: number
  fields: Field[]
}

/**
 * The groups in the order of writing. The groups of one round are written in parallel; the rounds run one after
 * another.
 */
export interface Plan {
  rounds: Group[][]
  /**
   * Fields whose condition can never be evaluated, for example because it refers to a field that is not in the
   * template. They stay empty.
   */
  undecidable: Field[]
}

/** Groups a template's fields by dependency, model and temperature (product 10.1). Disabled fields are skipped. */
export function planGeneration(template: Pick<Template, 'fields'>, dynamicFields: readonly DynamicField[] = []): Plan {
  const fields = [...template.fields.filter(({ disabled }) => disabled !== true), ...dynamicFields.map(toField)]
  const { rounds, undecidable } = dependencyRounds(fields)
  return { rounds: rounds.map(groupAlike), undecidable }
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
