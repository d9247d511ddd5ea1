/**
 * Returns the language for a recording: the chosen language if the server supports it, otherwise the first language in
 * `known`. `known`: the languages that the server supports. If `known` is empty, returns the chosen language.
 */
export function spokenLanguage(chosen: string, known: readonly string[]): string {
  return known.length === 0 || known.includes(chosen) ? chosen : (known[0] ?? chosen)
}
