import type { Field, Flag, VisitContext } from '../../../lib/contracts/index.ts'
import { medicine } from '../reading/medicines.ts'
import { type NumberMention, readNumbers } from '../reading/numbers.ts'
import { inPieces } from '../reading/sentences.ts'
import { meansYear } from './days.ts'
import type { Cited, PreparedSession } from './prepared-session.ts'
import { isLight, stemOf, stemSet } from './stems.ts'

/** A number and the words around it, which distinguish it from other numbers in the same sentence. */
interface Placed {
  value: number
  values: readonly number[]
  text: string
  ordinal: boolean
  /** The stems of the two words before the number, without words such as "is" and "about". */
  lead: string
  /** Stem of the word after the number: the thing that is counted. */
  counts: string
  /**
   * The medicine to which the number belongs: the last medicine that is named before the number in the sentence, or
   * else in the question. Empty if no medicine is named.
   */
  medicine: string
  near: ReadonlySet<string>
  /**
   * True for a word such as "a", "once" or "dozen". Such a word supports a number of the same value, but does not
   * contradict another number.
   */
  slight: boolean
}

const windowWords = 12

const wordsAround = (low: string, start: number, end: number): string =>
  `${low
    .slice(0, start)
    .split(/\s+/)
    .slice(-windowWords - 1)
    .join(' ')} ${low
    .slice(end)
    .split(/\s+/)
    .slice(0, windowWords + 1)
    .join(' ')}`

function medicineOf(low: string, start: number): string {
  const named = [...low.matchAll(medicine)]
  const before = named.filter(({ index }) => index < start).at(-1)
  return (before ?? named[0])?.[0] ?? ''
}

const spanStems = new Set(['minute', 'hour', 'day', 'night', 'week', 'month', 'year', 'time'].map(stemOf))
const doseStems = new Set(['milligram', 'microgram', 'gram', 'unit', 'puff', 'milliliter'].map(stemOf))
const unitStems: Record<string, string> = {
  mg: 'millig',
  mgs: 'millig',
  mcg: 'microg',
  mcgs: 'microg',
  ml: 'millil',
  lb: 'pound',
  lbs: 'pound',
  cm: 'centim',
  mm: 'millim',
  kg: 'kilogr',
  '%': 'percen',
  '+': 'plu',
}

const linking = new Set('is was are were be of at to the a an about around approximately like'.split(' '))

/** The second number of "120/80" or "3 to 4" has no words of its own before it. */
const afterNumber = /\d ?(?:[/-]|to|over) ?$/

