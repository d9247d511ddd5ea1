import * as chrono from 'chrono-node'
import { numbersAsDigits } from './numbers.ts'

const pad = (value: number): string => String(value).padStart(2, '0')

/** An ISO day, YYYY-MM-DD, as noon of that day in local time: far from any change of clocks. */
const noonOf = (isoDay: string): Date => new Date(`${isoDay}T12:00:00`)

const isoOf = (date: Date): string => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`

/** Which way a date without a year is read, seen from the visit. */
export type Direction = 'forward' | 'back'

/** A day named in words. `certain`: a calendar day or weekday was named, not only "in a while" or a month. */
export interface DateMention {
  day: string
  text: string
}

/**
 * The calendar days a text names, ISO, counted from the visit's day ("next Wednesday", "in six weeks", "October
 * twenty-first"). Times without a day, bare months and vague spans are left out.
 */
export function readDates(text: string, visitDay: string | undefined, direction: Direction): DateMention[] {
  const reference = visitDay === undefined ? undefined : noonOf(visitDay)
  const found: DateMention[] = []
  // "Monday, the ninth" names one day; the weekday alone is enough for the parser.
  const plain = numbersAsDigits(text).replace(/\bthe (\d+(?:st|nd|rd|th)) of\b/gi, '$1 of')
  for (const { start, text: words } of chrono.en.casual.parse(plain, reference, {
    forwardDate: direction === 'forward',
  })) {
    const named = start.isCertain('day') || start.isCertain('weekday')
    const relative = /\b(?:day|week|month|fortnight|tomorrow|yesterday|today|tonight)s?\b/i.test(words)
    if (!named && !relative) continue
    // Without the visit's day only a full date can be placed on the calendar.
    if (reference === undefined && !(start.isCertain('day') && start.isCertain('month') && start.isCertain('year')))
      continue
    const date = start.date()
    if (direction === 'back' && reference !== undefined && date > reference && !start.isCertain('year')) {
      if (start.isCertain('month')) date.setFullYear(date.getFullYear() - 1)
      else date.setDate(date.getDate() - 7)
    }
    found.push({ day: isoOf(date), text: words })
  }
  return found
}
