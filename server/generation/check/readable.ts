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
  const sessionLanguage = language ?? 'en'
  if (sessionLanguage !== 'en' || languageOf(`${value.join('\n')}\n${field.name}`, sessionLanguage) !== 'en')
    return false
  const words = quoted.map(({ text }) => unlabelled(text)).join(' ')
  // One word such as "six" belongs to several languages.
  const textLanguages = isDeclared || !/\p{L}\P{L}+\p{L}/u.test(words) ? new Set<string>() : languagesOf(words)
  return textLanguages.size === 0 || textLanguages.has('en')
}
