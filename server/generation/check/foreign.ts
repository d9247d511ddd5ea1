import type { Field, Flag, VisitContext } from '../../../lib/contracts/index.ts'
import { type Figure, readFigures } from '../reading/figures.ts'
import { languagesOf } from '../reading/languages.ts'
import { plainLetters } from '../reading/number-words.ts'
import { followsDay } from '../reading/numbered-list.ts'
import { dayAgrees, unsupportedDays } from './days.ts'
import { type SaidWords, unsaidNames, unsaidTitledNames } from './names.ts'
import { type Cited, type PreparedSession, spokenLanguages } from './prepared-session.ts'
import { spokenDays } from './spoken-days.ts'

/**
 * Languages in which all number words can be read. In other languages, a number may have been said in words that cannot
 * be read.
 */
const counted = new Set(['en', 'es', 'de', 'fr', 'pt', 'it', 'zh', 'ja', 'ar'])
/** Languages other than English in which, within a sentence, only names begin with a capital letter. */
const capitals = new Set(['es', 'fr', 'pt', 'it'])

const unsaid = (text: string): Flag => ({ severity: 2, text, reason: 'This number was not said in the session.' })

/**
 * Returns the numbers in the details of the visit: the age, and every number in the identifier or the date of birth.
 */
function detailValues({ patient }: VisitContext): number[] {
  const details = `${patient?.identifier ?? ''} ${patient?.birthDate ?? ''} ${patient?.age ?? ''}`
  return (details.match(/\d+/g) ?? []).map(Number)
}

const shared = (values: readonly number[], known: ReadonlySet<number>): boolean => values.some((one) => known.has(one))

/** Returns the word directly after a number: its unit, or the counted thing. */
const unitAfter = (text: string, { end }: Figure): string =>
  plainLetters(/^\s?[\p{L}%]{1,12}/u.exec(text.slice(end, end + 14))?.[0] ?? '')

const clock = /(?<!\d)([01]?\d|2[0-3])(?:\s?[:h時点點]\s?)([0-5]\d)(?!\d)/gi

/** True for a German hour that is only half reached: the "neun" of "halb neun", which is 8:30. */
const isHalfHour = (figure: Figure, before: Figure | undefined): boolean =>
  before?.text.toLowerCase() === 'halb' && before.end + 1 === figure.start

/** The spoken numbers that a time of day can mean. */
interface SpokenHours {
  /** All numbers except those of `halves`. */
  known: ReadonlySet<number>
  /** The numbers after "halb". */
  halves: ReadonlySet<number>
}

/**
 * True if a time of day was said. The hour must have been said on a clock of 12 or 24 hours, or as the next hour
 * ("quarter to six", "halb sechs"). The minutes, or the minutes that are left of the hour ("ten to six"), must have
 * been said, unless the minutes are 0, 15, 30 or 45, which every language can say without a number.
 */
function timeSaid(hour: number, minute: number, { known, halves }: SpokenHours): boolean {
  const next = (hour % 12) + 1
  if (minute === 30 && (halves.has(next) || halves.has(hour + 1))) return true
  const hours = [hour, hour % 12, hour + 12, ...(minute > 30 ? [next] : [])]
  // A time can be read as one number: "las ocho y media" is 8.5.
  const hourSaid = hours.some((one) => known.has(one) || known.has(one + minute / 60))
  return hourSaid && (minute % 15 === 0 || known.has(minute) || known.has(60 - minute))
}

/**
 * Flags the numbers of a text that were not said in the cited turns or in the turns next to them. If one of these turns
 * is in a language that is not in `counted`, the number may have been said in words that cannot be read. It is then
 * flagged only if another number was said in digits with the same unit.
 */
