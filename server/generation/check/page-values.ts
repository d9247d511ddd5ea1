import type { Field, VisitContext } from '../../../lib/contracts/index.ts'
import { shapeValue } from './values.ts'

type PageValue = NonNullable<VisitContext['page_values']>[number]

/**
 * Normalises labels and values for comparison: lower case, single spaces, no colon, full stop or asterisk at the end.
 */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
    .replace(/(?<![\s:*.])[\s:*.]+$/, '')
    .trim()

/**
 * Returns the value of the page whose label equals the field's name, in the form of the field's type. Null if the page
 * has no such value, or if the value does not have that form.
 */
export function pageValueOf(field: Field, { page_values = [] }: VisitContext): string[] | null {
  const found = page_values.find(({ label, value }) => fold(label) === fold(field.name) && value.trim() !== '')
  if (found === undefined) return null
  const parts = field.type === 'multiple_choice' ? found.value.split(/[,;\n]/) : [found.value]
  const { value, faults } = shapeValue(field, parts)
  return faults.length === 0 && value.length > 0 ? value : null
}

/**
 * Minimum number of words of a text that is searched inside the values of the page. A shorter text may occur there by
 * chance, so it must be equal to a whole value.
 */
const wordsMin = 3

const holds = ({ value }: PageValue, part: string): boolean => {
  const words = fold(part)
  return fold(value) === words || (words.split(' ').length >= wordsMin && fold(value).includes(words))
}

/**
 * True if a value only repeats the page. Each part must equal the page's value with the same label as the field, or an
 * element of that value. In a text field, a part may also equal any other value of the page, or be contained in one if
 * the part has at least `wordsMin` words.
 */
export function isFromPage(field: Field, value: readonly string[], context: VisitContext): boolean {
  const { page_values = [] } = context
  const sameLabel = page_values.filter(({ label }) => fold(label) === fold(field.name))
  const parts = value.filter((part) => part.trim() !== '')
  if (parts.length === 0) return false
  const listed = sameLabel.flatMap(({ value: text }) => text.split(/[,;\n]/).map(fold))
  return parts.every(
    (part) =>
      sameLabel.some((one) => fold(one.value) === fold(part)) ||
      listed.includes(fold(part)) ||
      (field.type === 'string' && page_values.some((one) => holds(one, part))),
  )
}

/** True if the words occur in a value of the page, as whole words. */
export function standsInPage(words: string, { page_values = [] }: VisitContext): boolean {
  const wanted = fold(words)
  if (wanted === '') return false
  const within = new RegExp(
    `(?<![\\p{L}\\p{N}])${wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}]|[.,]\\d)`,
    'u',
  )
  return page_values.some(({ value }) => within.test(fold(value)))
}
