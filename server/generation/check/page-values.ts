import type { Field, VisitContext } from '../../../lib/contracts/index.ts'
import { shapeValue } from './values.ts'

type PageValue = NonNullable<VisitContext['page_values']>[number]

const fold = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
    .replace(/(?<![\s:*.])[\s:*.]+$/, '')
    .trim()

export function pageValueOf(field: Field, { page_values = [] }: VisitContext): string[] | null {
  const pageValue = page_values.find(({ label, value }) => fold(label) === fold(field.name) && value.trim() !== '')
  if (pageValue === undefined) return null
  const parts = field.type === 'multiple_choice' ? pageValue.value.split(/[,;\n]/) : [pageValue.value]
  const { value, faults } = shapeValue(field, parts)
  return faults.length === 0 && value.length > 0 ? value : null
}

/** A shorter text may occur there by chance, so it must be equal to a whole value. */
const wordsMin = 3

const holds = ({ value }: PageValue, part: string): boolean => {
  const words = fold(part)
  return fold(value) === words || (words.split(' ').length >= wordsMin && fold(value).includes(words))
}

export function isFromPage(field: Field, value: readonly string[], context: VisitContext): boolean {
  const { page_values = [] } = context
  const sameLabel = page_values.filter(({ label }) => fold(label) === fold(field.name))
  const parts = value.filter((part) => part.trim() !== '')
  if (parts.length === 0) return false
  const items = sameLabel.flatMap(({ value: text }) => text.split(/[,;\n]/).map(fold))
  return parts.every(
    (part) =>
      sameLabel.some((one) => fold(one.value) === fold(part)) ||
      items.includes(fold(part)) ||
      (field.type === 'string' && page_values.some((one) => holds(one, part))),
  )
}

export function standsInPage(words: string, { page_values = [] }: VisitContext): boolean {
  const foldedWords = fold(words)
  if (foldedWords === '') return false
  const within = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(foldedWords)}(?![\\p{L}\\p{N}]|[.,]\\d)`, 'u')
  return page_values.some(({ value }) => within.test(fold(value)))
}
