import type { Field, Flag } from '../../../lib/contracts/index.ts'
import { englishMonths } from '../reading/calendar.ts'
import { type NumberMention, readNumbers } from '../reading/numbers.ts'
import { writtenSentences } from '../reading/sentences.ts'
import { endsWrittenScale, isDerived } from './derived.ts'
import { numberAboutAnother, saidElsewhere, takenBack, unsaidNumber, unsaidOrdinal } from './doubts.ts'
import { isAboutAnother, supports } from './likeness.ts'
import { brokenPairs, isPairSaid, isScaleEnd, pairsOf, saidPairs } from './pairs.ts'
import { citedNumbers, detailNumbers, type Placed, place } from './placed.ts'
import type { Cited, PreparedSession } from './prepared-session.ts'
import { stemOf, stemSet } from './stems.ts'

const none: ReadonlySet<string> = new Set()

const ohs = ['o', 'oh', 'aught']

/** Whole words such as "since" or "June" would never match, because `lead` consists of stems. */
const beforeYear = new Set(
  ['in', 'since', 'until', ...englishMonths, 'spring', 'summer', 'fall', 'winter'].map(stemOf).concat(ohs),
)

function meansYear(
  year: string,
  { values, lead, text, slight }: { values: readonly number[]; lead: string; text: string; slight: boolean },
): boolean {
  const short = Number(year) % 100
  if (!/^(?:19|20)\d{2}$/.test(year) || values[0] !== short) return false
  if (slight) return short % 10 === 0 && text.toLowerCase().endsWith('ties')
  const last = lead.split(' ').at(-1) ?? ''
  return short < 10 ? ohs.includes(last) : beforeYear.has(last)
}

/** Spoken times of day that name the next hour or no minutes: "quarter to twelve", "half past nine". */
const inQuarters = /\b(?:quarter|half|five|ten|twenty|twenty[- ]five) (?:to|till?|of|before|past|after)\b/i

function isQuarter(
  text: string,
  { value, start, end }: NumberMention,
  stock: readonly Placed[],
  words: string,
): boolean {
  if (!inQuarters.test(words)) return false
  const isMinute = /\d:$/.test(text.slice(Math.max(0, start - 2), start))
  const isHour = /^:\d\d/.test(text.slice(end, end + 3))
  if (isMinute) return value % 15 === 0 || stock.some((one) => one.values.includes(60 - value))
  return isHour && stock.some((one) => one.values.includes((value % 12) + 1))
}

const spokenNear = ({ session, words }: PreparedSession, { near }: Cited): string =>
  [...near].map((turn) => (session.turns[turn] === undefined ? '' : words(turn))).join('\n')

/** Removes repetitions of a number with the same words around it, because comparing all of them would be slow. */
function distinct(spokenNumbers: readonly Placed[]): Placed[] {
  const keyed = spokenNumbers.map((one): [string, Placed] => [
    JSON.stringify({ ...one, near: [...one.near], sentence: '' }),
    one,
  ])
  return [...new Map(keyed).values()]
}

const numbersItem = (text: string, { start }: NumberMention): boolean =>
  start <= 2 && /^[ (]{0,2}\d{1,2}[.)](?:\s|$)/.test(text)

const pronoun = /\b(?:no|any|every|some|this|that|which|each|another|the|last|good|only) one\b|\bone (?:of|another)\b/i

const needsNoSupport = (text: string, mention: NumberMention): boolean =>
  mention.value === 0 ||
  /^(?:first|second)$/i.test(mention.text) ||
  numbersItem(text, mention) ||
  (/^one$/i.test(mention.text) && pronoun.test(text.slice(Math.max(0, mention.start - 6), mention.end + 9)))

