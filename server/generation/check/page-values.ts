import type { Field, VisitContext } from '../../../lib/contracts/index.ts'
import { shapeValue } from './values.ts'

type PageValue = NonNullable<VisitContext['page_values']>[number]

/** Text as labels and values are compared: case, blanks and a colon at its end tell nothing. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
    .replace(/(?<![\s:*.])[\s:*.]+$/, '')
    .trim()

/** What stands in the page under a field's own name, in the field's form; null where nothing does or it does not fit. */
export function standingValue(field: Field, { page_values = [] }: VisitContext): string[] | null {
  const found = page_values.find(({ label, value }) => fold(label) === fold(field.name) && value.trim() !== '')
  if (found === undefined) return null
  const parts = field.type === 'multiple_choice' ? found.value.split(/[,;\n]/) : [found.value]
  const { value, faults } = shapeValue(field, parts)
  return faults.length === 0 && value.length > 0 ? value : null
}

/** Shorter texts may stand in a page by chance. */
const wordsMin = 3

const holds = ({ value }: PageValue, part: string): boolean => {
  const words = fold(part)
  return fold(value) === words || (words.split(' ').length >= wordsMin && fold(value).includes(words))
}

/**
 * Whether a value only repeats what stands in the page: each part whole under the field's own name, or several words of
 * a text as they stand there.
 */
export function isFromPage(field: Field, value: readonly string[], context: VisitContext): boolean {
  const { page_values = [] } = context
  const own = page_values.filter(({ label }) => fold(label) === fold(field.name))
  const parts = value.filter((part) => part.trim() !== '')
  if (parts.length === 0) return false
  const listed = own.flatMap(({ value: text }) => text.split(/[,;\n]/).map(fold))
  return parts.every(
    (part) =>
      own.some((one) => fold(one.value) === fold(part)) ||
      listed.includes(fold(part)) ||
      (field.type === 'string' && page_values.some((one) => holds(one, part))),
  )
}

/** Whether words stand somewhere in the page's values, as words of their own. */
export function standsInPage(words: string, { page_values = [] }: VisitContext): boolean {
  const wanted = fold(words)
  if (wanted === '') return false
  const within = new RegExp(
    `(?<![\\p{L}\\p{N}])${wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}]|[.,]\\d)`,
    'u',
  )
  return page_values.some(({ value }) => within.test(fold(value)))
}
