import { plainLetters } from './number-words.ts'
import { rowsOf } from './rows.ts'

const namesIn = (names: string) => names.split(' ').filter((name) => name !== '')
const rows = rowsOf(new URL('./medicines.tsv', import.meta.url)).map(([generic = '', brands = '', spellings = '']) => ({
  generic,
  brands: namesIn(brands),
  names: [generic, ...namesIn(spellings)],
}))

const twoWords = [
  'birth control',
  'fish oil',
  'vitamin d',
  'vitamin b12',
  'folic acid',
  'nicotine patch',
  'nicotine gum',
  'inhaler',
]
const latinNames = rows.flatMap(({ names, brands }) => [...names, ...brands]).filter((name) => /^[a-z]+$/.test(name))

/** Matches the name of a medicine. The text must be lower case. */
export const medicine = new RegExp(`\\b(?:${[...twoWords, ...new Set(latinNames)].join('|')})\\b`, 'g')

const amount = String.raw`(?:\d[\d,.]*|half an?|(?:(?:a |an |one |two |three |four |five |six |seven |eight |nine |half )?(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)(?:[ -](?:and )?(?:point |zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|a half))*))`
const unit = `(?:milligrams?|mgs?|micrograms?|mcgs?|grams?|milliliters?|mls?|units?|puffs?|tablets?|pills?|capsules?|drops|sprays?)`

export const dose = new RegExp(`\\b(${amount})[ -]?(${unit})\\b`, 'g')

const often = String.raw`(?:once|twice|one time|two times|three times|four times|\d times)`

export const frequency = new RegExp(
  [
    `(?:${often} (?:a|per|each|every) (?:day|week|night|month)|${often} daily)(?: (?:at night|in the (?:morning|evening)|with (?:food|meals)))?`,
    String.raw`(?:every|each) (?:single )?(?:morning|night|evening|day|other day|week|month|(?:\d+|two|three|four|six|eight|twelve)(?: to (?:\d+|four|six|eight|twelve))? hours)(?: (?:at|before) (?:bed(?:time)?|night))?`,
    `(?<=(?:milligrams?|mgs?|mcg|units?|tablets?|pills?|times) ?)(?:a|per|each|every) day`,
    `(?:in the (?:morning|evening)|at (?:night|bedtime|bed time|noon)|before bed|nightly|daily|weekly|once a day|twice a day)`,
  ].join('|'),
  'g',
)

const unspacedScript = /[\p{Script=Han}\p{Script=Katakana}]/u

/** Spellings in different languages become equal: "hydroxyzine" and "idrossizina". */
function stemOfName(name: string): string {
  if (unspacedScript.test(name)) return name
  const plain = plainLetters(name)
  if (!/^[a-z]+$/.test(plain)) return plain.replace(/^ال/, '')
  return plain
    .replaceAll(/ph/g, 'f')
    .replaceAll('h', '')
    .replaceAll(/qu|[cq]/g, 'k')
    .replaceAll('y', 'i')
    .replaceAll('w', 'v')
    .replaceAll(/[xz]/g, 's')
    .replaceAll(/ae|oe/g, 'e')
    .replaceAll(/(.)\1+/g, '$1')
    .replace(/(?:um|us)$/, '')
    .replace(/[aeiou]{1,3}$/, '')
}

const genericsByStem = new Map<string, Set<string>>()
const genericsByName = new Map<string, Set<string>>()
const add = (to: Map<string, Set<string>>, name: string, generic: string) =>
  to.set(name, (to.get(name) ?? new Set()).add(generic))
for (const { generic, names, brands } of rows) {
  for (const name of names) add(genericsByStem, stemOfName(name), generic)
  // A brand name has one spelling. Its stem may be the stem of another word: "Rexulti" and "result".
  for (const name of [...names, ...brands]) add(genericsByName, plainLetters(name), generic)
}

const unspaced = [...genericsByStem.keys()]
  .filter((name) => unspacedScript.test(name))
  .sort((a, b) => b.length - a.length)
const inUnspaced = new RegExp(
  `[\\p{Script=Katakana}ー]*(?:${unspaced.join('|')})(?![\\p{Script=Katakana}ー])|${unspaced.filter((name) => /\p{Script=Han}/u.test(name)).join('|')}`,
  'gu',
)

const endings =
  /(?:pril|sartan|olol|statin|dipin|[rnv]asol|sepam|solam|tiapin|sapin|osetin|oksetin|pram|tralin|triptan|tidin|kilin|mikin|flosakin|kiklin|formin|gliptin|gliflosin|glutid|tinib|umab|simab|kosib|profen|parin|saban|lukast|meterol|buterol|peridon|setron|triptilin|barbital|fenak|tiasid|trigin|semid)$/

const hanEnding =
  /[\p{Script=Han}]{1,4}(?:普利|沙坦|洛尔|地平|他汀|拉唑|西泮|唑仑|西汀|氮平|硫平|霉素|西林|沙星|列汀|列净|双胍|昔布|替丁|吡坦|利酮|哌唑)/gu

export interface NamedMedicine {
  text: string
  start: number
  generics: ReadonlySet<string>
  stem: string
}

const none: ReadonlySet<string> = new Set()

/** Returns the medicines that a text of any language names: known names, and words with the form of such a name. */
export function namedMedicines(text: string): NamedMedicine[] {
  const words = [...text.matchAll(/[\p{L}\p{M}]{4,}/gu)].flatMap(({ 0: word, index }): NamedMedicine[] => {
    const stem = stemOfName(word)
    const generics =
      genericsByName.get(plainLetters(word)) ??
      (stem.length > 5 ? genericsByStem.get(stem) : undefined) ??
      genericsByStem.get(stem.replace(/^[وبل]/, '').replace(/^[a-z]+$/, ''))
    if (generics === undefined && !(stem.length > 6 && endings.test(stem))) return []
    return [{ text: word, start: index, generics: generics ?? none, stem }]
  })
  if (!unspacedScript.test(text)) return words
  const unspacedMedicines = [...text.matchAll(inUnspaced)].map(({ 0: word, index }): NamedMedicine => {
    const stem = stemOfName(word)
    return { text: word, start: index, generics: genericsByStem.get(stem) ?? none, stem }
  })
  const formed = [...text.matchAll(hanEnding)]
    .filter(
      ({ index, 0: { length } }) =>
        !unspacedMedicines.some(({ start, text: name }) => start < index + length && start + name.length > index),
    )
    .map(({ 0: word, index }) => ({ text: word, start: index, generics: none, stem: word }))
  return [...words.filter(({ text: word }) => /^[\p{Script=Latin}]/u.test(word)), ...unspacedMedicines, ...formed]
}
