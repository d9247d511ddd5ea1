export function firstTerms(terms: readonly string[], maxCharacters: number): string[] {
  let characters = 0
  return terms.filter((term) => {
    characters += term.length
    return characters <= maxCharacters
  })
}
