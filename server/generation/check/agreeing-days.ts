import type { Flag } from '../../../lib/contracts/index.ts'
import { onceFor, oncePerTurn } from '../once.ts'
import { namedDays } from '../reading/calendar.ts'
import { type DateWords, readDateWords } from '../reading/date-words.ts'
import { type Figure, readFigures } from '../reading/figures.ts'
import { lexiconsOf } from '../reading/languages/index.ts'
import type { Lexicon } from '../reading/languages/lexicon.ts'
import { type Cited, type PreparedSession, spokenLanguages } from './prepared-session.ts'

export interface SpokenDates {
  named: readonly DateWords[]
  days: ReadonlySet<string>
  /** Days that were said as a distance from the visit ("in three weeks"). They may be some days apart. */
  near: readonly string[]
  isNamed: boolean
  visitDay: string | undefined
}

const dayMs = 86_400_000
const isoOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
const apart = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b)) / dayMs

/** Lengths in days of a week, a month and a year. People also say "fifteen days" for two weeks. */
const spanDays = { day: 1, week: 7, month: 30.44, year: 365.25 } as const

interface TurnDates {
  named: DateWords[]
  days: string[]
  near: string[]
}

const afterDay =
  /\b(?:day after|the next day)\b|lendemain|al día siguiente|tag nach|dia seguinte|giorno dopo|翌日|第二天/i

const patternsOf = onceFor(({ feasts, spans }: Lexicon) => ({
  feasts: feasts.map(([names, month, day]) => ({
    names: new RegExp(`(?<!\\p{L})(?:${names})(?!\\p{L})`, 'iu'),
    month,
    day,
  })),
  spans: (Object.keys(spanDays) as (keyof typeof spanDays)[]).map((span) => ({
    days: spanDays[span],
    words: new RegExp(`^\\s?(?:${spans[span]})(?!\\p{Script=Latin})`, 'iu'),
  })),
}))

const turnDates = oncePerTurn((prepared: PreparedSession, turn): TurnDates => {
  const { session, figures, words } = prepared
  const text = words(turn)
  const low = text.toLowerCase()
  const languages = spokenLanguages(text, session)
  const spoken = figures(turn)
  const patterns = lexiconsOf(languages).map(patternsOf)
  const feasts = patterns.flatMap(({ feasts: all }) =>
    all.flatMap(({ names, month, day }): DateWords[] => {
      const found = names.exec(low)
      const plain = { weekday: null, month, year: null, text: found?.[0] ?? '', start: found?.index ?? 0 }
      return found === null ? [] : [{ ...plain, day }, ...(afterDay.test(low) ? [{ ...plain, day: day + 1 }] : [])]
    }),
  )
  const { visitDay } = session
  const near =
    visitDay === undefined
      ? []
      : patterns.flatMap(({ spans }) =>
          spoken.flatMap(({ values, end }) => {
            const after = low.slice(end, end + 16)
            const span = spans.find(({ words }) => words.test(after))
            if (span === undefined) return []
            return values
              .filter((value) => value < 200)
              .flatMap((value) =>
                [1, -1].map((way) => isoOf(Date.parse(visitDay) + way * Math.round(value * span.days) * dayMs)),
              )
          }),
        )
  const foreign = new Set([...languages].filter((one) => one !== 'en'))
  return {
    named: [...readDateWords(text, languages, spoken, false), ...feasts],
    days: languages.has('en')
      ? [...(prepared.days[turn] ?? [])]
      : namedDays(text, foreign, visitDay)
          // A weekday without a number may mean this week or the next one. `agrees` decides about it.
          .filter(({ isCertain }) => isCertain)
          .map(({ day }) => day),
    near,
  }
})

export const inDates = oncePerTurn((prepared: PreparedSession, turn): ReadonlySet<Figure> => {
  const dates = turnDates(prepared, turn)
    .named.filter(({ month, weekday }) => (month ?? weekday) !== null)
    .sort((a, b) => a.start - b.start)
  const found = new Set<Figure>()
  let at = 0
  for (const figure of prepared.figures(turn)) {
    const endOf = (date: DateWords | undefined) => (date === undefined ? 0 : date.start + date.text.length)
    while (at < dates.length && endOf(dates[at]) <= figure.start) at++
    const date = dates[at]
    if (date !== undefined && figure.start >= date.start && figure.end <= endOf(date)) found.add(figure)
  }
  return found
})

/** Collects the dates that the cited turns and the turns next to them name. */
export function spokenDates(prepared: PreparedSession, cited: Cited): SpokenDates {
  const { visitDay, context, turns } = prepared.session
  const each = [...cited.near].filter((turn) => turns[turn] !== undefined).map((turn) => turnDates(prepared, turn))
  const details = [visitDay, context.patient?.birthDate].flatMap((day) => day ?? [])
  return {
    named: each.flatMap(({ named }) => named),
    days: new Set([...each.flatMap(({ days }) => days), ...details]),
    near: each.flatMap(({ near }) => near),
    isNamed: each.some((one) => one.named.length + one.days.length + one.near.length > 0),
    visitDay,
  }
}

