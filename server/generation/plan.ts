import { type DynamicField, type Field, limits, type Template } from '../../lib/contracts/index.ts'
import { dependencyRounds, toField } from '../../lib/template/index.ts'

/** Fields written in one call: same model slot, same temperature, at most 25, nothing between them. */
export interface Group {
  slot: number
  /** From 0 to 1; the slider's default where the field has none. */
  temperature: number
  fields: Field[]
}

/** What is written after what: the groups of one round run at once, rounds one after another. */
export interface Plan {
  rounds: Group[][]
  /** Fields whose condition can never be decided; they stay empty. */
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

/** A group cut into calls of nearly the same size: a model loses fields of a long list. */
function inCalls(group: Group): Group[] {
  const calls = Math.ceil(group.fields.length / limits.fieldsPerCallMax)
  const size = Math.ceil(group.fields.length / calls)
  return Array.from({ length: calls }, (_, call) => ({
    ...group,
    fields: group.fields.slice(call * size, (call + 1) * size),
  }))
}
