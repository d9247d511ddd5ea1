import { atNeed, dose as dosePattern, frequency } from '../reading/medicines.ts'
import { numbersAsDigits } from '../reading/numbers.ts'

const units: [RegExp, string][] = [
  [/^milligrams?$|^mgs?$/, 'mg'],
  [/^micrograms?$|^mcgs?$/, 'mcg'],
  [/^grams?$/, 'g'],
  [/^milliliters?$|^mls?$/, 'mL'],
]

/** The last dose of a stretch of words where it tells of a change ("from ten to twenty"), else the first. */
export function doseIn(words: string): string {
  const all = [...words.matchAll(new RegExp(dosePattern.source, 'g'))]
  const chosen = /\bfrom\b.*\bto\b/.test(words) ? all.at(-1) : all[0]
  if (chosen === undefined) return ''
  const [, amount = '', unit = ''] = chosen
  return `${numbersAsDigits(amount).replace(/^an? /, '')} ${units.find(([pattern]) => pattern.test(unit))?.[1] ?? unit}`
}

/** How often a stretch of words says a medicine is taken. */
export function frequencyIn(words: string): string {
  const often = [...words.matchAll(new RegExp(frequency.source, 'g'))].map((match) => match[0])
  const need = atNeed.test(words) ? ['as needed'] : []
  return [...new Set([...often.slice(0, 1).map((text) => numbersAsDigits(text)), ...need])].join(', ')
}
