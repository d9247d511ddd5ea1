/** A part of the calendar in local time: `from` inclusive, `to` exclusive. */
interface Span {
  from: Date
  to: Date
}

/** What a person has typed into a search box: words, and the time that it names. Times in ISO 8601. */
export interface SearchWords {
  search?: string
  from?: string
  to?: string
}

const dayOf = (date: Date, days = 0) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days)
const days = (from: Date, count: number): Span => ({ from, to: dayOf(from, count) })
const monthOf = (year: number, month: number): Span => ({
  from: new Date(year, month, 1),
  to: new Date(year, month + 1, 1),
})

/** Weeks begin on Monday, so that the visits of one working week stay together. */
const weekOf = (now: Date, weeks: number): Span => days(dayOf(now, -((now.getDay() + 6) % 7) + 7 * weeks), 7)

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const monthNumber = (word: string) => months.findIndex((month) => month.startsWith(word.slice(0, 3)))
const monthPattern = months.map((month) => `${month}|${month.slice(0, 3)}`).join('|')

/** Returns the day, or null if the calendar has no such day. */
function dateOf(year: number, month: number, day: number): Span | null {
  const from = new Date(year, month, day)
  return from.getMonth() === month && from.getDate() === day ? days(from, 1) : null
}

/** The year of a date without a year: the last one in which the date is not in the future. */
const lastYear = (now: Date, month: number, day: number) =>
  new Date(now.getFullYear(), month, day) > now ? now.getFullYear() - 1 : now.getFullYear()

type Read = (found: readonly string[], now: Date) => Span | null

/**
 * The ways to name a time. The name of a month alone is no time, because April, May and June are names of people, too.
 */
const namings: readonly [RegExp, Read][] = [
  [/\btoday\b/, (_, now) => days(dayOf(now), 1)],
  [/\byesterday\b/, (_, now) => days(dayOf(now, -1), 1)],
  [/\b(\d{1,3}) days? ago\b/, ([, count], now) => days(dayOf(now, -Number(count)), 1)],
  [/\b(this|last) week\b/, ([, which], now) => weekOf(now, which === 'last' ? -1 : 0)],
  [
    /\b(this|last) month\b/,
    ([, which], now) => monthOf(now.getFullYear(), now.getMonth() - (which === 'last' ? 1 : 0)),
  ],
  [
    new RegExp(`\\b(?:on |last )?(${weekdays.join('|')})\\b`),
    ([, name = ''], now) => days(dayOf(now, -((now.getDay() - weekdays.indexOf(name) + 7) % 7)), 1),
  ],
  [/\b(\d{4})-(\d{2})-(\d{2})\b/, ([, year, month, day]) => dateOf(Number(year), Number(month) - 1, Number(day))],
  [
    new RegExp(`\\b(${monthPattern}) (\\d{1,2})(?:,? (\\d{4}))?\\b`),
    ([, name = '', day, year], now) => {
      const month = monthNumber(name)
      return dateOf(Number(year ?? lastYear(now, month, Number(day))), month, Number(day))
    },
  ],
  [
    new RegExp(`\\b(\\d{1,2}) (${monthPattern})(?: (\\d{4}))?\\b`),
    ([, day, name = '', year], now) => {
      const month = monthNumber(name)
      return dateOf(Number(year ?? lastYear(now, month, Number(day))), month, Number(day))
    },
  ],
  [
    new RegExp(`\\b(?:in )?(${monthPattern}) (\\d{4})\\b`),
    ([, name = '', year]) => monthOf(Number(year), monthNumber(name)),
  ],
  [
    new RegExp(`\\bin (${monthPattern})\\b`),
    ([, name = ''], now) => monthOf(lastYear(now, monthNumber(name), 1), monthNumber(name)),
  ],
]

/**
 * Separates the time that a search names from its other words: "maya last week" becomes "maya" and the days of last week
 * (product 2.40). Without such words, the whole text is searched.
 */
export function searchWords(text: string, now: Date): SearchWords {
  const lower = text.toLowerCase()
  for (const [naming, read] of namings) {
    const found = naming.exec(lower)
    const span = found && read(found, now)
    if (!found || !span) continue
    const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
      .replace(/\s+/g, ' ')
      .trim()
    return {
      ...(rest === '' ? {} : { search: rest }),
      from: span.from.toISOString(),
      to: span.to.toISOString(),
    }
  }
  const search = text.trim()
  return search === '' ? {} : { search }
}
