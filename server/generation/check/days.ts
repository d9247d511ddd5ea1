import type { Flag } from '../../../lib/contracts/index.ts'
import { type CalendarName, calendarNames, namedDays } from '../reading/calendar.ts'
import { type DateParts, readDateParts } from '../reading/dates.ts'
import { type Cited, type PreparedSession, spokenLanguages } from './prepared-session.ts'

/** The days that the cited words and the details of the visit name. */
export interface SpokenDays {
  months: ReadonlySet<number>
  weekdays: ReadonlySet<number>
  numbers: ReadonlySet<number>
  days: ReadonlySet<string>
  /** Dates in digits: month, day and the last two digits of the year ("3/1/21"), or month and year ("12/19"). */
  inDigits: ReadonlySet<string>
  /** The dates of the cited turns and of those next to these, with the parts that were named together. */
  together: readonly DateParts[]
  /** True if the cited words themselves name a month, a weekday or a day. */
  named: boolean
}

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
const monthOf = (day: string): number => Number(day.slice(5, 7)) - 1
const isoDay = /^\d{4}-\d{2}-\d{2}$/

interface TurnDays {
  names: readonly CalendarName[]
  days: readonly string[]
  inDigits: readonly string[]
  together: readonly DateParts[]
}

const digitDate =
  /(?<![\d/.-])(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-])|(?<![\d/.-])(\d{1,2})[/-]((?:19|20)\d{2})(?![\d/-])/g

const dateKey = (...parts: (string | number)[]): string => parts.map((part) => Number(part) % 100).join('/')

/**
 * Returns the dates in digits that a text contains, each as a full date and as month and year. Transcripts of speech
 * also contain forms such as "3/1/21".
 */
const digitDates = (words: string): string[] =>
  [...words.matchAll(digitDate)].flatMap(([, month = '', , day = '', year = '', onlyMonth, ofYear = '']) =>
    onlyMonth === undefined ? [dateKey(month, day, year), dateKey(month, year)] : [dateKey(onlyMonth, ofYear)],
  )

/** The days of each turn, cached because all fields of a note cite the same turns. */
const read = new WeakMap<PreparedSession, Map<number, TurnDays>>()

function turnDays(prepared: PreparedSession, turn: number): TurnDays {
  const known = read.get(prepared) ?? new Map<number, TurnDays>()
  read.set(prepared, known)
  const present = known.get(turn)
  if (present !== undefined) return present
  const { session, days } = prepared
  const words = session.turns[turn] ?? ''
  const languages = spokenLanguages(words, session.language)
  const foreign = new Set([...languages].filter((one) => one !== 'en'))
  const fresh = {
    // The words of a short turn can look like another language.
    names: calendarNames(words, new Set([...languages, 'en']), false),
    days: [...(days[turn] ?? []), ...namedDays(words, foreign, session.visitDay).map(({ day }) => day)],
    inDigits: digitDates(words),
    together: readDateParts(words),
  }
  known.set(turn, fresh)
  return fresh
}

/** Collects the months, weekdays, numbers and days of the cited turns, of the turns next to these, and of the visit. */
export function spokenDays(prepared: PreparedSession, cited: Cited): SpokenDays {
  const { session, figures } = prepared
  const near = [...cited.near].filter((turn) => session.turns[turn] !== undefined)
  const each = near.map((turn) => turnDays(prepared, turn))
  const names = each.flatMap(({ names: found }) => found)
  const said = new Set(each.flatMap(({ days: found }) => found))
  const details = [session.context.patient?.birthDate, session.visitDay].filter(
    (day) => day !== undefined && isoDay.test(day),
  )
  const numbers = near.flatMap((turn) => figures(turn).flatMap(({ values }) => values))
  return {
    months: new Set([
      ...names.filter(({ part }) => part === 'month').map(({ index }) => index),
      ...[...said, ...details].map((day) => monthOf(day ?? '')),
    ]),
    weekdays: new Set([
      ...names.filter(({ part }) => part === 'weekday').map(({ index }) => index),
      ...[...said, ...details].map((day) => weekdayOf(day ?? '')),
    ]),
    numbers: new Set(numbers),
    days: new Set([...said, ...details.map((day) => day ?? '')]),
    inDigits: new Set(each.flatMap(({ inDigits }) => inDigits)),
    together: each.flatMap(({ together }) => together),
    named: names.length > 0 || said.size > 0,
  }
}

const unsaid = (text: string): Flag => ({ severity: 2, text, reason: 'This date was not said in the session.' })

/**
 * True if the month was said, and each time together with another day or another year. Then the parts of this date come
 * from different dates.
 */
function mixesDates({ month, day, year }: Omit<DateParts, 'text'>, { together }: SpokenDays): boolean {
  const differs = (a: number | null, b: number | null) => a !== null && b !== null && a % 100 !== b % 100
  const alike = together.filter((one) => one.month === month)
  return alike.length > 0 && alike.every((one) => differs(one.day, day) || differs(one.year, year))
}

/** Matches dates such as 7/29/93, 07/2007 and 29.7.1993, but no blood pressure and no strength of a medicine. */
const slashed =
  /(?<![\d/.])(\d{1,2})([/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d/])|(?<![\d/.])(\d{1,2})\/((?:19|20)\d{2})(?![\d/])/g

