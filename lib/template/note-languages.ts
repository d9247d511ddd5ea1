import type { Template } from '../contracts/index.ts'

/** Returns the template with another language for its notes. '' means the language of the session. */
export function withLanguage({ language: _before, ...rest }: Template, language: string): Template {
  return language === '' ? rest : { ...rest, language }
}
