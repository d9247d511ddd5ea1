import type { Sentence } from '../reading/sentences.ts'
import type { Placed } from './placed.ts'
import { stemOf } from './stems.ts'

const stemsOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(stemOf))
const spanStems = stemsOf('minute hour day night week month year time')
const doseStems = stemsOf('milligram microgram gram unit puff milliliter')
const measureStems = stemsOf(
  'minute hour day night week month year pound kilogram percent inch foot centimeter millimeter mile degree',
)
/**
 * Stems of words for units and for counted things, such as "tablet". If two equal numbers have different stems of this
 * set after them, they mostly belong to different statements.
 */
const unitStems: ReadonlySet<string> = new Set([
  ...measureStems,
  ...spanStems,
  ...doseStems,
  ...stemsOf('second tablet pack beat liter ounce'),
])
const occasion = stemOf('time')
const perOccasion = stemsOf('tablet puff unit pack day night')

const isDose = ({ counts }: Placed): boolean => doseStems.has(counts)

/** True if the number counts spans of time, or occasions ("three times"). */
const isSpan = ({ counts }: Placed): boolean => spanStems.has(counts)

const sameCount = (a: Placed, b: Placed): boolean => a.counts !== '' && a.counts === b.counts
const sameLead = (a: Placed, b: Placed): boolean => a.lead.includes(' ') && a.lead === b.lead

/**
 * True for a value that is rarely in a note and in a session by chance: neither a small count nor a year. For such a
 * number of a note, a spoken number of the same value is accepted more easily. It may be in a turn next to the cited
 * turns, and the word for the counted thing may be absent: "I'm forty four" supports "44-year-old".
 */
const isRare = (value: number): boolean => !Number.isInteger(value) || (value > 12 && value < 1900)
const isYear = ({ value }: Placed): boolean => value >= 1900 && value < 2100

function sharedWords(a: Placed, b: Placed): number {
  let shared = 0
  for (const stem of a.near) if (b.near.has(stem)) shared++
  return shared
}

/** Scores how well a number in a note matches a spoken number, by the words around both. Higher is better. */
function likeness(inNote: Placed, inSession: Placed): number {
  const shared = sharedWords(inNote, inSession)
  const counted = (sameCount(inNote, inSession) ? 2 : 0) + (sameLead(inNote, inSession) ? 3 : 0)
  if (inNote.medicine === '' || inSession.medicine === '' || !isDose(inNote)) return shared + counted
  // A dose must belong to the same medicine. A number in a spoken time span ("three weeks of it") supports no dose.
  return shared + counted + (inNote.medicine !== inSession.medicine || isSpan(inSession) ? -6 : 6)
}

/**
 * True if both numbers are doses of the same medicine. If the dose of a note was said, another dose of this medicine in
 * the session, such as an earlier one, does not contradict the note.
 */
const sameDose = (a: Placed, b: Placed): boolean =>
  a.medicine !== '' && a.medicine === b.medicine && isDose(a) && isDose(b)

/**
 * True if a spoken number can support a number of a note that has the same value. This is true without further
 * conditions in the cited turns. In a turn next to them, a number often occurs by chance. There, both numbers must
 * count the same thing, have the same two words before them, or be rare (see `isRare`). If both numbers are a rare
 * multiple of ten, they must also have a common word around them.
 */
export const supports = (inNote: Placed, spoken: Placed): boolean =>
  !spoken.beside ||
  sameCount(inNote, spoken) ||
  sameLead(inNote, spoken) ||
  (isRare(inNote.value) && (inNote.value % 10 !== 0 || sharedWords(inNote, spoken) > 0))

/**
 * True if a spoken number certainly counts another thing than the note's number of the same value, for example "3 days"
 * in the note and "three weeks" in the session.
 */
function countsAnother(inNote: Placed, spoken: Placed): boolean {
  if (inNote.counts === '' || spoken.counts === '' || inNote.ordinal || sameCount(inNote, spoken)) return false
  const pair = [inNote.counts, spoken.counts]
  // A note may express "three times a day" as "3 puffs a day", and "three times a week" as "3 days a week". So "times"
  // does not contradict the units in `perOccasion`.
  if (pair.includes(occasion))
    return pair.some((stem) => unitStems.has(stem) && stem !== occasion && !perOccasion.has(stem))
  if (pair.every((stem) => unitStems.has(stem))) return true
  // The word after a spoken number may belong to the next phrase ("seventy four last week"). So for a rare number,
  // different words after the two numbers do not prove that they count different things.
  if (isRare(inNote.value)) return false
  return (
    unitStems.has(inNote.counts) ||
    (measureStems.has(spoken.counts) && !spoken.slight && !/(?:ly|^daily)$/.test(inNote.counts))
  )
}

