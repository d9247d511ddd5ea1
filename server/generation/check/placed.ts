import type { Field, VisitContext } from '../../../lib/contracts/index.ts'
import { medicine, namedMedicines } from '../reading/medicines.ts'
import { type NumberMention, readNumbers } from '../reading/numbers.ts'
import type { Sentence } from '../reading/sentences.ts'
import { endsScale } from './pairs.ts'
import type { Cited, PreparedSession } from './prepared-session.ts'
import { possibleValues } from './spoken-numbers.ts'
import { isLight, stemOf, stemSet } from './stems.ts'

export interface Placed {
  value: number
  values: readonly number[]
  text: string
  ordinal: boolean
  lead: string
  counts: string
  medicine: string
  near: ReadonlySet<string>
  slight: boolean
  /** Stem of the word directly before the number, which names the number: "grade 4", "type 2". */
  label: string
  clock: boolean
  sentence?: Sentence
  beside: boolean
}

const windowWords = 12

export const wordsAround = (low: string, start: number, end: number): string =>
  `${low
    .slice(0, start)
    .split(/\s+/)
    .slice(-windowWords - 1)
    .join(' ')} ${low
    .slice(end)
    .split(/\s+/)
    .slice(0, windowWords + 1)
    .join(' ')}`

const ofMedicine = /^[ -]?(?:m c? ?g|\p{L}+) of (?:(?:the|your|my|his|her|their) )?$/u

function medicineOf(low: string, start: number, end: number): string {
  const medicines = namedMedicines(low)
  const previousMedicine = medicines.filter(({ start: at }) => at < start).at(-1)
  // "Fifty milligrams of Zoloft and ten milligrams of lithium": the medicine after "of" has priority.
  const nextMedicine = medicines.find(({ start: at }) => at > end && ofMedicine.test(low.slice(end, at)))
  const { generics, stem } = nextMedicine ??
    previousMedicine ??
    medicines[0] ?? { generics: new Set<string>(), stem: '' }
  return [...generics][0] ?? stem
}

const unitStems: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['milligram', 'mg mgs'],
    ['gram', 'g gm gms'],
    ['microgram', 'mcg mcgs'],
    ['milliliter', 'ml cc ccs'],
    ['pound', 'lb lbs'],
    ['centimeter', 'cm'],
    ['millimeter', 'mm'],
    ['kilogram', 'kg'],
    ['unit', 'iu'],
    ['percent', '%'],
    ['plus', '+'],
    ['foot', 'ft feet'],
    ['mile', 'mph'],
    ['pack', 'ppd'],
    ['ounce', 'oz'],
    ['year', 'yr yrs y yo'],
    ['month', 'mo mos'],
    ['week', 'wk wks'],
    ['hour', 'hr hrs h'],
    ['minute', 'min mins'],
    ['tablet', 'tablet tablets pill pills tab tabs capsule capsules'],
    ['child', 'child children kid kids'],
  ].flatMap(([stem = '', words = '']) => words.split(' ').map((word) => [word, stemOf(stem)])),
)

const linking = new Set('is was are were be of at to the a an about around approximately like'.split(' '))

const afterNumber = /\d ?(?:[/-]|to|over) ?$/

