import type { Field } from '../../../lib/contracts/index.ts'
import { languageOf, languagesOf } from '../reading/language.ts'
import { type Cited, type PreparedSession, unlabelled } from './prepared-session.ts'

/** In another language, the rules for English would miss number words, and would mistake a German noun for a name. */
export function canRead(
  field: Field,
  value: readonly string[],
  { session: { language, isDeclared } }: PreparedSession,
  { quoted }: Cited,
): boolean {
  const spoken = language ?? 'en'
  if (spoken !== 'en' || languageOf(`${value.join('\n')}\n${field.name}`, spoken) !== 'en') return false
  const words = quoted.map(({ text }) => unlabelled(text)).join(' ')
  // One word such as "six" belongs to several languages.
  const own = isDeclared || !/\p{L}\P{L}+\p{L}/u.test(words) ? new Set<string>() : languagesOf(words)
  return own.size === 0 || own.has('en')
}
