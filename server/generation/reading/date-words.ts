import { type CalendarName, calendarNames } from './calendar.ts'
import { asciiDigits, type Figure, hanValue } from './figures.ts'

/** The parts that a text names together; null: not named. `month`: 1 to 12. */
export interface DateWords {
  weekday: number | null
  day: number | null
  month: number | null
  year: number | null
  text: string
  start: number
}

interface Span {
  start: number
  end: number
}

const isDay = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= 31
export const isYear = (value: number): boolean => value >= 1900 && value < 2100
const dayOf = ({ values }: Figure): number | null => values.find(isDay) ?? null

const joint =
  /^(?:st|nd|rd|th|er|º|ª|°|\.)?[\s,،]{0,3}(?:(?:de|del|di|do|den|dem|der|of|the|in|el|le|il|o|oh|aught|dia|día|von|من)\s{0,2}){0,2}['’]?$/i
const jointMax = 14
const beforeDay = /(?:^|[\s,])(?:el|le|il|am|vom|zum|dia|día|the|al|dal|del|em|في)\s$/i
const afterTime = /^\s?(?::|h\b|uhr|hora|heure|ore\b|o'clock|%)/i

/** Finds the last element that ends at or before `at`, or the first one that begins at or after it. */
export function beside<One extends Span>(all: readonly One[], at: number, side: 'before' | 'after'): One | undefined {
  let low = 0
  let high = all.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((all[middle]?.start ?? 0) < at) low = middle + 1
    else high = middle
  }
  return side === 'after' ? all[low] : all[low - 1]
}

/** "Ninety four" after a month is mostly a year, and so is "O five". Other small numbers count something. */
function shortYear(between: string, { values: [value = 0] }: Figure, isAfterDay = false): number | undefined {
  if (/[,،]/.test(between)) return undefined
  if (value > 31 && value < 100) return 1900 + value
  return value < 10 && (isAfterDay || /\b(?:o|oh|aught)\s$/i.test(between)) ? 2000 + value : undefined
}

function inWords(text: string, languages: ReadonlySet<string>, figures: readonly Figure[], names: CalendarName[]) {
  const spans = names.map((name) => ({ ...name, end: name.start + name.text.length }))
  const weekdays = spans.filter(({ part }) => part === 'weekday')
  const usedSpans = new Set<Span>()
  const spanIfJoined = <One extends Span>(one: One | undefined, from: number, to: number): One | undefined =>
    one !== undefined &&
    !usedSpans.has(one) &&
    to - from >= 0 &&
    to - from <= jointMax &&
    joint.test(text.slice(from, to))
      ? one
      : undefined
  const dates: DateWords[] = []
  const add = (parts: Omit<DateWords, 'text' | 'start'>, ...of: readonly (Span | undefined)[]) => {
    const all = of.filter((one) => one !== undefined)
    for (const one of all) usedSpans.add(one)
    const start = Math.min(...all.map((one) => one.start))
    dates.push({ ...parts, text: text.slice(start, Math.max(...all.map(({ end }) => end))), start })
  }
  for (const month of spans.filter(({ part }) => part === 'month')) {
    const figureBefore = beside(figures, month.start, 'before')
    const figureAfter = beside(figures, month.end, 'after')
    const isEnglish = languages.has('en')
    // "A week or two of June" is no day.
    const isCount =
      isEnglish && figureBefore?.digits === false && !/(?:first|second|third|th)$/i.test(figureBefore.text)
    let day =
      figureBefore &&
      dayOf(figureBefore) !== null &&
      !isCount &&
      !/\bin\b/i.test(text.slice(figureBefore.end, month.start))
        ? spanIfJoined(figureBefore, figureBefore.end, month.start)
        : undefined
    const isYearAfter =
      figureAfter === undefined ||
      figureAfter.values.some(isYear) ||
      shortYear(text.slice(month.end, figureAfter.start), figureAfter) !== undefined
    if (
      day === undefined &&
      isEnglish &&
      figureAfter !== undefined &&
      dayOf(figureAfter) !== null &&
      !isYearAfter &&
      text[month.end] !== ','
    )
      day = spanIfJoined(figureAfter, month.end, figureAfter.start)
    const end = Math.max(month.end, day?.end ?? 0)
    const next = beside(figures, end, 'after')
    const yearOf = (figure: Figure) =>
      figure.values.find(isYear) ??
      (isEnglish ? shortYear(text.slice(end, figure.start), figure, day?.end === figure.start - 1) : undefined)
    const year = next !== undefined && yearOf(next) !== undefined ? spanIfJoined(next, end, next.start) : undefined
    const start = Math.min(month.start, day?.start ?? month.start)
    const last = beside(weekdays, start, 'before')
    const weekday = spanIfJoined(last, last?.end ?? 0, start)
    add(
      {
        weekday: weekday?.index ?? null,
        day: day === undefined ? null : dayOf(day),
        month: month.index + 1,
        year: (year && yearOf(year)) ?? null,
      },
      month,
      day,
      year,
      weekday,
    )
  }
  for (const weekday of weekdays) {
    if (usedSpans.has(weekday)) continue
    const next = beside(figures, weekday.end, 'after')
    const isDate = next !== undefined && dayOf(next) !== null && !afterTime.test(text.slice(next.end, next.end + 8))
    const day = isDate ? spanIfJoined(next, weekday.end, next.start) : undefined
    add({ weekday: weekday.index, day: day === undefined ? null : dayOf(day), month: null, year: null }, weekday, day)
  }
  for (const figure of figures) {
    if (usedSpans.has(figure) || dayOf(figure) === null) continue
    if (!beforeDay.test(text.slice(Math.max(0, figure.start - 6), figure.start))) continue
    if (afterTime.test(text.slice(figure.end, figure.end + 8))) continue
    add({ weekday: null, day: dayOf(figure), month: null, year: null }, figure)
  }
  return dates
}

const sign = '[\\d〇零一二三四五六七八九十百千两]'
const easternDate = new RegExp(
  `(?:(${sign}{2,6})年の?)?(?:(?<![\\d个箇かヶカケ])(${sign}{1,3})月份?の?(?![間经]))(?:(${sign}{1,3})[日号號])?|(${sign}{2,6})年(?![前間间生])|(?<!${sign}|月|月の)(${sign}{1,3})[日号號](?![間间目])`,
  'g',
)
const valueIn = (text: string | undefined): number | null =>
  text === undefined ? null : /\d/.test(text) ? Number(text) : hanValue(text)

function inSigns(text: string, names: readonly CalendarName[]): DateWords[] {
  const weekdays = names
    .filter(({ part }) => part === 'weekday')
    .map((name) => ({ ...name, end: name.start + name.text.length }))
  const usedSpans = new Set<Span>()
  const dates = [...asciiDigits(text).matchAll(easternDate)].map((match): DateWords => {
    const [dateText, year, month, day, onlyYear, onlyDay] = match
    const end = match.index + dateText.length
    const weekdayAfter = beside(weekdays, end, 'after')
    const weekdayBefore = beside(weekdays, match.index, 'before')
    const weekday =
      weekdayAfter !== undefined && weekdayAfter.start <= end + 2
        ? weekdayAfter
        : weekdayBefore !== undefined && weekdayBefore.end >= match.index - 2
          ? weekdayBefore
          : undefined
    if (weekday !== undefined) usedSpans.add(weekday)
    return {
      weekday: weekday?.index ?? null,
      day: valueIn(day ?? onlyDay),
      month: valueIn(month),
      year: valueIn(year ?? onlyYear),
      text: text.slice(match.index, end),
      start: match.index,
    }
  })
  const loneWeekdays = weekdays
    .filter((one) => !usedSpans.has(one))
    .map(({ index, text: name, start }) => ({ weekday: index, day: null, month: null, year: null, text: name, start }))
  return [...dates.filter(({ year }) => year === null || isYear(year)), ...loneWeekdays]
}

const numeric =
  /(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-])|(?<![\d/.-])(\d{1,2})[/-]((?:19|20)\d{2})(?![\d/-])/g

