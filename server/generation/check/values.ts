import type { Field } from '../../../lib/contracts/index.ts'
import { tableRows } from '../../../lib/report/index.ts'
import { parseTemplateText } from '../../../lib/template/index.ts'
import { hasNumberedLists, numberedItems } from '../reading/numbered-list.ts'
import { readNumbers } from '../reading/numbers.ts'

export interface Shaped {
  value: string[]
  faults: string[]
}

const fold = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
const faultyShape = (...faults: string[]): Shaped => ({ value: [], faults })
const right = (...value: string[]): Shaped => ({ value, faults: [] })

function shapeBoolean(value: string): Shaped {
  if (/^(?:yes|true)$/i.test(value.trim())) return right('Yes')
  if (/^(?:no|false)$/i.test(value.trim())) return right('No')
  return faultyShape('The answer must be Yes or No.')
}

function shapeChoices(options: readonly string[], values: readonly string[], most: number): Shaped {
  const choices = options.filter((option) => values.some((value) => fold(value) === fold(option)))
  const strange = values.filter((value) => !options.some((option) => fold(value) === fold(option)))
  const faults = strange.length > 0 ? ['The answer must be one of the options, word for word.'] : []
  if (choices.length > most) return faultyShape('The answer must be exactly one option.')
  return { value: choices, faults }
}

function shapeNumber(value: string): Shaped {
  if (/^-?\d+(?:\.\d+)?$/.test(value.trim())) return right(value.trim())
  const [only, ...otherNumbers] = readNumbers(value)
  return only !== undefined && otherNumbers.length === 0
    ? right(String(only.value))
    : faultyShape('The answer must be one number in digits.')
}

const isDay = (value: string): boolean => {
  const parsed = new Date(`${value}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value)
}

const isTime = (value: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value)

function shapeTable(field: Extract<Field, { type: 'table' }>, cells: readonly string[]): Shaped {
  const width = field.headers.length
  if (width === 0 || cells.length % width !== 0) return faultyShape(`The table must have ${width} cells in every row.`)
  // A cell for which the template has a text keeps this text. The AI fills only the empty cells (product 2.12).
  const isFixed = field.rows.some((row) => row.some((cell) => cell.trim() !== ''))
  return isFixed
    ? alignRows(field.rows, tableRows({ headers: field.headers, value: cells }), width)
    : { value: [...cells], faults: [] }
}

/** Rows can be in another order. By position, a dose could come next to another medicine. */
function alignRows(
  templateRows: readonly (readonly string[])[],
  answerRows: readonly string[][],
  width: number,
): Shaped {
  const free = new Set(answerRows.keys())
  const take = (row: number | undefined): string[] | null => {
    if (row === undefined || !free.delete(row)) return null
    return answerRows[row] ?? null
  }
  const fits = (templateRow: readonly string[]) => (row: number) =>
    templateRow.every((cell, column) => cell.trim() === '' || fold(cell) === fold(answerRows[row]?.[column] ?? ''))
  // Without words to compare, a row belongs to the row of the template with the same index.
  const leavesOut = (templateRow: readonly string[], row: number) =>
    templateRow.every((cell, column) => cell.trim() === '' || fold(answerRows[row]?.[column] ?? '') === '')
  const isFilled = (row: number) => answerRows[row]?.some((cell) => cell.trim() !== '') ?? false
  const alignedRows = templateRows.map((templateRow, index) => {
    const isBlank = templateRow.every((cell) => cell.trim() === '')
    if (isBlank) return null
    const isBare = leavesOut(templateRow, index)
    const isHere = free.has(index) && (fits(templateRow)(index) || (isBare && isFilled(index)))
    const sameRow = isHere ? index : ([...free].find(fits(templateRow)) ?? (isBare ? index : undefined))
    return take(sameRow) ?? 'missing'
  })
  const isMissing = alignedRows.includes('missing')
  // If a row of the template is missing, the unassigned row may be that row with changed text. It is then not taken.
  const takeAny = () => (isMissing ? null : take([...free][0]))
  const rows = alignedRows.map((row, index) => {
    const blankCells = Array.from({ length: width }, (_, column) => templateRows[index]?.[column] ?? '')
    if (row === 'missing') return blankCells
    const cells = row ?? take(index) ?? takeAny() ?? []
    return blankCells.map((cell, column) => (cell.trim() === '' ? (cells[column] ?? '') : cell))
  })
  const addedRows = [...free]
    .filter((row) => row >= templateRows.length || (!isMissing && isFilled(row)))
    .map((row) => answerRows[row] ?? [])
  const fault = 'Cells that the template fills must stay as they are.'
  if (!isMissing) return { value: [...rows, ...addedRows].flat(), faults: [] }
  // If the answer has no row of the template, the value would contain only words of the template, so it is rejected.
  return alignedRows.every((row) => row === 'missing')
    ? faultyShape(fault)
    : { value: [...rows, ...addedRows].flat(), faults: [fault] }
}

function shapeTemplate(text: string, value: string): Shaped {
  let from = 0
  for (const part of parseTemplateText(text)) {
    if (part.kind === 'placeholder') continue
    for (const line of part.text.split('\n').map((words) => words.trim())) {
      const at = value.indexOf(line, from)
      if (at < 0) return { value: [value], faults: ['All words of the template must stay, in the same order.'] }
      from = at + line.length
    }
  }
  return right(value)
}

function shapeText(format: string | undefined, value: string): Shaped {
  const items = numberedItems(value)
  const lines = value
    .split('\n')
    .map((line) => line.replace(/^\s*[-*•]\s+/, '').trim())
    .filter((line) => line !== '')
  if (format === 'numbered') {
    if (items === null && hasNumberedLists(value)) return right(value.trim())
    return right((items ?? lines).map((line, index) => `${index + 1}. ${line}`).join('\n'))
  }
  // A list has at least two items. A single line that begins with a number is ordinary text.
  const parts = items !== null && items.length > 1 ? items : lines
  if (format === 'bullet') return right(parts.map((line) => `- ${line}`).join('\n'))
  if (format === 'paragraph') return right(parts.join(' '))
  return right(value.trim())
}

/** Converts a non-empty value to the form of its field's type (product 10.6). */
export function shapeValue(field: Field, value: readonly string[]): Shaped {
  const first = value[0] ?? ''
  switch (field.type) {
    case 'string':
      return shapeText(field.format, value.join('\n'))
    case 'template':
      return shapeTemplate(field.text, value.join('\n'))
    case 'boolean':
      return shapeBoolean(first)
    case 'number':
      return shapeNumber(first)
    case 'date':
      return isDay(first.trim()) ? right(first.trim()) : faultyShape('The answer must be a day, written YYYY-MM-DD.')
    case 'single_choice':
      return shapeChoices(field.options, value, 1)
    case 'multiple_choice':
      return shapeChoices(field.options, value, field.options.length)
    case 'table':
      return shapeTable(field, value)
    case 'start_time':
    case 'end_time':
      return isTime(first.trim()) ? right(first.trim()) : faultyShape('The answer must be a time, written HH:MM.')
    case 'start_end_time':
      return value.length === 2 && value.every((time) => isTime(time.trim()))
        ? right(...value.map((time) => time.trim()))
        : faultyShape('The answer must be two times, start and end, written HH:MM.')
  }
}
