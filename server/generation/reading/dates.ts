import * as chrono from 'chrono-node'
import { numbersAsDigits } from './numbers.ts'

const pad = (value: number): string => String(value).padStart(2, '0')

/** With midnight, a change of daylight saving time could shift the day. */
const noonOf = (isoDay: string): Date => new Date(`${isoDay}T12:00:00`)

const isoOf = (date: Date): string => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`

const { es, de, fr, pt, it, nl, ja, zh, ru, uk } = chrono
const parsers: Record<string, { casual: chrono.Chrono }> = { es, de, fr, pt, it, nl, ja, zh, ru, uk }

/** The parser calls all three parts certain for "today" too, so the words must contain a year in digits. */
const namesYear = (date: chrono.ParsedComponents, words: string): boolean =>
  (['day', 'month', 'year'] as const).every((part) => date.isCertain(part)) && /\d{4}|[/.'’-]\d{2}$/.test(words)

export type Direction = 'forward' | 'back'

/** "The fifth of May, of two thousand and O eight" becomes "5th of May 2008", which the parser reads. */
const plainDates = (text: string): string =>
  numbersAsDigits(text)
    .replaceAll(/\bthe (\d+(?:st|nd|rd|th)) of\b/gi, '$1 of')
    .replaceAll(/\b(?:o|oh|aught) (?=\d\b)/gi, '200')
    .replaceAll(/(?<=\w)(?: ?,)? (?:of |in )?(?=(?:19|20)\d\d\b)/gi, ' ')
    .replaceAll(/ ?, ['’](?=\d\d\b)/g, ' 20')

export interface DateMention {
  day: string
  text: string
}

export function readDates(text: string, visitDay: string | undefined, direction: Direction): DateMention[] {
  const reference = visitDay === undefined ? undefined : noonOf(visitDay)
  const mentions: DateMention[] = []
  const plain = plainDates(text)
  for (const { start, text: words } of chrono.en.casual.parse(plain, reference, {
    forwardDate: direction === 'forward',
  })) {
    const hasDay = start.isCertain('day') || start.isCertain('weekday')
    const relative = /\b(?:day|week|month|fortnight|tomorrow|yesterday|today|tonight)s?\b/i.test(words)
    if (!hasDay && !relative) continue
    if (reference === undefined && !namesYear(start, words)) continue
    const date = start.date()
    if (direction === 'back' && reference !== undefined && date > reference && !start.isCertain('year')) {
      if (start.isCertain('month')) date.setFullYear(date.getFullYear() - 1)
      else date.setDate(date.getDate() - 7)
    }
    mentions.push({ day: isoOf(date), text: words })
  }
  return mentions
}

/** The days that a text of other languages than English names. A weekday alone may also be in another week. */
export function foreignDays(text: string, languages: Iterable<string>, visitDay: string | undefined): string[] {
  const reference = visitDay === undefined ? undefined : noonOf(visitDay)
  return [...languages].flatMap((language) =>
    (parsers[language]?.casual.parse(text, reference, { forwardDate: true }) ?? [])
      .filter(
        ({ start, text: words }) => start.isCertain('day') && (reference !== undefined || namesYear(start, words)),
      )
      .map(({ start }) => isoOf(start.date())),
  )
}
