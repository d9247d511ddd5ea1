import type { Field, FieldOf, FieldType } from '../contracts/index.ts'
import { fieldIdFrom } from './field-id.ts'

export type FieldBase = Pick<
  Field,
  'id' | 'name' | 'instructions' | 'temperature' | 'probability' | 'model' | 'disabled' | 'condition'
>

const makers: { [Type in FieldType]: (base: FieldBase) => FieldOf<Type> } = {
  string: (base) => ({ ...base, type: 'string' }),
  number: (base) => ({ ...base, type: 'number' }),
  boolean: (base) => ({ ...base, type: 'boolean' }),
  date: (base) => ({ ...base, type: 'date' }),
  single_choice: (base) => ({ ...base, type: 'single_choice', options: [] }),
  multiple_choice: (base) => ({ ...base, type: 'multiple_choice', options: [] }),
  table: (base) => ({ ...base, type: 'table', headers: [''], rows: [['']] }),
  template: (base) => ({ ...base, type: 'template', text: '' }),
  start_time: (base) => ({ ...base, type: 'start_time' }),
  end_time: (base) => ({ ...base, type: 'end_time' }),
  start_end_time: (base) => ({ ...base, type: 'start_end_time' }),
}

export const blankField = <Type extends FieldType>(type: Type, base: FieldBase): FieldOf<Type> => makers[type](base)

export function newField(type: FieldType, name: string, takenIds: readonly string[]): Field {
  const trimmed = name.trim()
  return blankField(type, { id: fieldIdFrom(trimmed, takenIds), name: trimmed })
}
