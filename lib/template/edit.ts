import { type FieldOf, type ListFormat, limits } from '../contracts/index.ts'

/** A text field with an output format; 'none' removes it (spec §5). */
export function withFormat(field: FieldOf<'string'>, format: ListFormat | 'none'): FieldOf<'string'> {
  const { format: _before, ...rest } = field
  return format === 'none' ? rest : { ...rest, format }
}

/** Options with one more; only words are added, each once (spec §5). */
export function addOption(options: readonly string[], typed: string): string[] {
  const option = typed.trim().slice(0, limits.nameMax)
  if (option === '' || options.includes(option) || options.length >= limits.optionsMax) return [...options]
  return [...options, option]
}

/** A group as it is stored: trimmed, and none where nothing is left (spec §5). */
export const groupFrom = (typed: string): string | undefined => typed.trim() || undefined

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Whether a search finds a field: all its words, in any order, in name, id or instructions; case and accents do not count. */
export function matchesSearch(
  field: { id: string; name: string; instructions?: string | undefined },
  text: string,
): boolean {
  const words = plain(text).split(/\s+/)
  const place = plain(`${field.name}\n${field.id}\n${field.instructions ?? ''}`)
  return words.every((word) => place.includes(word))
}