/** Days around the visit in which a date without a year, without a month, and with only a weekday is expected. */
const reach = { year: 340, month: 45, weekday: 14 } as const

function daysOf({ day, month, year }: DateWords, visitDay: string | undefined): string[] {
  if (day === null || month === null) return []
  const visitYear = visitDay === undefined ? null : Number(visitDay.slice(0, 4))
  const years = year !== null ? [year] : visitYear === null ? [] : [visitYear - 1, visitYear, visitYear + 1]
  return years.map((one) => isoOf(Date.UTC(one, month - 1, day)))
}

const same = (a: number | null, b: number | null): boolean => a === null || b === null || a === b

function meansIt(said: DateWords, written: DateWords, onDay: string | null, spoken: SpokenDates): boolean {
  const parts = ['weekday', 'day', 'month', 'year'] as const
  if (!parts.every((part) => same(said[part], written[part]))) return false
  const missing = parts.filter((part) => written[part] !== null && said[part] === null)
  if (missing.length === 0) return true
  if (onDay === null) {
    const [only] = missing
    if (missing.length > 1) return false
    if (only === 'weekday') return daysOf(said, spoken.visitDay).some((day) => weekdayOf(day) === written.weekday)
    const middle = `${written.year}-${String(written.month).padStart(2, '0')}-15`
    return (
      only === 'year' &&
      written.month !== null &&
      spoken.visitDay !== undefined &&
      apart(middle, spoken.visitDay) <= reach.year
    )
  }
  if (spoken.visitDay === undefined || (said.weekday !== null && weekdayOf(onDay) !== said.weekday)) return false
  const away = apart(onDay, spoken.visitDay)
  if (said.day === null) {
    const isNear = spoken.near.length > 0 ? spoken.near.some((day) => apart(day, onDay) <= 3) : away <= reach.weekday
    return said.weekday !== null && isNear && away > 0
  }
  return away <= (said.month === null ? reach.month : reach.year)
}

/** True if each part of a written date was said, or follows from the day of the visit. */
export function agrees(written: DateWords, spoken: SpokenDates): boolean | null {
  const days = daysOf(written, spoken.visitDay)
  const fitting = written.weekday === null ? days : days.filter((day) => weekdayOf(day) === written.weekday)
  if (fitting.some((day) => spoken.days.has(day))) return true
  const inMonth = (day: string) =>
    Number(day.slice(5, 7)) === written.month && (written.year === null || Number(day.slice(0, 4)) === written.year)
  if (written.day === null && written.month !== null && [...spoken.days, ...spoken.near].some(inMonth)) return true
  const { named } = spoken
  // The month may be said apart from the day: "el jueves doce" – "¿de marzo?".
  const months = named.filter(({ month, day }) => month !== null && day === null).map(({ month }) => month)
  const completed = named.flatMap((one) =>
    one.month === null && one.day !== null ? [one, ...months.map((month) => ({ ...one, month }))] : [one],
  )
  const dates: (string | null)[] = days.length > 0 ? fitting : [null]
  if (dates.some((onDay) => completed.some((said) => meansIt(said, written, onDay, spoken)))) return true
  if (fitting.some((day) => spoken.near.some((one) => one === day))) return true
  return spoken.isNamed ? false : null
}

export const namesDay = (day: string, { named, visitDay }: SpokenDates): boolean =>
  named.some((one) => {
    const isNear = one.year !== null || (visitDay !== undefined && apart(day, visitDay) <= reach.year)
    return isNear && daysOf(one, visitDay).includes(day)
  })

export const unsaidDate = (text: string): Flag => ({
  severity: 2,
  text,
  reason: 'This date was not said in the session.',
})

export const dayAgrees = (day: string, spoken: SpokenDates): boolean | null => {
  const [year = 0, month = 0, ofMonth = 0] = day.split('-').map(Number)
  return agrees({ weekday: null, day: ofMonth, month, year, text: day, start: 0 }, spoken)
}

/** Flags each date of a text that does not agree with what was said (severity 2). */
export function unsupportedDates(
  text: string,
  languages: ReadonlySet<string>,
  spoken: SpokenDates,
): { flags: Flag[]; rest: string } {
  const flags: Flag[] = []
  let rest = text
  const written = readDateWords(text, languages, readFigures(text, languages), true)
  for (const date of written) {
    const isNumber = date.month === null && date.weekday === null
    const isSaid = agrees(date, spoken) === true
    // A single day or year is also checked as a number.
    if (isNumber && !isSaid) continue
    if (!isSaid) flags.push(unsaidDate(date.text))
    rest = rest.slice(0, date.start) + ' '.repeat(date.text.length) + rest.slice(date.start + date.text.length)
  }
  return { flags, rest }
}