/** The year of the last or this century that two digits mean. */
export const fullYear = (year: string): number => Number(year) + (year.length > 2 ? 0 : Number(year) > 40 ? 1900 : 2000)

/** In English, 7/29/93 begins with the month, unless the number is above 12. 29.7.93 begins with the day. */
const inDigits = (text: string, isEnglish: boolean): DateWords[] =>
  [...text.matchAll(numeric)].flatMap(
    ({ 0: dateText, 1: a, 2: mark, 3: b, 4: year = '', 5: only, 6: ofYear, index: start }) => {
      const [day, month] = isEnglish && mark !== '.' && Number(a) <= 12 ? [b, a] : [a, b]
      const date = { weekday: null, day: only === undefined ? Number(day) : null, month: Number(only ?? month) }
      return isEnglish || ((date.day === null || isDay(date.day)) && date.month >= 1 && date.month <= 12)
        ? [{ ...date, year: fullYear(ofYear ?? year), text: dateText, start }]
        : []
    },
  )

function withDays(text: string, dates: DateWords[]): DateWords[] {
  const sortedDates = dates.sort((a, b) => a.start - b.start)
  return sortedDates.map((one, at) => {
    const next = sortedDates[at + 1]
    if (one.weekday === null || one.day !== null || next?.weekday !== null || next.day === null) return one
    const between = text.slice(one.start + one.text.length, next.start)
    return between.length < 24 && !/[.!?;。]/.test(between)
      ? { ...one, day: next.day, month: next.month, year: next.year }
      : one
  })
}

export function readDateWords(
  text: string,
  languages: ReadonlySet<string>,
  figures: readonly Figure[],
  isWritten: boolean,
): DateWords[] {
  const names = calendarNames(text, languages, isWritten)
  const isEastern = languages.has('ja') || languages.has('zh')
  const others = new Set([...languages].filter((language) => language !== 'ja' && language !== 'zh'))
  return withDays(text, [
    ...inDigits(text, languages.has('en')),
    ...(isEastern ? inSigns(text, names) : []),
    ...(others.size > 0
      ? inWords(text, others, figures, isEastern ? calendarNames(text, others, isWritten) : names)
      : []),
  ])
}
