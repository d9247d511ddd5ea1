import { type Field, type FieldType, limits } from '../contracts/index.ts'
import { blankField, type FieldBase } from './make-field.ts'

/**
 * Returns the field with another answer type. The properties that all types have (see `baseOf`) stay. The possible
 * answers of a choice, a boolean or a table (see `optionsFrom`) become the options of a new choice or the first column of
 * a new table. All other properties of the old type are lost.
 */
export function convertField(field: Field, type: FieldType): Field {
  if (field.type === type) return field
  const blank = blankField(type, baseOf(field))
  const answers = optionsFrom(field)
  if (blank.type === 'single_choice' || blank.type === 'multiple_choice') return { ...blank, options: answers }
  if (blank.type === 'table' && answers.length > 0) {
    return { ...blank, headers: [field.name, ''], rows: answers.map((answer) => [answer, '']) }
  }
  return blank
}

/** Returns the properties of a field that every field type has. Properties that are not set stay absent. */
function baseOf(field: Field): FieldBase {
  const { id, name, instructions, temperature, probability, model, disabled, condition } = field
  const optional = { instructions, temperature, probability, model, disabled, condition }
  const set = Object.entries(optional).filter(([, value]) => value !== undefined)
  return { id, name, ...Object.fromEntries(set) }
}

/** Returns the possible answers of a choice or of a yes/no question. Empty for every other field. */
export function answersOf(field: Field): readonly string[] {
  if (field.type === 'boolean') return ['Yes', 'No']
  return field.type === 'single_choice' || field.type === 'multiple_choice' ? field.options : []
}

/** Returns what can become the options of a choice: the possible answers, or the first column of a table. */
function optionsFrom(field: Field): string[] {
  if (field.type !== 'table') return [...answersOf(field)]
  const first = field.rows.map(([cell = '']) => cell.trim().slice(0, limits.nameMax))
  return [...new Set(first)].filter((cell) => cell !== '').slice(0, limits.optionsMax)
}
