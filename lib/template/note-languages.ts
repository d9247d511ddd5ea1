import type { Template } from '../contracts/index.ts'

export function withLanguage({ language: _before, ...rest }: Template, language: string): Template {
  return language === '' ? rest : { ...rest, language }
}
