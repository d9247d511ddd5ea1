import { oncePerTurn } from '../once.ts'
import { type CalendarName, calendarNames, namedDays } from '../reading/calendar.ts'
import { type DateParts, readDateParts } from '../reading/dates.ts'
import type { Sentence } from '../reading/sentences.ts'
import { wordsAround } from './placed.ts'
import { type Cited, type PreparedSession, spokenLanguages } from './prepared-session.ts'
import { plainNumbers } from './spoken-numbers.ts'
import { stemSet } from './stems.ts'

export interface NamePlace {
  part: CalendarName['part']
  index: number
  near: ReadonlySet<string>
  sentence: Sentence
}

export interface SpokenDays {
  months: ReadonlySet<number>
  weekdays: ReadonlySet<number>
  numbers: ReadonlySet<number>
  days: ReadonlySet<string>
  daysInWords: ReadonlySet<string>
  inDigits: ReadonlySet<string>
  together: readonly DateParts[]
  places: readonly NamePlace[]
  named: boolean
}

/** Returns the weekday of a day (YYYY-MM-DD): 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
/** Returns the month of a day (YYYY-MM-DD): 0 is January. */
export const monthOf = (day: string): number => Number(day.slice(5, 7)) - 1
const isoDay = /^\d{4}-\d{2}-\d{2}$/

interface TurnDays {
  names: readonly CalendarName[]
  days: readonly string[]
  inDigits: readonly string[]
  together: readonly DateParts[]
  places: readonly NamePlace[]
}

const digitDate =
  /(?<![\d/.-])(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/-])|(?<![\d/.-])(\d{1,2})[/-]((?:19|20)\d{2})(?![\d/-])/g

/** Month, day and the last two digits of the year: `dateKey('03', '01', 2021)` is "3/1/21". */
export const dateKey = (...parts: (string | number)[]): string => parts.map((part) => Number(part) % 100).join('/')

const digitDates = (words: string): string[] =>
  [...words.matchAll(digitDate)].flatMap(([, month = '', , day = '', year = '', onlyMonth, ofYear = '']) =>
    onlyMonth === undefined ? [dateKey(month, day, year), dateKey(month, year)] : [dateKey(onlyMonth, ofYear)],
  )

const turnDays = oncePerTurn((prepared: PreparedSession, turn): TurnDays => {
  const { session, days } = prepared
  const words = session.turns[turn] ?? ''
  const languages = spokenLanguages(words, session)
  const foreign = new Set([...languages].filter((one) => one !== 'en'))
  // A short English turn can look like another language.
  const named = new Set([...languages, 'en'])
  return {
    names: calendarNames(words, named, false),
    days: [...(days[turn] ?? []), ...namedDays(words, foreign, session.visitDay).map(({ day }) => day)],
    inDigits: digitDates(words),
    together: readDateParts(plainNumbers(words)),
    places: (session.byTurn[turn] ?? []).flatMap((sentence) =>
      calendarNames(sentence.text, named, false).map(({ part, index, start, text }) => ({
        part,
        index,
        near: new Set([
          ...stemSet(wordsAround(sentence.text, start, start + text.length)),
          ...sentence.answers.flatMap(({ low }) => [...stemSet(low)]),
        ]),
        sentence,
      })),
    ),
  }
})

/** Collects the months, weekdays, numbers and days of the cited turns, of the turns next to them, and of the visit. */
export function spokenDays(prepared: PreparedSession, cited: Cited): SpokenDays {
  const { session, figures } = prepared
  const near = [...cited.near].filter((turn) => session.turns[turn] !== undefined)
  const each = near.map((turn) => turnDays(prepared, turn))
  const names = each.flatMap(({ names: found }) => found)
  const said = new Set(each.flatMap(({ days: found }) => found))
  const known = (days: readonly (string | undefined)[]) =>
    days.flatMap((day) => (day !== undefined && isoDay.test(day) ? [day] : []))
  const visitDays = known([session.visitDay])
  const details = [...known([session.context.patient?.birthDate]), ...visitDays]
  const numbers = near.flatMap((turn) => figures(turn).flatMap(({ values }) => values))
  return {
    months: new Set([
      ...names.filter(({ part }) => part === 'month').map(({ index }) => index),
      ...[...said, ...details].map(monthOf),
    ]),
    weekdays: new Set([
      ...names.filter(({ part }) => part === 'weekday').map(({ index }) => index),
      // Nobody speaks about the weekday of the birth date, and it would support a wrong one.
      ...[...said, ...visitDays].map(weekdayOf),
    ]),
    numbers: new Set(numbers),
    days: new Set([...said, ...details]),
    daysInWords: said,
    inDigits: new Set(each.flatMap(({ inDigits }) => inDigits)),
    together: each.flatMap(({ together }) => together),
    places: each.flatMap(({ places }) => places),
    named: names.length > 0 || said.size > 0,
  }
}
