import type { Sentence } from '../reading/sentences.ts'
import type { Placed } from './placed.ts'
import { stemOf } from './stems.ts'

const stemsOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(stemOf))
const spanStems = stemsOf('minute hour day night week month year time')
const doseStems = stemsOf('milligram microgram gram unit puff milliliter')
const measureStems = stemsOf(
  'minute hour day night week month year pound kilogram percent inch foot centimeter millimeter mile degree',
)
/** If two equal numbers have different stems of this set after them, they mostly belong to different statements. */
const unitStems: ReadonlySet<string> = new Set([
  ...measureStems,
  ...spanStems,
  ...doseStems,
  ...stemsOf('second tablet pack beat liter ounce'),
])
const occasion = stemOf('time')
const perOccasion = stemsOf('tablet puff unit pack day night')

const isDose = ({ counts }: Placed): boolean => doseStems.has(counts)

const isSpan = ({ counts }: Placed): boolean => spanStems.has(counts)

const sameCount = (a: Placed, b: Placed): boolean => a.counts !== '' && a.counts === b.counts
const sameLead = (a: Placed, b: Placed): boolean => a.lead.includes(' ') && a.lead === b.lead

/** True for a value that is rarely in a note and in a session by chance: neither a small count nor a year. */
const isRare = (value: number): boolean => !Number.isInteger(value) || (value > 12 && value < 1900)
const isYear = ({ value }: Placed): boolean => value >= 1900 && value < 2100

function sharedWords(a: Placed, b: Placed): number {
  let shared = 0
  for (const stem of a.near) if (b.near.has(stem)) shared++
  return shared
}

function likeness(inNote: Placed, inSession: Placed): number {
  const shared = sharedWords(inNote, inSession)
  const kindScore = (sameCount(inNote, inSession) ? 2 : 0) + (sameLead(inNote, inSession) ? 3 : 0)
  if (inNote.medicine === '' || inSession.medicine === '' || !isDose(inNote)) return shared + kindScore
  // A dose must belong to the same medicine. A number in a spoken time span ("three weeks of it") supports no dose.
  return shared + kindScore + (inNote.medicine !== inSession.medicine || isSpan(inSession) ? -6 : 6)
}

/** An earlier dose of the same medicine does not contradict the note. */
const sameDose = (a: Placed, b: Placed): boolean =>
  a.medicine !== '' && a.medicine === b.medicine && isDose(a) && isDose(b)

/** True if a spoken number can support a number of a note that has the same value. */
export const supports = (inNote: Placed, spokenNumber: Placed): boolean =>
  !spokenNumber.beside ||
  sameCount(inNote, spokenNumber) ||
  sameLead(inNote, spokenNumber) ||
  (isRare(inNote.value) && (inNote.value % 10 !== 0 || sharedWords(inNote, spokenNumber) > 0))

function countsAnother(inNote: Placed, spokenNumber: Placed): boolean {
  if (inNote.counts === '' || spokenNumber.counts === '' || inNote.ordinal || sameCount(inNote, spokenNumber))
    return false
  const pair = [inNote.counts, spokenNumber.counts]
  // "Three times a day" may be "3 puffs a day", so "times" does not contradict these units.
  if (pair.includes(occasion))
    return pair.some((stem) => unitStems.has(stem) && stem !== occasion && !perOccasion.has(stem))
  if (pair.every((stem) => unitStems.has(stem))) return true
  // The word after a spoken number may belong to the next phrase ("seventy four last week").
  if (isRare(inNote.value)) return false
  return (
    unitStems.has(inNote.counts) ||
    (measureStems.has(spokenNumber.counts) && !spokenNumber.slight && !/(?:ly|^daily)$/.test(inNote.counts))
  )
}

const mostShared = (inNote: Placed, spokenNumbers: readonly Placed[]): number =>
  Math.max(...spokenNumbers.map((one) => sharedWords(inNote, one)), Number.NEGATIVE_INFINITY)

const isYearOfAnother = (inNote: Placed, equalNumbers: readonly Placed[], others: readonly Placed[]): boolean => {
  const inSentences = new Set(equalNumbers.map(({ sentence }) => sentence))
  const years = others.filter((one) => isYear(one) && !inSentences.has(one.sentence))
  return isYear(inNote) && mostShared(inNote, years) > mostShared(inNote, equalNumbers)
}

const certainlyOther = (inNote: Placed, otherNumber: Placed, equalNumbers: readonly Placed[]): boolean =>
  ((sameCount(inNote, otherNumber) || sameLead(inNote, otherNumber)) &&
    !equalNumbers.some(
      (one) => sameCount(inNote, one) || sameLead(inNote, one) || (one.counts === '' && isRare(inNote.value)),
    )) ||
  (inNote.medicine !== '' &&
    isDose(inNote) &&
    otherNumber.medicine === inNote.medicine &&
    !equalNumbers.some(({ medicine: of }) => of === inNote.medicine))

const hasLabel = (inNote: Placed, otherNumber: Placed, equalNumbers: readonly Placed[]): boolean =>
  inNote.label !== '' &&
  !inNote.ordinal &&
  !otherNumber.ordinal &&
  !isRare(inNote.value) &&
  !isYear(inNote) &&
  inNote.label === otherNumber.label &&
  !equalNumbers.some((one) => one.label === inNote.label || one.slight || sameCount(inNote, one))

function isOtherInQuote(
  inNote: Placed,
  equalNumbers: readonly Placed[],
  others: readonly Placed[],
  quoted: readonly Sentence[],
): boolean {
  const isQuoted = ({ sentence }: Placed) => sentence !== undefined && quoted.includes(sentence)
  const isAlike = (one: Placed) => (inNote.ordinal ? one.ordinal : inNote.clock && one.clock && one.counts === '')
  return (
    others.some((one) => isQuoted(one) && isAlike(one)) &&
    !equalNumbers.some((one) => isQuoted(one) || (inNote.ordinal && one.ordinal))
  )
}

/** True if the words around a number of a note show that the session says this number only about something else. */
export function isAboutAnother(
  inNote: Placed,
  equalNumbers: readonly Placed[],
  others: readonly Placed[],
  quoted: readonly Sentence[],
): boolean {
  const best = Math.max(...equalNumbers.map((one) => likeness(inNote, one)))
  if (best <= -3 || equalNumbers.every((one) => countsAnother(inNote, one))) return true
  if (equalNumbers.some((one) => sameDose(inNote, one))) return false
  if (isYearOfAnother(inNote, equalNumbers, others) || isOtherInQuote(inNote, equalNumbers, others, quoted)) return true
  return others.some(
    (one) =>
      hasLabel(inNote, one, equalNumbers) ||
      (certainlyOther(inNote, one, equalNumbers) &&
        (likeness(inNote, one) > best || (sameCount(inNote, one) && !isSpan(inNote)))),
  )
}
