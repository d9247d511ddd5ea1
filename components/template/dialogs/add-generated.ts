import type { Field } from '../../../lib/contracts/index.ts'
import { addField, fieldIdFrom } from '../../../lib/template/index.ts'

/**
 * Appends generated fields to a template's fields. Ids that are already taken are replaced, also in conditions. A
 * condition on a field that was not chosen is removed, because it could not be evaluated.
 */
export function addGenerated(fields: readonly Field[], generated: readonly Field[]): Field[] {
  const takenIds = fields.map(({ id }) => id)
  const ids = new Map<string, string>()
  for (const field of generated) {
    const id = takenIds.includes(field.id) ? fieldIdFrom(field.name, takenIds) : field.id
    takenIds.push(id)
    if (!ids.has(field.id)) ids.set(field.id, id)
  }
  return generated.reduce<Field[]>(
    (all, field, index) => addField(all, conditioned(field, takenIds[fields.length + index] ?? field.id, ids)),
    [...fields],
  )
}

function conditioned({ condition, ...field }: Field, id: string, ids: ReadonlyMap<string, string>): Field {
  const target = condition && ids.get(condition.id)
  return { ...field, id, ...(condition && target !== undefined ? { condition: { ...condition, id: target } } : {}) }
}
