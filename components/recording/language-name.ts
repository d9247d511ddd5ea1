/**
 * Returns the English name of a language code (product 14.1). `multi` is Spanish and English in one conversation. The
 * API also accepts codes that are not valid language codes. They are returned unchanged.
 */
export function languageName(code: string): string {
  if (code === 'multi') return 'Spanish and English'
  try {
    return names.of(code) ?? code
  } catch (error) {
    if (error instanceof RangeError) return code
    throw error
  }
}
const names = new Intl.DisplayNames('en', { type: 'language' })

/**
 * Returns the language for a recording: the chosen language if the server supports it, otherwise the first language in
 * `known`. `known`: the languages that the server supports. If `known` is empty, returns the chosen language.
 */
export function spokenLanguage(chosen: string, known: readonly string[]): string {
  return known.length === 0 || known.includes(chosen) ? chosen : (known[0] ?? chosen)
}