/** True if the year was said: with four digits, with its last two digits, or as the year of a full date. */
function yearSaid(year: number, { numbers, days }: SpokenDays): boolean {
  const short = year % 100
  const years = [...numbers].filter((number) => number >= 1900 && number < 2100)
  // "Ninety four" is a year more often than "four", which mostly counts something.
  if (years.length > 0) return years.some((one) => one % 100 === short) || (short > 31 && numbers.has(short))
  return numbers.has(short) || [...days].some((day) => Number(day.slice(0, 4)) % 100 === short)
}

const beforeYear =
  /(?:^| )(?:o|oh|aught|in|since|until|of|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|fall|winter)$/

/**
 * True if a spoken number means this year of a note: "in eighty two", "July of O eight", "in the seventies". A number
 * below ten means a year only after "O", because it mostly counts something. `lead`: the two words before the number.
 * `slight`: true for a word that only implies a number, such as "seventies".
 */
export function meansYear(
  year: string,
  { values, lead, text, slight }: { values: readonly number[]; lead: string; text: string; slight: boolean },
): boolean {
  const short = Number(year) % 100
  if (!/^(?:19|20)\d{2}$/.test(year) || values[0] !== short) return false
  if (slight) return short % 10 === 0 && text.toLowerCase().endsWith('ties')
  return short < 10 ? /(?:^| )(?:o|oh|aught)$/.test(lead) : beforeYear.test(lead)
}

/** True if the month was said by its name, or as a number if no month was named. */
const monthSaid = (month: number, { months, numbers }: SpokenDays): boolean =>
  months.has(month - 1) || (months.size === 0 && numbers.has(month))

/**
 * Flags each month, weekday and date in digits that the cited words do not name (severity 2). `rest` is the text
 * without the dates in digits, so that their digits are not read as other numbers. `languages` are the languages of the
 * text.
 */
export function unsupportedDays(
  text: string,
  languages: ReadonlySet<string>,
  spoken: SpokenDays,
): { flags: Flag[]; rest: string } {
  const flags: Flag[] = []
  let rest = text.replaceAll(slashed, (all, a: string, mark, b: string, c: string, month: string, year: string) => {
    if (month !== undefined) {
      const said =
        monthSaid(Number(month), spoken) &&
        yearSaid(Number(year), spoken) &&
        !mixesDates({ month: Number(month), day: null, year: Number(year) }, spoken)
      if (!said && !spoken.inDigits.has(dateKey(month, year))) flags.push(unsaid(all))
      return ' '
    }
    // In American dates, the month is first. After a full stop, or with a number above 12, the day is first.
    const orders = mark === '.' || Number(a) > 12 ? [[b, a]] : [[a, b]]
    const said = orders.some(
      ([month = '', day = '']) =>
        spoken.inDigits.has(dateKey(month, day, c)) ||
        (Number(month) <= 12 &&
          monthSaid(Number(month), spoken) &&
          (spoken.numbers.has(Number(day)) || [...spoken.days].some((one) => Number(one.slice(8)) === Number(day))) &&
          yearSaid(Number(c), spoken) &&
          !mixesDates({ month: Number(month), day: Number(day), year: Number(c) }, spoken)),
    )
    if (!said) flags.push(unsaid(all))
    return ' '
  })
  rest = rest
    .replaceAll(/(?<![\d/.])(0?[1-9]|1[0-2])\/(\d{2})(?![\d/])/g, (all, month: string, year: string) =>
      spoken.months.has(Number(month) - 1) && yearSaid(Number(year), spoken) ? ' ' : all,
    )
    .replaceAll(/(\d)[- ]1\/2\b/g, '$1.5')
  for (const { part, index, text: words } of calendarNames(rest, languages, true)) {
    const said = part === 'month' ? spoken.months : spoken.weekdays
    if (!said.has(index)) flags.push(unsaid(words))
  }
  if (languages.has('en'))
    // Dates in digits are already compared.
    for (const date of readDateParts(rest))
      if (/\p{L}/u.test(date.text) && mixesDates(date, spoken)) flags.push(unsaid(date.text))
  return { flags, rest }
}

/** A weekday without a date may name a day of any week up to this many days from the visit. */
const weekdayReach = 31

/**
 * True if a day (YYYY-MM-DD) agrees with what was said in another language than English: the same day, the same day and
 * month, or its weekday near the visit. Null if no day was said in a form that can be read.
 */
export function dayAgrees(day: string, spoken: SpokenDays, visitDay: string | undefined): boolean | null {
  if (!spoken.named) return null
  if (spoken.days.has(day)) return true
  if (spoken.months.has(monthOf(day)) && spoken.numbers.has(Number(day.slice(8)))) return true
  const away =
    visitDay === undefined ? Number.POSITIVE_INFINITY : Math.abs(Date.parse(day) - Date.parse(visitDay)) / 86_400_000
  const said = [...spoken.days].filter((one) => one !== visitDay)
  if (said.length === 0 && spoken.weekdays.has(weekdayOf(day)) && away <= weekdayReach) return true
  // "Next Wednesday" may mean the first or the second Wednesday from now.
  const weekBefore = new Date(Date.parse(day) - 7 * 86_400_000).toISOString().slice(0, 10)
  return said.includes(weekBefore) && spoken.numbers.size === 0 && away <= weekdayReach
}
