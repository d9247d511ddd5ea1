import type { Flag } from '../../../lib/contracts/index.ts'
import { type CalendarName, calendarNames } from '../reading/calendar.ts'
import { type DateWords, fullYear, isYear, readDateWords } from '../reading/date-words.ts'
import { readFigures } from '../reading/figures.ts'
import { writtenSentences } from '../reading/sentences.ts'
import { dateAboutAnother, unsaidDate } from './doubts.ts'
import { wordsAround } from './placed.ts'
import { dayMs, isoOf, type NamePlace, type SpokenDates } from './spoken-dates.ts'
import { stemSet } from './stems.ts'

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
const distance = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b)) / dayMs
const english: ReadonlySet<string> = new Set(['en'])

/** Days around the visit in which a date without a year, without a month, and with only a weekday is expected. */
const reach = { year: 340, month: 45, weekday: 14 } as const

function daysOf({ day, month, year }: DateWords, visitDay: string | undefined): string[] {
  if (day === null || month === null) return []
  const visitYear = visitDay === undefined ? null : Number(visitDay.slice(0, 4))
  const years = year !== null ? [year] : visitYear === null ? [] : [visitYear - 1, visitYear, visitYear + 1]
  return years.map((one) => isoOf(Date.UTC(one, month - 1, day)))
}

const fits = (a: number | null, b: number | null): boolean => a === null || b === null || a === b

function meansIt(spokenDate: DateWords, noteDate: DateWords, onDay: string | null, sessionDates: SpokenDates): boolean {
  const parts = ['weekday', 'day', 'month', 'year'] as const
  if (!parts.every((part) => fits(spokenDate[part], noteDate[part]))) return false
  const missingParts = parts.filter((part) => noteDate[part] !== null && spokenDate[part] === null)
  if (missingParts.length === 0) return true
  if (onDay === null) {
    const [only] = missingParts
    if (missingParts.length > 1) return false
    if (only === 'weekday')
      return daysOf(spokenDate, sessionDates.visitDay).some((day) => weekdayOf(day) === noteDate.weekday)
    const middle = `${noteDate.year}-${String(noteDate.month).padStart(2, '0')}-15`
    return (
      only === 'year' &&
      noteDate.month !== null &&
      sessionDates.visitDay !== undefined &&
      distance(middle, sessionDates.visitDay) <= reach.year
    )
  }
  if (sessionDates.visitDay === undefined || (spokenDate.weekday !== null && weekdayOf(onDay) !== spokenDate.weekday))
    return false
  const daysAway = distance(onDay, sessionDates.visitDay)
  if (spokenDate.day === null) {
    return spokenDate.weekday !== null && daysAway <= reach.weekday && daysAway > 0
  }
  return daysAway <= (spokenDate.month === null ? reach.month : reach.year)
}

/** True if each part of a written date was said, or follows from the day of the visit. */
export function agrees(noteDate: DateWords, sessionDates: SpokenDates): boolean | null {
  const days = daysOf(noteDate, sessionDates.visitDay)
  const fitting = noteDate.weekday === null ? days : days.filter((day) => weekdayOf(day) === noteDate.weekday)
  if (fitting.some((day) => sessionDates.days.has(day))) return true
  const inMonth = (day: string) =>
    Number(day.slice(5, 7)) === noteDate.month && (noteDate.year === null || Number(day.slice(0, 4)) === noteDate.year)
  if (noteDate.day === null && noteDate.month !== null && [...sessionDates.days].some(inMonth)) return true
  const { named } = sessionDates
  // The month may be said apart from the day: "el jueves doce" – "¿de marzo?". So may day and year.
  const isDayApart =
    sessionDates.numbers.has(noteDate.day ?? 0) &&
    !named.some(({ month, day }) => month !== null && day === noteDate.day)
  const isOfMonth = (year: number) => named.some((one) => one.month !== null && one.year === year)
  const years = [...sessionDates.numbers].filter((year) => isYear(year) && (noteDate.day !== null || !isOfMonth(year)))
  const months = named.filter(({ month, day }) => month !== null && day === null)
  const completed = named
    .flatMap((one) =>
      one.month === null && one.day !== null
        ? [one, ...months.map(({ month, year }) => ({ ...one, month, year }))]
        : [one],
    )
    .flatMap((one) =>
      one.month !== null && one.day === null && isDayApart ? [one, { ...one, day: noteDate.day }] : [one],
    )
    .flatMap((one) =>
      one.month !== null && one.year === null ? [one, ...years.map((year) => ({ ...one, year }))] : [one],
    )
  const dates: (string | null)[] = days.length > 0 ? fitting : [null]
  if (dates.some((onDay) => completed.some((spokenDate) => meansIt(spokenDate, noteDate, onDay, sessionDates))))
    return true
  return sessionDates.isNamed ? false : null
}