const leadOf = (low: string, start: number): string => {
  const before = low.slice(Math.max(0, start - 50), start)
  const words = afterNumber.test(before) ? [] : (before.match(/[\p{L}']+/gu) ?? [])
  return words
    .filter((word) => !linking.has(word))
    .slice(-2)
    .map(stemOf)
    .join(' ')
}

function place(text: string, mention: NumberMention, besides: ReadonlySet<string>, asked = ''): Placed {
  const low = text.toLowerCase()
  const next = /^[\s-]{0,3}(m c? ?g\b|m l\b|[\p{L}]+|[%+])/u.exec(low.slice(mention.end, mention.end + 40))?.[1] ?? ''
  // "One thirty-four" may mean 134, or 1 and 34, so all three values count. "Six and a half" counts as 6.5 only, not as
  // 6.
  const values = [mention.value, ...(mention.parts.length === 2 ? mention.parts : [])]
  return {
    value: mention.value,
    values,
    text: mention.text,
    ordinal: mention.ordinal,
    lead: leadOf(low, mention.start),
    counts: next === '' || isLight(next) ? '' : (unitStems[next.replaceAll(' ', '')] ?? stemOf(next)),
    medicine: medicineOf(low, mention.start) || medicineOf(asked, asked.length),
    near: new Set([...stemSet(wordsAround(low, mention.start, mention.end)), ...besides]),
    slight: false,
  }
}

const none: ReadonlySet<string> = new Set()
const article = /\b(?:an?|once|single|another|each|every|per)\b/gi
const decades = 'twenties thirties forties fifties sixties seventies eighties nineties'.split(' ')
/** Words that imply a number but are not number words. */
const inWords: readonly { words: RegExp; value: number }[] = [
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
  { words: /\bfortnight\b/gi, value: 14 },
]

/** True if the number is the end of a scale ("out of ten", "ten being the best"), and not the answer on the scale. */
const endsScale = (text: string, { start, end }: NumberMention): boolean =>
  /(?:\bout of |\/ ?|\b(?:zero|scale of one|scale from one) to |\b0 ?(?:to |-))$/.test(text.slice(0, start)) ||
  /^ (?:being|is the)\b/.test(text.slice(end))

/**
 * Returns the numbers of the cited turns. If a number answers a question, the words of the question also count as words
 * around the number.
 */
function citedNumbers(field: Field, { session, numbers }: PreparedSession, cited: Cited): Placed[] {
  // A number alone has no words that distinguish it from the other numbers of its turn, so only the quoted sentences
  // are read.
  const quoted = new Set(field.type === 'number' ? cited.quoted.flatMap((one) => [one, ...one.answers]) : [])
  return [...cited.turns].flatMap((turn) =>
    (session.byTurn[turn] ?? []).flatMap((sentence) => {
      if (quoted.size > 0 && !quoted.has(sentence)) return []
      const question = sentence.answers.map(({ low }) => low).join(' ')
      const asked = stemSet(question)
      const spoken = (numbers.get(sentence) ?? [])
        .filter((mention) => !endsScale(sentence.low, mention))
        .map((mention) => place(sentence.text, mention, asked, question))
      const slight = inWords.flatMap(({ words, value }) =>
        [...sentence.text.matchAll(words)].map(({ index, 0: text }) => {
          const mention = { value, start: index, end: index + text.length, text, ordinal: false, parts: [value] }
          return { ...place(sentence.text, mention, asked, question), slight: true }
        }),
      )
      return [...spoken, ...slight]
    }),
  )
}

/** Returns the numbers in the visit's details: the age, and every number in an identifier or date. */
function detailNumbers({ patient, provider, current_visit }: VisitContext): Placed[] {
  const age = patient?.age
  const details = JSON.stringify([patient?.identifier, patient?.birthDate, provider, current_visit])
  const written = readNumbers(details).map((mention) => place('', { ...mention, start: 0, end: 0 }, none))
  const aged = {
    text: '',
    ordinal: false,
    lead: '',
    counts: 'year',
    medicine: '',
    near: new Set(['year', 'old', 'age', 'aged']),
    slight: false,
  }
  return age === undefined ? written : [...written, { ...aged, value: age, values: [age] }]
}

const isDose = ({ counts }: Placed): boolean => doseStems.has(counts)

/** Scores how well a number in a note matches a spoken number, by the words around both. Higher is better. */
function likeness(inNote: Placed, inSession: Placed): number {
  let shared = 0
  for (const stem of inNote.near) if (inSession.near.has(stem)) shared++
  const counted = (sameCount(inNote, inSession) ? 2 : 0) + (sameLead(inNote, inSession) ? 3 : 0)
  if (inNote.medicine === '' || inSession.medicine === '' || !isDose(inNote)) return shared + counted
  // A dose must belong to the same medicine. A number in a spoken time span ("three weeks of it") supports no dose.
  const dosed = inNote.medicine !== inSession.medicine || (isDose(inNote) && spanStems.has(inSession.counts)) ? -6 : 6
  return shared + counted + dosed
}

const sameCount = (a: Placed, b: Placed): boolean => a.counts !== '' && a.counts === b.counts
const sameLead = (a: Placed, b: Placed): boolean => a.lead.includes(' ') && a.lead === b.lead

/**
 * True if both numbers are doses of the same medicine. An earlier dose of the medicine does not contradict the present
 * dose.
 */
const sameDose = (a: Placed, b: Placed): boolean =>
  a.medicine !== '' && a.medicine === b.medicine && isDose(a) && isDose(b)

/**
 * True if another spoken number is certainly the one that the note means: it has the same counted thing, the same two
 * words before it, or the same medicine as the note's number, and no spoken number with the note's value has.
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
 * True for a number that is rarely equal to another number by chance: not a small count, and not a year. Less is needed to
 * support such a number: it may stand in a turn next to the cited turns, or without the word for what it counts ("I'm
 * forty four", "44-year-old").
 */
const isRare = (value: number): boolean => !Number.isInteger(value) || (value > 12 && value < 1900)

/** Splits a text into sentences and lines. A number is compared only by the words in the same piece. */
const clauses = (text: string): string[] => text.split(/(?<=[.!?;])\s+|\n+/).flatMap(inPieces)

/** Removes repetitions of a number with the same words around it, because comparing all of them would be slow. */
function distinct(spokenNumbers: readonly Placed[]): Placed[] {
  const keyed = spokenNumbers.map((one): [string, Placed] => [JSON.stringify({ ...one, near: [...one.near] }), one])
  return [...new Map(keyed).values()]
}

/** True for the end of a usual scale ("4 out of 10", "4/10"). A note may contain this number even if nobody said it. */
const scaleEnd = (text: string, mention: NumberMention): boolean =>
  [5, 6, 10, 100].includes(mention.value) && endsScale(text.toLowerCase(), mention)

/** True for the number of an item in a list within a paragraph: "1. Asthma. 2. Diabetes." */
const numbersItem = (text: string, { start }: NumberMention): boolean =>
  start <= 2 && /^[ (]{0,2}\d{1,2}[.)](?:\s|$)/.test(text)

/** Matches what stands between the two numbers of a range: "3-4", "3 to 4", "2 through 7". */
const between = /^(?: ?[-–] ?| (?:to|through) )$/

/** Returns the numbers that end a range which falls ("from 20 to 10"), although no turn contains both in this order. */
function unsaidRanges(text: string, mentions: readonly NumberMention[], turns: readonly (readonly number[])[]) {
  return mentions.filter((end, at) => {
    const start = mentions[at - 1]
    if (start === undefined || start.value < end.value) return false
    // "8 to 8:30" is two times of day.
    if (!between.test(text.slice(start.end, end.start)) || text[end.end] === ':') return false
    return !turns.some((values) => values.some((value, at) => value === start.value && values[at + 1] === end.value))
  })
}

const pronoun = /\b(?:no|any|every|some|this|that|which|each|another|the|last|good|only) one\b|\bone (?:of|another)\b/i

/**
 * True if the sentence contains the number more often than it was said, and this mention is one of the surplus
 * mentions. For "in for four and out for four", "four" must have been said twice.
 */
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
  const before = others.filter((other) => alike(other) && other.start < mention.start)
  return sameNumber.length === 0 || (before.length > 0 && before.length >= sameNumber.length)
}

/** Returns the reason of a flag. It must not deny that the number was said, if this was elsewhere in the session. */
function whyUnsaid({ value, ordinal }: NumberMention, { isSaid }: PreparedSession): string {
  if (isSaid(value)) return 'The quote does not contain this number. The number was said elsewhere in the session.'
  return ordinal ? 'This date or place was not said in the session.' : 'This number was not said in the session.'
}

/**
 * Flags every number of a text that the cited words do not support (severity 2): the number was not said in the cited
 * words, or the words around it show that it was said about something else.
 */
export function unsupportedNumbers(
  field: Field,
  texts: readonly string[],
  prepared: PreparedSession,
  cited: Cited,
  fieldNumbers: ReadonlySet<number>,
): Flag[] {
  const all = [...citedNumbers(field, prepared, cited), ...detailNumbers(prepared.session.context)]
  const stock = distinct(all)
  const beside = new Set(
    [...cited.near]
      .flatMap((turn) => prepared.figures(turn).flatMap(({ values }) => values)) // Round numbers occur in many turns.
      .filter((value) => isRare(value) && value % 10 !== 0),
  )
  const timesSaid = Map.groupBy(
    all.flatMap((one) => one.values.map((value) => ({ value, ordinal: one.ordinal }))),
    ({ value }) => value,
  )
  const saidInOrder = [...cited.near].map((turn) =>
    (prepared.session.byTurn[turn] ?? []).flatMap((sentence) =>
      (prepared.numbers.get(sentence) ?? []).flatMap(({ value, parts }) =>
        parts.length > 1 ? [value, ...parts] : [value],
      ),
    ),
  )
  const asked = field.type === 'number' ? stemSet(`${field.name} ${field.instructions ?? ''}`) : none
  const flags: Flag[] = []
  const read = new Map<string, Flag[]>()
  for (const text of texts.flatMap(clauses)) {
    const known = read.get(text)
    if (known !== undefined) {
      flags.push(...known)
      continue
    }
    const before = flags.length
    const mentions = readNumbers(text)
    const ranges = new Set(unsaidRanges(text, mentions, saidInOrder))
    for (const mention of mentions) {
      if (fieldNumbers.has(mention.value) || scaleEnd(text, mention) || numbersItem(text, mention)) continue
      if (mention.value === 0) continue
      if (/^(?:zero|first|second)$/i.test(mention.text)) continue
      if (/^one$/i.test(mention.text) && pronoun.test(text.slice(Math.max(0, mention.start - 6), mention.end + 9)))
        continue
      const placed = place(text, mention, asked)
      const flag = (reason: string) => flags.push({ severity: 2, text: mention.text, reason })
      const same = stock.filter(({ values }) => values.includes(mention.value))
      const best = Math.max(...same.map((one) => likeness(placed, one)), Number.NEGATIVE_INFINITY)
      const others = stock.filter((one) => !same.includes(one) && !one.slight)
      const better =
        same.length > 0 &&
        !same.some((one) => sameDose(placed, one)) &&
        others.some(
          (one) =>
            certainlyOther(placed, one, same) &&
            (likeness(placed, one) > best || (sameCount(placed, one) && !spanStems.has(placed.counts))),
        )
      if (same.length === 0 && !beside.has(mention.value) && !stock.some((one) => meansYear(mention.text, one)))
        flag(whyUnsaid(mention, prepared))
      else if (
        ranges.has(mention) ||
        better ||
        (same.length > 0 && best <= -3) ||
        (same.length > 0 &&
          mention.value <= 12 &&
          repeatedTooOften(mention, mentions, timesSaid.get(mention.value) ?? []))
      )
        flag('In the session, this number was about something else.')
    }
    read.set(text, flags.slice(before))
  }
  return flags
}
