import type { Condition, DynamicField, Field } from '../../../lib/contracts/index.ts'
import { conditionOperator, conditionValues } from '../../../lib/template/index.ts'
import { countWords } from '../../ui/count-words.ts'
import { answerTypeNames } from '../answer-types.ts'

/** The tooltip of a row shows this many characters of the instructions (product 2.7). */
export const tooltipCharacters = 100

/** Returns the beginning of the instructions, or null if there are none. */
export const tooltipText = ({ instructions }: { instructions?: string | undefined }): string | null =>
  instructions?.trim() ? instructions.slice(0, tooltipCharacters) : null

/** Returns the name shown on a row. It marks disabled fields (product 2.7). */
export const rowName = ({ name, disabled }: { name: string; disabled?: boolean | undefined }): string =>
  disabled ? `${name} - DISABLED` : name

const formatNames = { bullet: 'bullets', numbered: 'numbered', paragraph: 'paragraph' }

/** Returns the second line of a row: type, format or size, and the beginning of the instructions. */
export function summaryOf(field: Field | DynamicField): string {
  const parts: string[] = []
  if ('type' in field) {
    parts.push(answerTypeNames[field.type])
    if (field.type === 'string' && field.format) parts.push(formatNames[field.format])
    if ('options' in field) parts.push(countWords(field.options.length, 'option', 'options'))
    if (field.type === 'table') parts.push(countWords(field.headers.length, 'column', 'columns'))
  }
  // A row shows at most two lines, so more text would be cut off.
  if (field.instructions?.trim()) parts.push(field.instructions.trim().slice(0, 160))
  return parts.join(' · ')
}

const operatorWords = { equals: '=', contains: 'contains', contains_any: 'contains any of' }

/** Describes a condition: `if Risk discussed = Yes`. */
export function conditionWords(condition: Condition, nameOf: (id: string) => string | undefined): string {
  const operator = conditionOperator(condition)
  const values = conditionValues(condition).filter((value) => value !== '')
  return `if ${nameOf(condition.id) ?? 'a deleted field'} ${operatorWords[operator]} ${values.join(', ') || 'nothing'}`
}
