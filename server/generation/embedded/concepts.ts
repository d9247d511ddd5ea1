import { onceFor } from '../once.ts'
import { bodilyCondition, condition, operation } from '../reading/conditions.ts'
import { dose, medicine } from '../reading/medicines.ts'
import { rowsOf } from '../reading/rows.ts'

export interface Concept {
  id: string
  name: RegExp
  words: RegExp
  by: 'patient' | 'provider' | 'anyone'
  near: RegExp | undefined
  asked: RegExp
  hints: RegExp
  others: boolean
  /** True if a wrong extract could harm the patient. Only an answer to a question about this concept alone is used. */
  delicate: boolean
}

const anyOf = (words: readonly string[]): string => `(?:${words.join('|')})`
const alternatives = (words: string): string => anyOf(words.split('/'))

const kin =
  'mother/father/mom/mum/dad/parents?/brothers?/sisters?/siblings?/sons?/daughters?/children/grand(?:mother|father|ma|pa|parents)/uncles?/aunts?/cousins?/family/relatives?'
const whyAsked =
  "what (?:brings|brought|can i (?:do|help)|seems to be|'?s going on|is going on|happened)/how can i help/how have you been/how (?:has|have) (?:the|this|things|it|your) .*(?:week|month|been)/tell me (?:how you have been|what|why|about (?:what|why))/reason for your/why did you come/(?:presents?|presenting) (?:today )?(?:with|for|because|to)/(?:came|come|comes|coming|here)(?: (?:in|today|to see (?:me|us|you)|to the clinic))* (?:for|because|to (?:be seen|get|have)|about)"
const ache = 'pain|aches?|aching|hurts?|hurting|soreness|cramps?|discomfort'

const sore = (places: string): string =>
  `(?:${alternatives(places)} (?:${ache})|(?:${ache}) (?:\\w+ )?(?:in|at|of|around|on) (?:my|your|the|her|his|their) (?:\\w+ )?${alternatives(places)}|${alternatives(places)} (?:does n't |doesn't |don't |do )?(?:really )?(?:hurts?|aches?|is (?:sore|killing)))`

const lists: Record<string, string> = {
  MEDICINE: medicine.source,
  DOSE: dose.source,
  ILLNESS: condition.source,
  BODILY: bodilyCondition.source,
  OPERATION: operation.source,
  ASKED_WHY: alternatives(whyAsked),
  KINSHIP: alternatives(kin),
  KIN: `(?:my|your|her|his|on my|our) (?:\\w+ )?${alternatives(kin)}`,
  READING: '\\d{2,3} ?/ ?\\d{2,3}',
  NUMBER:
    '(?:\\d{2,3}|(?:one )?(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|teen|ten)(?:[- ]\\w+)?)',
  TESTS: alternatives(
    'x-?rays?/mri/ct(?: scans?)?/ultrasounds?/echocardiograms?/ekgs?/ecgs?/blood ?(?:work|tests?|count|cultures?)/labs?/lab ?work/biops(?:y|ies)/panels?/urinalysis/urine (?:test|culture|sample)/a1c/colonoscopy/endoscopy/stress test/mammograms?/screenings?/cultures?/imaging/scans?',
  ),
  BODY: alternatives(
    'heart/lungs?/chest/abdomen/belly/skin/neck/throat/ears?/eyes?/nose/back/spine/knees?/hips?/ankles?/feet/foot/legs?/arms?/elbows?/wrists?/hands?/fingers?/shoulders?/joints?/muscles?/pupils/thyroid/lymph nodes?',
  ),
}

function pattern(phrase: string): string {
  const places = /^SORE (.*)$/.exec(phrase)?.[1]
  if (places !== undefined) return sore(places)
  return phrase
    .replaceAll(/(?<=^!?(?:\[[^[\]]+\] )*)\[([^[\]]+)\] /g, (_, words: string) => `(?:${alternatives(words)} )?`)
    .replaceAll(/ \[([^[\]]+)\]/g, (_, words: string) => `(?: ${alternatives(words)})?`)
    .replaceAll(/\{([^{}]+)\}/g, (_, words: string) => alternatives(words))
    .replaceAll(/(?<![^\s/()|?:])[^\s/()|?:]+(?:\/[^\s/()|?:]+)+/g, (words) =>
      words.startsWith('!') ? `!${alternatives(words.slice(1))}` : alternatives(words),
    )
    .replace(/^!(\S+) /, '(?<!\\b$1 )')
    .replace(/ !(\S+)$/, '(?! (?:\\w+ )?$1\\b)')
    .replaceAll(/(?<=^|[ |:(])_(?=[ |)]|$)/g, '\\w+')
    .replaceAll('*', "[\\p{L}'-]*")
    .replaceAll(' .. ', ' (?:\\w+ ){0,3}')
    .replaceAll(/ \.\.(?=$|[|)])/g, '(?: \\w+){0,3}')
    .replaceAll(/\b[A-Z]+(?:_[A-Z]+)?\b/g, (name) => (lists[name] === undefined ? name : `(?:${lists[name]})`))
}

/** Chinese and Japanese have no spaces, and Arabic joins its article, so their words have no boundaries. */
const joins = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Arabic}]/u

function anyPhrase(phrases: readonly string[]): RegExp {
  const [unspacedPhrases, spacedPhrases] = [
    phrases.filter((one) => joins.test(one)),
    phrases.filter((one) => !joins.test(one)),
  ]
  const wordPattern = `(?<![\\p{L}\\p{N}-])${anyOf(spacedPhrases.map(pattern))}(?![\\p{L}\\p{N}]|-\\p{L})`
  return new RegExp([wordPattern, ...unspacedPhrases].join('|'), 'u')
}

const phrasesOf = (column = ''): string[] => column.split(', ').filter((phrase) => phrase !== '')
const rows = rowsOf(new URL('./vocabulary.tsv', import.meta.url))

const symptomRows = rows.slice(
  rows.findIndex(([id]) => id === 'fever'),
  rows.findIndex(([id]) => id === 'snoring') + 1,
)
const wordsOf = (names: readonly string[], words: string | undefined): string[] =>
  phrasesOf(words).flatMap((phrase) => (phrase === '=' ? names : [phrase]))
lists.SYMPTOM = anyOf(symptomRows.flatMap(([, , , names, words]) => wordsOf(phrasesOf(names), words)).map(pattern))

function read([
  id = '',
  by,
  flags = '',
  nameColumn,
  wordColumn,
  nearColumn,
  askedColumn,
  hintColumn,
]: readonly string[]): Concept {
  const names = phrasesOf(nameColumn)
  const words = wordsOf(names, wordColumn)
  const questionWords = wordsOf(words, askedColumn)
  const nearPhrases = phrasesOf(nearColumn)
  return {
    id,
    by: by as Concept['by'],
    name: anyPhrase(names),
    words: anyPhrase(words),
    near: nearPhrases.length === 0 ? undefined : anyPhrase(nearPhrases),
    asked: questionWords.length === 0 ? anyPhrase(words) : anyPhrase(questionWords),
    hints: anyPhrase([...names, ...words, ...questionWords, ...phrasesOf(hintColumn)]),
    others: flags.includes('others'),
    delicate: flags.includes('delicate'),
  }
}

/** If a part of a field's name matches several concepts, the first of them is used. */
export const concepts: readonly Concept[] = rows.map(read)

export const everywhere = onceFor((pattern: RegExp) => new RegExp(pattern.source, `${pattern.flags}g`))
