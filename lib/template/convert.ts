import { type Field, type FieldType, limits } from '../contracts/index.ts'
import { blankField, type FieldBase } from './make-field.ts'

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

function baseOf(field: Field): FieldBase {
  const { id, name, instructions, temperature, probability, model, disabled, condition } = field
  const optional = { instructions, temperature, probability, model, disabled, condition }
  const entries = Object.entries(optional).filter(([, value]) => value !== undefined)
  return { id, name, ...Object.fromEntries(entries) }
}

export function answersOf(field: Field): readonly string[] {
  if (field.type === 'boolean') return ['Yes', 'No']
  return field.type === 'single_choice' || field.type === 'multiple_choice' ? field.options : []
}

function optionsFrom(field: Field): string[] {
  if (field.type !== 'table') return [...answersOf(field)]
  const firstColumn = field.rows.map(([cell = '']) => cell.trim().slice(0, limits.nameMax))
  return [...new Set(firstColumn)].filter((cell) => cell !== '').slice(0, limits.optionsMax)
}
