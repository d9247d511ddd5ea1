import { dose, frequency, medicine } from '../reading/medicines.ts'

export interface Clause {
  low: string
  ends: boolean
}

const lead = '(?:(?:and|so|then|okay|yeah|well|um|uh),? )*'
const completing = new RegExp(
  `^${lead}(?:but|however|except|although|though|whereas|unless|until|otherwise|or|nor|instead|rather|which|depending|pending|as long as|only if|if (?:so|not)|in that case|actually|i mean|(?:i'm )?sorry(?! (?:to|about|for|that))|wait|correction|every|each (?:day|night|morning)|(?:once|twice|\\w+ times) (?:a|per|every|daily)|daily|as needed|at (?:night|bedtime)|with (?:food|meals)|for (?:\\w+ ){1,2}(?:days?|weeks?|months?))\\b`,
)
/** Matches the end of a sentence that was broken off. */
const brokenOff = /(?:\.\.\.|…|[,-]|\b(?:and|or|but|because|the|an?|your|my)\.?)$/
const unfinished =
  /\b(?:if|when|that|to|of|with|on|for|from|is|are|was|were|has|have|be|like|about|than|not|then|will|would|going to)$/
const condition =
  'if|unless|once (?:i|you|we|he|she|it|they|the|that|your)|when|whenever|in case|as long as|assuming|depending on|whether'
const conditionBeforeStop = new RegExp(`(?:^|[,.] )${lead}(?:${condition}) (?:[^ ,.]+ ?){1,9}[.]?$`)
const conditionAtEnd = new RegExp(`\\b(?:${condition})(?: \\S+){0,9}$`)
/** Words with which a new subject begins in speech without punctuation. */
const opening =
  /^(?:(?:okay|ok|all ?right|alright|now|well|let's|let me|lem me|hey|next|first(?:ly)?|second(?:ly)?|lastly|finally)\b|so (?!(?:that|much|far|many|bad|as|(?:i|you|we|he|she|they|it) can)\b)|(?:and )?(?:then )?(?:for|on|as for|in terms of) (?:your|the|his|her)\b)/

const dosed = new RegExp(`${medicine.source}|${dose.source}`, 'g')
const forMedicine = /\b(?:it|that|this|them|these|those|take|taken|tablets?|pills?|puffs?|drops)\b/
const timeMax = 80

function dosedBy(low: string, next: string): boolean {
  const dose = [...low.matchAll(dosed)].at(-1)
  if (dose === undefined || low.slice(dose.index).search(frequency) >= 0) return false
  const time = next.slice(0, timeMax).search(frequency)
  const textBefore = next.slice(0, Math.max(0, time))
  return time >= 0 && forMedicine.test(textBefore) && textBefore.search(medicine) < 0
}

/** True if the second of two neighbouring sentences limits, corrects or completes the first one. */
export function tied({ low, ends }: Clause, next: string, asks: boolean): boolean {
  if (completing.test(next) || brokenOff.test(low) || dosedBy(low, next)) return true
  if (ends) return conditionBeforeStop.test(low)
  return unfinished.test(low) || conditionAtEnd.test(low) || !(asks || opening.test(next))
}
