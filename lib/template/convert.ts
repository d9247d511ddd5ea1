import { type Field, type FieldType, limits } from '../contracts/index.ts'
import { blankField, type FieldBase } from './make-field.ts'

/**
 * The same field with another answer type. What both types have stays; options and a table's first column stand for
 * each other, Yes and No become the options of a choice. Everything else of the old type's own is dropped.
 */
export function convertField(field: Field, type: FieldType): Field {
  if (field.type === type) return field
  const blank = blankField(type, baseOf(field))
  const answers = answersOf(field)
  if (blank.type === 'single_choice' || blank.type === 'multiple_choice') return { ...blank, options: answers }
  if (blank.type === 'table' && answers.length > 0) {
    return { ...blank, headers: [field.name, ''], rows: answers.map((answer) => [answer, '']) }
  }
  return blank
}

/** A field without what belongs to its type alone; keys that are not set stay away. */
function baseOf(field: Field): FieldBase {
  const { id, name, instructions, temperature, probability, model, disabled, condition } = field
  const optional = { instructions, temperature, probability, model, disabled, condition }
  const set = Object.entries(optional).filter(([, value]) => value !== undefined)
  return { id, name, ...Object.fromEntries(set) }
}

/** The answers a field names by itself. */
function answersOf(field: Field): string[] {
  if (field.type === 'boolean') return ['Yes', 'No']
  if (field.type === 'single_choice' || field.type === 'multiple_choice') return field.options
  if (field.type !== 'table') return []
  const first = field.rows.map(([cell = '']) => cell.trim().slice(0, limits.nameMax))
  return [...new Set(first)].filter((cell) => cell !== '').slice(0, limits.optionsMax)
}
