import type { Condition, DynamicField, Field } from '../../../lib/contracts/index.ts'
import { conditionOperator, conditionValues } from '../../../lib/template/index.ts'
import { answerTypeNames } from '../answer-types.ts'

/** So many characters of the instructions stand in a row's tooltip (spec §2). */
export const tooltipCharacters = 100

/** The first characters of the instructions; null where there are none. */
export const tooltipText = ({ instructions }: { instructions?: string | undefined }): string | null =>
  instructions?.trim() ? instructions.slice(0, tooltipCharacters) : null

/** The name on a row card; a disabled field says so (spec §2). */
export const rowName = ({ name, disabled }: { name: string; disabled?: boolean | undefined }): string =>
  disabled ? `${name} - DISABLED` : name

const formatNames = { bullet: 'bullets', numbered: 'numbered', paragraph: 'paragraph' }

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** What a row says of a field besides its name: type, shape, and how its instructions begin. */
export function summaryOf(field: Field | DynamicField): string {
  const parts: string[] = []
  if ('type' in field) {
    parts.push(answerTypeNames[field.type])
    if (field.type === 'string' && field.format) parts.push(formatNames[field.format])
    if ('options' in field) parts.push(counted(field.options.length, 'option', 'options'))
    if (field.type === 'table') parts.push(counted(field.headers.length, 'column', 'columns'))
  }
  // A row shows two lines at most; more would only be cut away.
  if (field.instructions?.trim()) parts.push(field.instructions.trim().slice(0, 160))
  return parts.join(' · ')
}

const operatorWords = { equals: '=', contains: 'contains', contains_any: 'contains any of' }

/** A condition in a few words: `if Risk discussed = Yes`. */
export function conditionWords(condition: Condition, nameOf: (id: string) => string | undefined): string {
  const operator = conditionOperator(condition)
  const values = conditionValues(condition).filter((value) => value !== '')
  return `if ${nameOf(condition.id) ?? 'a field that is gone'} ${operatorWords[operator]} ${values.join(', ') || 'nothing'}`
}
