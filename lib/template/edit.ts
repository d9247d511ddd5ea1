import { type FieldOf, type ListFormat, limits } from '../contracts/index.ts'

/** Sets the output format of a text field. 'none' removes it (product 5.9). */
export function withFormat(field: FieldOf<'string'>, format: ListFormat | 'none'): FieldOf<'string'> {
  const { format: _before, ...rest } = field
  return format === 'none' ? rest : { ...rest, format }
}

/** Adds an option (product 5.7). An empty text, a duplicate, or an option beyond the maximum number changes nothing. */
export function addOption(options: readonly string[], text: string): string[] {
  const option = text.trim().slice(0, limits.nameMax)
  if (option === '' || options.includes(option) || options.length >= limits.optionsMax) return [...options]
  return [...options, option]
}

/** Returns the trimmed group, or undefined if it is empty (product 5.8). */
export const groupFrom = (text: string): string | undefined => text.trim() || undefined

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

export function matchesSearch(
  field: { id: string; name: string; instructions?: string | undefined },
  text: string,
): boolean {
  const words = plain(text).split(/\s+/)
  const place = plain(`${field.name}\n${field.id}\n${field.instructions ?? ''}`)
  return words.every((word) => place.includes(word))
}
