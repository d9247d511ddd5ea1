import { type Condition, limits } from '../contracts/index.ts'
import { fieldIdFrom } from './field-id.ts'

export interface Item {
  id: string
  name: string
  condition?: Condition | undefined
}

const idsOf = (fields: readonly Item[]) => fields.map(({ id }) => id)

/** Inserts a field, by default at the end. Throws if its id is already used (product 5.1). */
export function addField<Of extends Item>(fields: readonly Of[], field: Of, at = fields.length): Of[] {
  if (idsOf(fields).includes(field.id)) throw new Error('Field ID must be unique')
  return fields.toSpliced(at, 0, field)
}

/**
 * Replaces the field `id`. If the id changes, the conditions that refer to it are updated. Throws if another field has
 * the new id.
 */
export function updateField<Of extends Item>(fields: readonly Of[], id: string, field: Of): Of[] {
  const at = fields.findIndex((each) => each.id === id)
  if (at === -1) return [...fields]
  const newFields = fields.with(at, field)
  if (field.id === id) return newFields
  if (fields.some((each, index) => index !== at && each.id === field.id)) throw new Error('Field ID must be unique')
  return newFields.map((each) =>
    each.condition?.id === id ? { ...each, condition: { ...each.condition, id: field.id } } : each,
  )
}

/** Removes a field. Conditions that refer to it stay unchanged, so that `conditionProblems` reports them. */
export const removeField = <Of extends Item>(fields: readonly Of[], id: string): Of[] =>
  fields.filter((field) => field.id !== id)

export function moveField<Of extends Item>(fields: readonly Of[], id: string, toIndex: number): Of[] {
  const from = fields.findIndex((field) => field.id === id)
  const movedField = fields[from]
  if (movedField === undefined) return [...fields]
  const to = Math.min(Math.max(toIndex, 0), fields.length - 1)
  return fields.toSpliced(from, 1).toSpliced(to, 0, movedField)
}

const copySuffix = ' (copy)'

export function duplicateField<Of extends Item>(fields: readonly Of[], id: string): Of[] {
  const at = fields.findIndex((field) => field.id === id)
  const original = fields[at]
  if (original === undefined) return [...fields]
  const name = original.name.slice(0, limits.nameMax - copySuffix.length) + copySuffix
  const copy = { ...structuredClone(original), name, id: fieldIdFrom(name, idsOf(fields)) }
  return fields.toSpliced(at + 1, 0, copy)
}
