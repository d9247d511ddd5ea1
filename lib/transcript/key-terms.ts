import { limits } from '../contracts/limits.ts'

const beforeDose =
  /(?<![\p{L}-])(\p{L}[\p{L}-]{3,39})[ \t\u{a0},:]{1,3}\d[\d.,]{0,8}\s?(?:mg|mcg|µg|μg|g|ml|iu|ie|ui|units?|unidades|unités|unità|einheiten|%)(?![\p{L}])/giu
const valuesMaxCharacters = 50_000

/** Splits a name into its words. Leaves out titles with a full stop ("Dr.") and degrees in capital letters ("MD"). */
function partsOf(name: string): string[] {
  const words = name.match(/[\p{L}\p{M}][\p{L}\p{M}'’-]*\.?/gu) ?? []
  const hasSmallLetters = /\p{Ll}/u.test(name)
  return words.filter((word) => word.length > 1 && !word.endsWith('.') && !(hasSmallLetters && /^\p{Lu}+$/u.test(word)))
}

/**
 * Returns the terms that a speech engine should know (product 9.14): the words of the names of patient and clinician, the
 * clinician's own terms (product 3.17), and the medicines of the values in the open form. A word counts as a medicine if a
 * dose follows it.
 */
export function keyTerms({
  names,
  values,
  own: ownTerms = [],
}: {
  names: readonly string[]
  values: readonly string[]
  own?: readonly string[]
}): string[] {
  const text = values.join('\n').slice(0, valuesMaxCharacters)
  const medicines = [...text.matchAll(beforeDose)].map(([, name = '']) => name)
  const terms = new Map(
    [...names.flatMap(partsOf), ...ownTerms, ...medicines].map((term) => [term.toLowerCase(), term]),
  )
  return [...terms.values()].filter((term) => term.length <= limits.speechTermMax).slice(0, limits.speechTermsMax)
}
