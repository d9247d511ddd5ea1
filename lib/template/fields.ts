import { type Condition, limits } from '../contracts/index.ts'
import { fieldIdFrom } from './field-id.ts'

/** What these rules need to know of a field; template fields and dynamic fields alike. */
export interface Item {
  id: string
  name: string
  condition?: Condition | undefined
}

const idsOf = (fields: readonly Item[]) => fields.map(({ id }) => id)

/** The list with a field put in at a place, at its end by default. Throws where the id is taken (spec §5). */
export function addField<Of extends Item>(fields: readonly Of[], field: Of, at = fields.length): Of[] {
  if (idsOf(fields).includes(field.id)) throw new Error('Field ID must be unique')
  return fields.toSpliced(at, 0, field)
}

/**
 * The list with the field called `id` replaced. Where its id changed, the conditions that look at it follow. Throws
 * where the new id belongs to another field.
 */
export function updateField<Of extends Item>(fields: readonly Of[], id: string, field: Of): Of[] {
  const at = fields.findIndex((each) => each.id === id)
  if (at === -1) return [...fields]
  const replaced = fields.with(at, field)
  if (field.id === id) return replaced
  if (fields.some((each, index) => index !== at && each.id === field.id)) throw new Error('Field ID must be unique')
  return replaced.map((each) =>
    each.condition?.id === id ? { ...each, condition: { ...each.condition, id: field.id } } : each,
  )
}

/** The list without a field. Conditions that looked at it stay as they are, so that `conditionProblems` names them. */
export const removeField = <Of extends Item>(fields: readonly Of[], id: string): Of[] =>
  fields.filter((field) => field.id !== id)

/** The list with a field at another place; a place outside the list is its nearest end. */
export function moveField<Of extends Item>(fields: readonly Of[], id: string, toIndex: number): Of[] {
  const from = fields.findIndex((field) => field.id === id)
  const moved = fields[from]
  if (moved === undefined) return [...fields]
  const to = Math.min(Math.max(toIndex, 0), fields.length - 1)
  return fields.toSpliced(from, 1).toSpliced(to, 0, moved)
}

const copySuffix = ' (copy)'

/** The list with a copy of a field right after it, under a name and an id of its own. */
export function duplicateField<Of extends Item>(fields: readonly Of[], id: string): Of[] {
  const at = fields.findIndex((field) => field.id === id)
  const original = fields[at]
  if (original === undefined) return [...fields]
  const name = original.name.slice(0, limits.nameMax - copySuffix.length) + copySuffix
  const copy = { ...structuredClone(original), name, id: fieldIdFrom(name, idsOf(fields)) }
  return fields.toSpliced(at + 1, 0, copy)
}
