import * as chrono from 'chrono-node'
import { numbersAsDigits } from './numbers.ts'

const pad = (value: number): string => String(value).padStart(2, '0')

/**
 * Converts a day (YYYY-MM-DD) to noon in local time. With midnight, a change of daylight saving time could shift the
 * day.
 */
const noonOf = (isoDay: string): Date => new Date(`${isoDay}T12:00:00`)

const isoOf = (date: Date): string => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`

/** Whether a date without a year is after the visit or before it. */
export type Direction = 'forward' | 'back'

/** A mention of a calendar day (YYYY-MM-DD) in a text. */
export interface DateMention {
  day: string
  text: string
}

/**
 * Returns the calendar days (YYYY-MM-DD) that a text mentions, relative to the day of the visit ("next Wednesday", "in
 * six weeks", "October twenty-first"). Times without a day, months alone and vague time spans are left out.
 */
export function readDates(text: string, visitDay: string | undefined, direction: Direction): DateMention[] {
  const reference = visitDay === undefined ? undefined : noonOf(visitDay)
  const found: DateMention[] = []
  // The parser reads "Monday the 9th of May" as two days, Monday and 9 May, and "Monday 9th of May" as one.
  const plain = numbersAsDigits(text).replace(/\bthe (\d+(?:st|nd|rd|th)) of\b/gi, '$1 of')
  for (const { start, text: words } of chrono.en.casual.parse(plain, reference, {
    forwardDate: direction === 'forward',
  })) {
    const named = start.isCertain('day') || start.isCertain('weekday')
    const relative = /\b(?:day|week|month|fortnight|tomorrow|yesterday|today|tonight)s?\b/i.test(words)
    if (!named && !relative) continue
    // Without the day of the visit, only a date with day, month and year can be resolved.
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