const repeatedTooOften = (
  mention: NumberMention,
  all: readonly NumberMention[],
  spokenNumbers: readonly Pick<Placed, 'ordinal'>[],
): boolean => {
  const others = all.filter(({ value, start }) => value === mention.value && start !== mention.start)
  // "Monday the 9th at 9" contains an ordinal and a cardinal number. Each needs a spoken number of the same kind.
  const mixed = others.some(({ ordinal }) => ordinal !== mention.ordinal)
  const alike = ({ ordinal }: { ordinal: boolean }) => !mixed || ordinal === mention.ordinal
  const sameNumber = spokenNumbers.filter(alike)
  const earlierNumbers = others.filter((number) => alike(number) && number.start < mention.start)
  return sameNumber.length === 0 || (earlierNumbers.length > 0 && earlierNumbers.length >= sameNumber.length)
}

const unsaid = ({ value, ordinal }: NumberMention, { isSaid }: PreparedSession) =>
  isSaid(value) ? saidElsewhere : ordinal ? unsaidOrdinal : unsaidNumber

/** Flags every number of a text that the cited words do not support (severity 2). */
export function unsupportedNumbers(
  field: Field,
  texts: readonly string[],
  prepared: PreparedSession,
  cited: Cited,
  fieldNumbers: ReadonlySet<number>,
): Flag[] {
  const all = [...citedNumbers(field, prepared, cited), ...detailNumbers(prepared.session.context)]
  const stock = distinct(all)
  const timesSaid = Map.groupBy(
    all.flatMap((one) => one.values.map((value) => ({ value, ordinal: one.ordinal }))),
    ({ value }) => value,
  )
  const spokenPairs = saidPairs(prepared, cited)
  const unit = `${field.name} ${field.instructions ?? ''}`
  const fieldStems = field.type === 'number' ? stemSet(`${field.name} ${field.instructions ?? ''}`) : none

  const flagsOf = (text: string): Flag[] => {
    const mentions = readNumbers(text)
    const placedNumbers = place(text, mentions, fieldStems)
    const values = new Set(mentions.map(({ value }) => value))
    const pairs = pairsOf(text, mentions)
    const broken = brokenPairs(text, pairs, spokenPairs)
    const settled = new Set(
      pairs.filter((pair) => isPairSaid(pair, spokenPairs)).flatMap(({ first, second }) => [first, second]),
    )
    return mentions.flatMap((mention, at): Flag[] => {
      const inNote = placedNumbers[at]
      if (inNote === undefined || fieldNumbers.has(mention.value) || settled.has(mention)) return []
      const flag = (doubt: (text: string) => Flag): Flag[] => [doubt(mention.text)]
      if (needsNoSupport(text, mention)) return []
      const derived = () =>
        isDerived(text, mention, unit, prepared, cited) || isQuarter(text, mention, stock, spokenNear(prepared, cited))
      if (broken.has(mention)) return derived() ? [] : flag(numberAboutAnother)
      if (isScaleEnd(text, mention) || endsWrittenScale(text, mention)) return []
      const equalNumbers = stock.filter((one) => one.values.includes(mention.value) && supports(inNote, one))
      if (equalNumbers.length === 0)
        return stock.some((one) => meansYear(mention.text, one)) || derived() ? [] : flag(unsaid(mention, prepared))
      if (
        equalNumbers.every(
          ({ sentence }) => sentence !== undefined && prepared.takenBack(sentence.turn).has(mention.value),
        )
      )
        return flag(takenBack)
      // A number that the sentence contains as well does not contradict its other numbers.
      const others = stock.filter((one) => !one.values.some((value) => values.has(value)) && !one.slight && !one.beside)
      return isAboutAnother(inNote, equalNumbers, others, cited.quoted) ||
        (mention.value <= 12 && repeatedTooOften(mention, mentions, timesSaid.get(mention.value) ?? []))
        ? derived()
          ? []
          : flag(numberAboutAnother)
        : []
    })
  }

  const flagsByText = new Map<string, Flag[]>()
  // Words of a neighbouring sentence must not count as words around the number.
  return texts.flatMap(writtenSentences).flatMap((text) => {
    const flags = flagsByText.get(text) ?? flagsOf(text)
    flagsByText.set(text, flags)
    return flags
  })
}