/** True if exactly this day was named, or follows from the day of the visit ("next Wednesday"). */
export const namesDay = (day: string, { named, days, visitDay }: SpokenDates): boolean =>
  days.has(day) ||
  named.some((one) => {
    const isNear = one.year !== null || (visitDay !== undefined && distance(day, visitDay) <= reach.year)
    return isNear && daysOf(one, visitDay).includes(day)
  })

export const dayAgrees = (day: string, sessionDates: SpokenDates): boolean | null => {
  const [year = 0, month = 0, ofMonth = 0] = day.split('-').map(Number)
  return agrees({ weekday: null, day: ofMonth, month, year, text: day, start: 0 }, sessionDates)
}

/** True if a month or weekday of a note (`name`) was said, but probably about something else. */
function isNameOfAnother(
  sentence: string,
  name: CalendarName,
  noteNames: readonly CalendarName[],
  { places }: SpokenDates,
): boolean {
  const stems = [...stemSet(wordsAround(sentence, name.start, name.start + name.text.length))]
  const mostShared = (of: readonly NamePlace[]) =>
    Math.max(...of.map((one) => stems.filter((stem) => one.near.has(stem)).length), Number.NEGATIVE_INFINITY)
  const alike = places.filter(({ part }) => part === name.part)
  const sameNames = alike.filter(({ index }) => index === name.index)
  const others = alike.filter(
    (one) =>
      !noteNames.some(({ part, index }) => part === one.part && index === one.index) &&
      !sameNames.some(({ sentence: sentenceSaid }) => sentenceSaid === one.sentence),
  )
  return sameNames.length > 0 && mostShared(others) > mostShared(sameNames)
}

/** Flags the months and weekdays of an English text that nobody named, or only about something else. */
function unsaidDayNames(text: string, noteDates: readonly DateWords[], sessionDates: SpokenDates): Flag[] {
  const isSaid = ({ part, index }: CalendarName) =>
    sessionDates.places.some((one) => one.part === part && one.index === index) ||
    sessionDates.named.some((one) => (part === 'month' ? one.month === index + 1 : one.weekday === index)) ||
    // Nobody speaks about the weekday of the birth date, and it would support a wrong one.
    [...sessionDates.days].some((day) =>
      part === 'month'
        ? Number(day.slice(5, 7)) === index + 1
        : day !== sessionDates.birthDay && weekdayOf(day) === index,
    )
  // A month that was said with the day or year of the written date belongs to this date.
  const settled = new Set(
    noteDates
      .filter((date) => (date.day ?? date.year) !== null && agrees(date, sessionDates))
      .map(({ month }) => month),
  )
  return writtenSentences(text).flatMap((sentence) => {
    const names = calendarNames(sentence, english, true)
    return names.flatMap((name) => {
      if (!isSaid(name)) return [unsaidDate(name.text)]
      if (name.part === 'month' && settled.has(name.index + 1)) return []
      return isNameOfAnother(sentence, name, names, sessionDates) ? [dateAboutAnother(name.text)] : []
    })
  })
}

/** Flags each date of a text that does not agree with what was said (severity 2). */
export function unsupportedDates(
  text: string,
  languages: ReadonlySet<string>,
  sessionDates: SpokenDates,
): { flags: Flag[]; rest: string } {
  // In a session of another language, a date that was said supports its own numbers.
  const isEnglish = languages.has('en') && sessionDates.isEnglish
  const noteDates = readDateWords(text, languages, readFigures(text, languages), true)
  const flags: Flag[] = isEnglish ? unsaidDayNames(text, noteDates, sessionDates) : []
  let rest = text
  for (const date of noteDates) {
    const isSaid = agrees(date, sessionDates) === true
    const isNumber = date.month === null && date.weekday === null
    // A single day or year is also checked as a number, and so is each number of an English date in words.
    if (isNumber && (isEnglish || !isSaid)) continue
    const inWords = isEnglish && /\p{L}/u.test(date.text)
    if (!isSaid && !(inWords && (date.month === null || (date.day ?? date.year) === null)))
      flags.push(unsaidDate(date.text))
    if (inWords) continue
    rest = rest.slice(0, date.start) + ' '.repeat(date.text.length) + rest.slice(date.start + date.text.length)
  }
  if (!isEnglish) return { flags, rest }
  rest = rest
    .replaceAll(/(?<![\d/.])(0?[1-9]|1[0-2])\/(\d{2})(?![\d/])/g, (all, month: string, second: string) => {
      const date = { weekday: null, month: Number(month), text: all, start: 0 }
      const isSaid =
        agrees({ ...date, day: null, year: fullYear(second) }, sessionDates) === true ||
        agrees({ ...date, day: Number(second), year: null }, sessionDates) === true
      return isSaid ? ' ' : all
    })
    .replaceAll(/(\d)[- ]1\/2\b/g, '$1.5')
  return { flags, rest }
}
