export type Unit = 'D' | 'M' | 'Y'

const unitWords: Record<Unit, RegExp> = {
  D: /^(?:d{1,2}|day|tt?|tag|jj|jour|d[ií]a|giorno|gg|dag)$/i,
  M: /^(?:m{1,2}|month|monat|mois|mes|mese|maand)$/i,
  Y: /^(?:y{2,4}|year|j{4}|jahr|a{4}|ann[ée]e|a[ñn]o|anno|jaar)$/i,
}
const unitNames: readonly Unit[] = ['D', 'M', 'Y']
export const unitOfWord = (word: string): Unit | null => unitNames.find((unit) => unitWords[unit].test(word)) ?? null

export const wordsOf = (text: string): string[] => text.split(/[^\p{L}]+/u).filter(Boolean)

export function unitIn(text: string): Unit | null {
  const [unit, ...otherUnits] = wordsOf(text).flatMap((word) => unitOfWord(word) ?? [])
  return unit && otherUnits.length === 0 ? unit : null
}
