/**
 * Returns the language for a recording: the chosen language if the server supports it, otherwise the first language in
 * `known`. `known`: the languages that the server supports. If `known` is empty, returns the chosen language.
 */
export function spokenLanguage(language: string, languages: readonly string[]): string {
  return languages.length === 0 || languages.includes(language) ? language : (languages[0] ?? language)
}
