import type { Flag } from '../../../lib/contracts/index.ts'
import { type CalendarName, calendarNames, englishMonths } from '../reading/calendar.ts'
import { type DateParts, readDateParts } from '../reading/dates.ts'
import { writtenSentences } from '../reading/sentences.ts'
import { wordsAround } from './placed.ts'
import { dateKey, type NamePlace, type SpokenDays } from './spoken-days.ts'
import { stemOf, stemSet } from './stems.ts'

const aboutAnother = (text: string): Flag => ({
  severity: 2,
  text,
  reason: 'In the session, this date was about something else.',
})
const unsaid = (text: string): Flag => ({ severity: 2, text, reason: 'This date was not said in the session.' })

type PlainDate = Omit<DateParts, 'text'>

const differ = (a: number | null, b: number | null) => a !== null && b !== null && a % 100 !== b % 100

const covers = (said: PlainDate, { day, year }: PlainDate): boolean =>
  (day === null || said.day === day) && (year === null || (said.year !== null && !differ(said.year, year)))

const isDateSaid = (date: PlainDate, { together }: SpokenDays): boolean =>
  (date.day !== null || date.year !== null) && together.some((said) => said.month === date.month && covers(said, date))

function mixesDates(date: PlainDate, spoken: SpokenDays): boolean {
  const { together } = spoken
  const alike = together.filter(({ month }) => month === date.month)
  if (alike.length > 0 && alike.every((one) => differ(one.day, date.day) || differ(one.year, date.year))) return true
  const isBare = date.day === null && date.year === null
  return !isBare && !isDateSaid(date, spoken) && together.some((said) => covers(said, date))
}

/** Matches dates such as 7/29/93, 07/2007 and 29.7.1993. */
const slashed =
  /(?<![\d/.])(\d{1,2})([/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d/])|(?<![\d/.])(\d{1,2})\/((?:19|20)\d{2})(?![\d/])/g

function yearSaid(year: number, { numbers, days }: SpokenDays): boolean {
  const short = year % 100
  const years = [...numbers].filter((number) => number >= 1900 && number < 2100)
  // A spoken number above 31, such as "ninety four", is mostly a year. A smaller number mostly counts something.
  if (years.length > 0) return years.some((one) => one % 100 === short) || (short > 31 && numbers.has(short))
  return numbers.has(short) || [...days].some((day) => Number(day.slice(0, 4)) % 100 === short)
}

const ohs = ['o', 'oh', 'aught']

/** Whole words such as "since" or "June" would never match, because `lead` consists of stems. */
const beforeYear = new Set(
  ['in', 'since', 'until', ...englishMonths, 'spring', 'summer', 'fall', 'winter'].map(stemOf).concat(ohs),
)

export function meansYear(
  year: string,
  { values, lead, text, slight }: { values: readonly number[]; lead: string; text: string; slight: boolean },
): boolean {
  const short = Number(year) % 100
  if (!/^(?:19|20)\d{2}$/.test(year) || values[0] !== short) return false
  if (slight) return short % 10 === 0 && text.toLowerCase().endsWith('ties')
  const last = lead.split(' ').at(-1) ?? ''
  return short < 10 ? ohs.includes(last) : beforeYear.has(last)
}

/** True if a month or weekday of a note (`name`) was said, but probably about something else. */
function isNameOfAnother(
  sentence: string,
  name: CalendarName,
  written: readonly CalendarName[],
  { places }: SpokenDays,
): boolean {
  const near = [...stemSet(wordsAround(sentence, name.start, name.start + name.text.length))]
  const mostShared = (of: readonly NamePlace[]) =>
    Math.max(...of.map((one) => near.filter((stem) => one.near.has(stem)).length), Number.NEGATIVE_INFINITY)
  const alike = places.filter(({ part }) => part === name.part)
  const same = alike.filter(({ index }) => index === name.index)
  const others = alike.filter(
    (one) =>
      !written.some(({ part, index }) => part === one.part && index === one.index) &&
      !same.some(({ sentence: said }) => said === one.sentence),
  )
  return same.length > 0 && mostShared(others) > mostShared(same)
}

const monthSaid = (month: number, { months, numbers }: SpokenDays): boolean =>
  months.has(month - 1) || (months.size === 0 && numbers.has(month))

/** Flags each month, weekday and date in digits that the cited words do not name (severity 2). */
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
    // 7/29/93 begins with the month, unless the number is above 12. 29.7.93 begins with the day.
    const orders = mark === '.' || Number(a) > 12 ? [[b, a]] : [[a, b]]
    const known = new Set([...spoken.days].map((day) => dateKey(...day.split('-').slice(1), day.slice(0, 4))))
    const said = orders.some(
      ([month = '', day = '']) =>
        spoken.inDigits.has(dateKey(month, day, c)) ||
        known.has(dateKey(month, day, c)) ||
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
      spoken.months.has(Number(month) - 1) &&
      yearSaid(Number(year), spoken) &&
      !mixesDates({ month: Number(month), day: null, year: Number(year) }, spoken)
        ? ' '
        : all,
    )
    .replaceAll(/(\d)[- ]1\/2\b/g, '$1.5')
  const dates = languages.has('en') ? readDateParts(rest).filter((date) => /\p{L}/u.test(date.text)) : []
  // A month that was said with the day or year of the written date belongs to this date.
  const settled = new Set(dates.filter((date) => isDateSaid(date, spoken)).map(({ month }) => month - 1))
  for (const sentence of writtenSentences(rest)) {
    const names = calendarNames(sentence, languages, true)
    for (const name of names) {
      const said = name.part === 'month' ? spoken.months : spoken.weekdays
      if (!said.has(name.index)) flags.push(unsaid(name.text))
      else if (name.part === 'month' && settled.has(name.index)) continue
      else if (isNameOfAnother(sentence, name, names, spoken)) flags.push(aboutAnother(name.text))
    }
  }
  for (const date of dates) if (mixesDates(date, spoken)) flags.push(unsaid(date.text))
  return { flags, rest }
}
