import type { Template } from '../contracts/index.ts'

/** Codes of the languages that the template editor offers for notes. The API accepts every code. */
export const noteLanguages = [
  ...['ar', 'bg', 'ca', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fi', 'fr', 'he', 'hi', 'hr', 'hu', 'id', 'it', 'ja'],
  ...['ko', 'lt', 'lv', 'ms', 'nl', 'no', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sv', 'th', 'tr', 'uk', 'vi', 'zh'],
] as const

/** Returns the template with another language for its notes. '' means the language of the session. */
export function withLanguage({ language: _before, ...rest }: Template, language: string): Template {
  return language === '' ? rest : { ...rest, language }
}
