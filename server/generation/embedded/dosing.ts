import { atNeed, dose as dosePattern, frequency } from '../reading/medicines.ts'
import { numbersAsDigits } from '../reading/numbers.ts'

const units: [RegExp, string][] = [
  [/^milligrams?$|^mgs?$/, 'mg'],
  [/^micrograms?$|^mcgs?$/, 'mcg'],
  [/^grams?$/, 'g'],
  [/^milliliters?$|^mls?$/, 'mL'],
]

/**
 * Returns a dose such as "20 mg", or '' if there is none. If the words describe a change ("from ten to twenty"), the
 * last dose is returned, otherwise the first.
 */
export function doseIn(words: string): string {
  const all = [...words.matchAll(new RegExp(dosePattern.source, 'g'))]
  const from = words.search(/\bfrom\b/)
  const isChange = from >= 0 && /\bto\b/.test(words.slice(from))
  const chosen = isChange ? all.at(-1) : all[0]
  if (chosen === undefined) return ''
  const [, amount = '', unit = ''] = chosen
  return `${numbersAsDigits(amount).replace(/^an? /, '')} ${units.find(([pattern]) => pattern.test(unit))?.[1] ?? unit}`
}

/** Returns how often a medicine is taken, such as "twice a day, as needed", or '' if the words do not say it. */
export function frequencyIn(words: string): string {
  const often = [...words.matchAll(new RegExp(frequency.source, 'g'))].map((match) => match[0])
  const need = atNeed.test(words) ? ['as needed'] : []
  return [...new Set([...often.slice(0, 1).map((text) => numbersAsDigits(text)), ...need])].join(', ')
}