/**
 * Compares the words around `inNote` with the words around each spoken number. Returns the largest count of equal
 * words.
 */
const mostShared = (inNote: Placed, spoken: readonly Placed[]): number =>
  Math.max(...spoken.map((one) => sharedWords(inNote, one)), Number.NEGATIVE_INFINITY)

/**
 * True if the note's number is a year that was said, but probably about something else: a spoken sentence with another
 * year shares more words with the note than each spoken sentence with the note's year. Only the words around the years
 * are compared, because a year has no unit.
 */
const isYearOfAnother = (inNote: Placed, same: readonly Placed[], others: readonly Placed[]): boolean => {
  const inSentences = new Set(same.map(({ sentence }) => sentence))
  const years = others.filter((one) => isYear(one) && !inSentences.has(one.sentence))
  return isYear(inNote) && mostShared(inNote, years) > mostShared(inNote, same)
}

/**
 * True if the note certainly means `other`, a spoken number of another value. `other` counts the same thing as the
 * note's number, has the same two words before it, or belongs to the same medicine. No number in `same` (the spoken
 * numbers with the note's value) has one of these things in common with the note's number.
 */
const certainlyOther = (inNote: Placed, other: Placed, same: readonly Placed[]): boolean =>
  ((sameCount(inNote, other) || sameLead(inNote, other)) &&
    !same.some(
      (one) => sameCount(inNote, one) || sameLead(inNote, one) || (one.counts === '' && isRare(inNote.value)),
    )) ||
  (inNote.medicine !== '' &&
    isDose(inNote) &&
    other.medicine === inNote.medicine &&
    !same.some(({ medicine: of }) => of === inNote.medicine))

/**
 * True if `other`, a spoken number of another value, has the label of the note's number, such as "grade" in "grade 4",
 * and no number in `same` has this label. `same` are the spoken numbers with the value of the note's number.
 */
const hasLabel = (inNote: Placed, other: Placed, same: readonly Placed[]): boolean =>
  inNote.label !== '' &&
  !inNote.ordinal &&
  !other.ordinal &&
  !isRare(inNote.value) &&
  !isYear(inNote) &&
  inNote.label === other.label &&
  !same.some((one) => one.label === inNote.label || one.slight || sameCount(inNote, one))

/**
 * True if the quote itself says another day of the month ("the ninth") or another time of day ("at five"), and the
 * note's number was said only beside the quote.
 */
function isOtherInQuote(
  inNote: Placed,
  same: readonly Placed[],
  others: readonly Placed[],
  quoted: readonly Sentence[],
): boolean {
  const isQuoted = ({ sentence }: Placed) => sentence !== undefined && quoted.includes(sentence)
  const isAlike = (one: Placed) => (inNote.ordinal ? one.ordinal : inNote.clock && one.clock && one.counts === '')
  return (
    others.some((one) => isQuoted(one) && isAlike(one)) &&
    !same.some((one) => isQuoted(one) || (inNote.ordinal && one.ordinal))
  )
}

/**
 * True if the words around a number of a note show that the session says this number only about something else. `same`:
 * the spoken numbers with the value of the note's number. `others`: the spoken numbers with other values. `quoted`: the
 * sentences that the note quotes.
 */
export function isAboutAnother(
  inNote: Placed,
  same: readonly Placed[],
  others: readonly Placed[],
  quoted: readonly Sentence[],
): boolean {
  const best = Math.max(...same.map((one) => likeness(inNote, one)))
  if (best <= -3 || same.every((one) => countsAnother(inNote, one))) return true
  if (same.some((one) => sameDose(inNote, one))) return false
  if (isYearOfAnother(inNote, same, others) || isOtherInQuote(inNote, same, others, quoted)) return true
  return others.some(
    (one) =>
      hasLabel(inNote, one, same) ||
      (certainlyOther(inNote, one, same) &&
        (likeness(inNote, one) > best || (sameCount(inNote, one) && !isSpan(inNote)))),
  )
}
