import { type Field, type FieldOf, limits, type Template } from '../contracts/index.ts'
import { conditionProblems } from './condition-problems.ts'
import { called, error, type TemplateProblem, warning } from './problem.ts'

/** Keys of a field's definition that do not count towards the maximum number of keys (product 5.3). */
const uncounted = new Set(['disabled', 'condition'])

/** Counts the keys of a field's definition. A choice may have 8 keys, a table 9 keys (product 5.3). */
export const keyCount = (field: object): number =>
  Object.entries(field).filter(([key, value]) => value !== undefined && !uncounted.has(key)).length

export const keyMax = (type: string): number | undefined =>
  type === 'table' ? 9 : type === 'single_choice' || type === 'multiple_choice' ? 8 : undefined

// Matches elements that load or run something. Such elements are not allowed in a name. Other words in angle brackets
// are allowed.
const active = /<\s*\/?\s*(script|iframe|object|embed|svg|img|style|link|meta|base|form)\b/i

/**
 * Returns true if a name contains markup that could run or load something. Names are always shown as text, so this is
 * an additional protection.
 */
export const holdsScript = (name: string): boolean => active.test(name)

export function templateProblems(
  template: Pick<Template, 'fields'> & Partial<Pick<Template, 'name'>>,
): TemplateProblem[] {
  const { fields, name = '' } = template
  const ownName: TemplateProblem[] = holdsScript(name)
    ? [{ message: 'The name of the template contains HTML code. Write it as plain text.', level: 'error' }]
    : []
  return [...ownName, ...idProblems(fields), ...fields.flatMap(fieldProblems), ...conditionProblems(fields)]
}

function idProblems(fields: readonly Field[]): TemplateProblem[] {
  const firstFields = new Map<string, Field>()
  return fields.flatMap((field) => {
    const earlier = firstFields.get(field.id)
    if (earlier === undefined) {
      firstFields.set(field.id, field)
      return []
    }
    const conflict = `${called(earlier)} and ${called(field)} both have the ID “${field.id}”.`
    return [error(field, `Field ID must be unique: ${conflict}`)]
  })
}

function fieldProblems(field: Field): TemplateProblem[] {
  const problems: TemplateProblem[] = []
  if (field.name.trim() === '') problems.push(error(field, `The field with the ID “${field.id}” has no name.`))
  if (holdsScript(field.name)) {
    problems.push(error(field, `The name of ${called(field)} contains HTML code. Write it as plain text.`))
  }
  const most = keyMax(field.type)
  if (most !== undefined && keyCount(field) > most) {
    const message = `${called(field)} has too many settings. A field of this type can have at most ${most} settings.`
    problems.push(error(field, message))
  }
  if (field.type === 'single_choice' || field.type === 'multiple_choice') problems.push(...optionProblems(field))
  if (field.type === 'table') problems.push(...tableProblems(field))
  return problems
}

function optionProblems(field: FieldOf<'single_choice'> | FieldOf<'multiple_choice'>): TemplateProblem[] {
  if (field.options.length === 0) return [warning(field, `${called(field)} has no options to choose from.`)]
  if (field.options.some((option) => option.trim() === '')) {
    return [error(field, `${called(field)} has an empty option.`)]
  }
  const twice = field.options.find((option, index) => field.options.indexOf(option) !== index)
  return twice === undefined ? [] : [warning(field, `${called(field)} has the option “${twice}” twice.`)]
}

export interface TableProblem extends TemplateProblem {
  column?: number
  row?: number
}

/** Returns the problems of a table: empty headers, rows of the wrong length, too many cells (product 5.5). */
export function tableProblems(field: FieldOf<'table'>): TableProblem[] {
  const { headers, rows } = field
  const problems: TableProblem[] = []
  if (headers.length === 0) problems.push(error(field, `${called(field)} has no table headers.`))
  for (const [column, header] of headers.entries()) {
    if (header.trim() !== '') continue
    problems.push({ ...warning(field, `Header ${column + 1} of ${called(field)} is empty.`), column })
  }
  for (const [row, cells] of rows.entries()) {
    if (cells.length === headers.length) continue
    const message = `Row ${row + 1} of ${called(field)} must have ${headers.length} cells. It has ${cells.length}.`
    problems.push({ ...error(field, message), row })
  }
  if (headers.length * rows.length > limits.tableCellsMax) {
    const message = `${called(field)} has too many cells. A table can have at most ${limits.tableCellsMax} cells.`
    problems.push(error(field, message))
  }
  return problems
}
