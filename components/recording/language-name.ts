/** What a code of spec §9 is called, in English; `multi` is Spanish and English in one conversation. */
export function languageName(code: string): string {
  if (code === 'multi') return 'Spanish and English'
  return names.of(code) ?? code
}
const names = new Intl.DisplayNames('en', { type: 'language' })

/** The language a recording is made in: the chosen one where this server can do it, else its first. */
export function spokenLanguage(chosen: string, known: readonly string[]): string {
  return known.length === 0 || known.includes(chosen) ? chosen : (known[0] ?? chosen)
}