const leadOf = (low: string, start: number): string => {
  const textBefore = low.slice(Math.max(0, start - 50), start)
  const words = afterNumber.test(textBefore) ? [] : (textBefore.match(/[\p{L}']+/gu) ?? [])
  return words
    .filter((word) => !linking.has(word))
    .slice(-2)
    .map(stemOf)
    .join(' ')
}

const labelOf = (low: string, start: number): string => {
  const word = /(?<!\p{L})(\p{L}{3,})(?:: | #|[ -])$/u.exec(low.slice(Math.max(0, start - 20), start))?.[1] ?? ''
  return isLight(word) || linking.has(word) ? '' : stemOf(word)
}

const countedUnit = /^[\s-]{0,3}(?:of )?(?:(?:more|full|whole|other|additional) )?(m c? ?g\b|m l\b|[\p{L}]+|[%+])/u

const notCounted = /^(?:since|until|till|from|before|during|every|each|per|twice|once|daily|nightly|weekly|instead)$/

function countsOf(low: string, end: number): string {
  const next = countedUnit.exec(low.slice(end, end + 40))?.[1] ?? ''
  return next === '' || isLight(next) || notCounted.test(next) || next.search(medicine) === 0
    ? ''
    : (unitStems[next.replaceAll(' ', '')] ?? stemOf(next))
}

type Read = NumberMention & { values?: readonly number[] }

export function place(text: string, mentions: readonly Read[], besides: ReadonlySet<string>, question = ''): Placed[] {
  const low = text.toLowerCase()
  const placedNumbers = mentions.map(
    (mention): Placed => ({
      value: mention.value,
      values: mention.values ?? possibleValues(mention),
      text: mention.text,
      ordinal: mention.ordinal,
      lead: leadOf(low, mention.start),
      counts: countsOf(low, mention.end),
      medicine: medicineOf(low, mention.start, mention.end) || medicineOf(question, question.length, question.length),
      near: new Set([...stemSet(wordsAround(low, mention.start, mention.end)), ...besides]),
      slight: false,
      label: labelOf(low, mention.start),
      clock: /\bat (?:about |around )?$/.test(low.slice(Math.max(0, mention.start - 12), mention.start)),
      beside: false,
    }),
  )
  for (let at = placedNumbers.length - 1; at >= 0; at--) {
    const one = placedNumbers[at]
    const { end = 0 } = mentions[at] ?? {}
    const next = mentions[at + 1]
    if (one === undefined) continue
    // In "three or four days", the "three" counts days too.
    if (next !== undefined && listJoint.test(low.slice(end, next.start)))
      one.counts = placedNumbers[at + 1]?.counts ?? ''
    else if (/^ of (?:them|those|these|which|whom)\b/.test(low.slice(end, end + 10)))
      one.counts = placedNumbers[at - 1]?.counts ?? ''
  }
  return placedNumbers
}

const listJoint = /^(?: ?[-–] ?| |,? (?:to|or|and|through|maybe|even) )$/

const none: ReadonlySet<string> = new Set()
const article = /(?<!\bhalf )\b(?:an?|once|single|another|each|every|per)\b/gi
const decades = 'twenties thirties forties fifties sixties seventies eighties nineties'.split(' ')
const inWords: readonly { words: RegExp; value: number; counts?: string }[] = [
  ...decades.map((words, index) => ({ words: new RegExp(`\\b${words}\\b`, 'gi'), value: 20 + index * 10 })),
  { words: article, value: 1 },
  {
    words: /\b(?:year|month|week|day|night|hour|pack|mile|pound|inch|tablet|pill|glass|bottle|cup) and a half\b/gi,
    value: 1.5,
  },
  { words: /\b(?:twice|double|both|couple|pair)\b/gi, value: 2 },
  { words: /\b(?:thrice|triple)\b/gi, value: 3 },
  { words: /\bhalf a dozen\b/gi, value: 6 },
  { words: /\b(?<!half a )dozen\b/gi, value: 12 },
  { words: /\bhalf\b/gi, value: 0.5 },
  { words: /\bhalf an hour\b/gi, value: 30, counts: stemOf('minute') },
  { words: /\bfortnight\b/gi, value: 14, counts: stemOf('day') },
]

export function citedNumbers(field: Field, { session, numbers }: PreparedSession, cited: Cited): Placed[] {
  // No other words tell the value of a number field from the other numbers of the turn.
  const isAlone = field.type === 'number'
  const quoted = new Set(isAlone ? cited.quoted.flatMap((one) => [one, ...one.answers]) : [])
  return [...(isAlone ? cited.turns : new Set([...cited.turns, ...cited.near]))].flatMap((turn) =>
    (session.byTurn[turn] ?? []).flatMap((sentence) => {
      if (quoted.size > 0 && !quoted.has(sentence)) return []
      const question = sentence.answers.map(({ low }) => low).join(' ')
      // "What about increasing my testosterone to 175? I'm at 140 now": the second dose belongs to the same medicine.
      const previousSentence = (session.byTurn[turn] ?? [])[sentence.place - 1]?.low ?? ''
      const questionStems = stemSet(question)
      const isBeside = !cited.turns.has(turn)
      const { text, numbers: mentions } = numbers.get(sentence) ?? { text: sentence.text, numbers: [] }
      const low = text.toLowerCase()
      const sessionNumbers = place(text, mentions, questionStems, `${previousSentence} ${question}`).filter(
        (_, at) => !endsScale(low, mentions[at]),
      )
      const slight = inWords.flatMap(({ words, value, counts }) =>
        [...text.matchAll(words)].flatMap(({ index, 0: match }) => {
          const end = index + match.length
          const mention = { value, start: index, end, text: match, ordinal: false, parts: [value] }
          const [one] = place(text, [mention], questionStems, question)
          return one === undefined ? [] : [{ ...one, slight: true, counts: counts ?? one.counts }]
        }),
      )
      return [...sessionNumbers, ...slight].map((one) => ({ ...one, beside: isBeside, sentence }))
    }),
  )
}

export function detailNumbers({ patient, provider, current_visit }: VisitContext): Placed[] {
  const age = patient?.age
  const details = JSON.stringify([patient?.identifier, patient?.birthDate, provider, current_visit])
  const plain = {
    lead: '',
    counts: '',
    medicine: '',
    near: none,
    slight: false,
    label: '',
    clock: false,
    beside: false,
  }
  const numbersOfDetails = readNumbers(details).map((one): Placed => {
    const { value, text, ordinal } = one
    return { ...plain, value, values: possibleValues(one), text, ordinal }
  })
  const nearStems = new Set(['year', 'old', 'age', 'aged'])
  const aged = { ...plain, text: '', ordinal: false, counts: 'year', near: nearStems }
  return age === undefined ? numbersOfDetails : [...numbersOfDetails, { ...aged, value: age, values: [age] }]
}
