import type { Omission, Result } from '../../lib/contracts/index.ts'
import { dose, medicine } from './reading/medicines.ts'
import { leaning, negatedAt, ofSomeoneElse } from './reading/polarity.ts'
import { readSentences, type Sentence } from './reading/sentences.ts'

const has = (pattern: RegExp, low: string, ownOnly = false): boolean => {
  const found = new RegExp(pattern.source).exec(low)
  return found !== null && !negatedAt(low, found.index) && !(ownOnly && ofSomeoneElse(low, found.index))
}

const risk =
  /\b(?:suicid\w*|kill(?:ing)? (?:myself|himself|herself|themselves|somebody|someone)|end(?:ing)? my life|want(?:ed)? to die|better off (?:dead|without me)|not wake up|wouldn't wake up|hurt(?:ing)? myself|cut(?:ting)? myself|haven't cut|self[- ]harm|overdos\w*|took a bunch of pills|withdrawal seizure)\b/
const safety =
  /\b(?:guns?|rifle|firearms?|pistol|hits? me|hit me|beats? me|chok(?:ed|es) me|abus(?:e|ed|ive)|unsafe|threaten(?:ed|s) (?:me|to))\b/
const allergy = /\b(?:allerg(?:y|ic|ies)|hives|anaphyla\w+|gives me a rash|makes me (?:itch|break out))\b/
const substance =
  /\b(?:alcohol|wine|beers?|vodka|whiskey|drunk|hungover|drinking|weed|marijuana|cannabis|cocaine|meth|heroin|opioids?|vap(?:e|ed|ing)|smok(?:e|ed|ing)|cigarettes?|dui|relapsed?)\b/

/** Which kind of weight a statement carries, if any. Denials weigh nothing here. */
function weightOf({ low, asks, role, answers }: Sentence): Omission['kind'] | null {
  if (asks || leaning(low) === 'no') return null
  if (has(risk, low)) return 'risk'
  if (role !== 'provider' && has(safety, low)) return 'safety'
  if (role !== 'provider' && has(allergy, low, true)) return 'allergy'
  const named = low.match(medicine) !== null
  if (low.match(dose) !== null)
    return named || answers.some((question) => question.low.match(medicine) !== null) ? 'dose' : null
  if (role !== 'provider' && named && has(medicine, low, true)) return 'medication'
  return role !== 'provider' && has(substance, low, true) ? 'substance_use' : null
}

/** What was said of clinical weight (risk, safety, allergies, medicines, substances) and stands under no field's evidence. */
export function findOmissions(turns: readonly string[], results: readonly Result[]): Omission[] {
  const carried = new Map<number, [number, number][]>()
  for (const { turn, quote } of results.flatMap(({ evidence, value }) => (value.length > 0 ? evidence : []))) {
    const start = turns[turn]?.indexOf(quote) ?? -1
    if (start >= 0) carried.set(turn, [...(carried.get(turn) ?? []), [start, start + quote.length]])
  }
  return readSentences(turns).flatMap((sentence): Omission[] => {
    const kind = weightOf(sentence)
    const covered = (carried.get(sentence.turn) ?? []).some(([a, b]) => a < sentence.end && b > sentence.start)
    return kind === null || covered ? [] : [{ kind, turn: sentence.turn, quote: sentence.text }]
  })
}