function unsaidNumbers(
  text: string,
  languages: ReadonlySet<string>,
  prepared: PreparedSession,
  cited: Cited,
  own: ReadonlySet<number>,
): Flag[] {
  const near = [...cited.near].filter((turn) => prepared.session.turns[turn] !== undefined)
  const spoken = near.flatMap((turn) =>
    prepared.figures(turn).map((figure, index, all) => ({
      figure,
      words: prepared.session.turns[turn] ?? '',
      half: isHalfHour(figure, all[index - 1]),
    })),
  )
  const others = [...detailValues(prepared.session.context), ...own]
  const known = new Set([...spoken.flatMap(({ figure }) => figure.values), ...others])
  const valuesIf = (half: boolean) => spoken.filter((one) => one.half === half).flatMap(({ figure }) => figure.values)
  const hours: SpokenHours = { known: new Set([...valuesIf(false), ...others]), halves: new Set(valuesIf(true)) }
  const isCounted = near.every((turn) => {
    const said = spokenLanguages(prepared.session.turns[turn] ?? '', prepared.session.language)
    return said.size === 0 || [...said].some((language) => counted.has(language))
  })
  const flags: Flag[] = []
  const rest = text.replaceAll(clock, (all, hour: string, minute: string) => {
    if (isCounted && !timeSaid(Number(hour), Number(minute), hours)) flags.push(unsaid(all))
    return ' '.repeat(all.length)
  })
  for (const figure of readFigures(rest, languages)) {
    // Words for one and two are often articles or pronouns, so these words are not checked. Words for values that are
    // not whole numbers are not checked either.
    if (!figure.digits && figure.values.some((value) => value <= 2 || !Number.isInteger(value))) continue
    if (
      !figure.digits &&
      /^(?:neufs?|sei|acht|quart[oa]s?|quint[oa]s?|sext[oa]s?|[^\s]*ten?)$/i.test(plainLetters(figure.text))
    )
      continue
    if (!figure.digits && /\p{Script=Han}/u.test(figure.text)) continue
    if (shared(figure.values, known) || figure.values.includes(0)) continue
    const after = rest.slice(figure.end, figure.end + 60)
    const item =
      /^\s*$/.test(rest.slice(rest.lastIndexOf('\n', figure.start) + 1, figure.start)) &&
      /^[.)]\s/.test(after) &&
      !followsDay(after.slice(1).trimStart())
    if (item) continue
    const unit = unitAfter(rest, figure)
    const rival =
      unit !== '' &&
      spoken.some(
        ({ figure: one, words }) =>
          one.digits && unitAfter(words.slice(words.length - bodyLength(words)), one) === unit,
      )
    if (isCounted || rival) flags.push(unsaid(figure.text))
  }
  return flags
}

const bodyLength = (words: string): number => words.replace(/^\s*\[?[^:\]\s][^:\]\n]{0,59}\]?\s*:\s*/, '').length

/**
 * Returns the languages in which a value may be written: those of its own words, otherwise those of the field's name.
 */
function writtenLanguages(field: Field, text: string): Set<string> {
  const own = languagesOf(text)
  return own.size > 0 ? own : languagesOf(`${field.name} ${field.instructions ?? ''}`)
}

/**
 * Flags the numbers, dates and names of a value that nobody said (severity 2), if the value or the session is not
 * English. Words that cannot be read with certainty in a language are not flagged.
 */
export function unsaidInAnyLanguage(
  field: Field,
  value: readonly string[],
  prepared: PreparedSession,
  cited: Cited,
  words: SaidWords,
): Flag[] {
  const { session } = prepared
  const spoken = spokenDays(prepared, cited)
  const own = new Set((`${field.name} ${field.type === 'template' ? field.text : ''}`.match(/\d+/g) ?? []).map(Number))
  if (field.type === 'number') return unsaidNumbers(value[0] ?? '', new Set(), prepared, cited, own)
  if (field.type === 'date') {
    const [day = ''] = value
    return dayAgrees(day, spoken, session.visitDay) === false
      ? [{ severity: 2, text: day, reason: 'This date was not said in the session.' }]
      : []
  }
  if (field.type !== 'string' && field.type !== 'template' && field.type !== 'table') return []
  const text = value.join('\n')
  const languages = writtenLanguages(field, text)
  const isoDays = [...text.matchAll(/\b\d{4}-\d{2}-\d{2}\b/g)]
  const flags: Flag[] = isoDays
    .filter(([day]) => dayAgrees(day, spoken, session.visitDay) === false)
    .map(([day]) => ({ severity: 2, text: day, reason: 'This date was not said in the session.' }))
  const years = session.visitDay === undefined ? [] : [Number(session.visitDay.slice(0, 4))]
  const plain = text.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, ' ')
  const days = unsupportedDays(plain, languages, { ...spoken, numbers: new Set([...spoken.numbers, ...years]) })
  const spokenIn = new Set([
    session.language ?? '',
    ...[...cited.near].flatMap((turn) => [...languagesOf(session.turns[turn] ?? '')]),
  ])
  // The names of weekdays and months can be read only in the languages of `calendars`. If nobody spoke one of these
  // languages, every name of the note would seem unsaid, so these flags are not used.
  if ([...spokenIn].some((language) => calendars.has(language))) flags.push(...days.flags)
  flags.push(...unsaidNumbers(days.rest, languages, prepared, cited, new Set([...own, ...(spoken.named ? years : [])])))
  const [written, ...more] = languages
  const sameLanguage = written !== undefined && spokenIn.has(written)
  const latin = /\p{Script=Latin}{3}/u.test(
    session.turns[[...cited.near].find((turn) => (session.turns[turn] ?? '') !== '') ?? 0]?.replace(/^[^:]*:/, '') ??
      '',
  )
  if (!latin) return flags
  if (sameLanguage && more.length === 0 && capitals.has(written)) flags.push(...unsaidNames(plain, words, false))
  else flags.push(...unsaidTitledNames(plain, words))
  return flags
}

const calendars = new Set(['en', 'es', 'de', 'fr', 'pt', 'it', 'nl', 'ar'])
