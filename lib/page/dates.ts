import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(customParseFormat)
dayjs.extend(utc)

export interface Moment {
  day?: { year: number; month: number; day: number }
  time?: { hour: number; minute: number }
}

const monthFirst = ['YYYY-M-D', 'M/D/YYYY', 'M-D-YYYY']
const dayFirst = ['YYYY-M-D', 'D/M/YYYY', 'D-M-YYYY', 'D.M.YYYY']
const timeFormats = ['H:mm', 'h:mm A']

/**
 * Parses a text that has exactly one of the formats. Parses in UTC, because in local time some midnights and hours do
 * not exist.
 */
function parsed(text: string, formats: string[]): Dayjs | null {
  for (const format of formats) {
    const moment = dayjs.utc(text, format, true)
    if (moment.isValid()) return moment
  }
  return null
}

export const isDayFirst = (format: string): boolean => format.startsWith('D')

function dayFormatsFor(format: string): string[] {
  if (isDayFirst(format)) return dayFirst
  const datePart = /^(?:YYYY.MM?.DD?|MM?.DD?.YYYY)/.exec(format)?.[0].replace('MM', 'M').replace('DD', 'D')
  return datePart === undefined || monthFirst.includes(datePart) ? monthFirst : [...monthFirst, datePart]
}

const dayOf = (text: string, format: string): Moment['day'] | null => {
  // Remove leading zeros, so that few formats are enough. Each format costs time, and a fill reads the page many times.
  const date = parsed(text.replace(/\b0(?=\d\b)/g, ''), dayFormatsFor(format))
  return date && { year: date.year(), month: date.month() + 1, day: date.date() }
}

const timeOf = (text: string): Moment['time'] | null => {
  // Remove a leading zero and the seconds, and replace all spellings of `PM`, so that few formats are enough.
  const plain = text
    .replace(/^0(?=\d:)/, '')
    .replace(/(:\d\d):\d\d(?:\.\d+)?/, '$1')
    .replace(/\s+/g, ' ')
    .replace(/ ?([ap])\.?m\.?$/i, ' $1M')
  const time = parsed(plain.toUpperCase(), timeFormats)
  return time && { hour: time.hour(), minute: time.minute() }
}

/** Parses `2026-11-21`, `11/21/2026`, `14:05`, `2:05 PM`, or a date and a time separated by a space or `T`. */
export function parseMoment(text: string, format = ''): Moment | null {
  const trimmedText = text.trim()
  // Return early: most fields are empty during a scan, and a failed attempt of dayjs can take almost a millisecond.
  if (!/^\d/.test(trimmedText)) return null
  const day = dayOf(trimmedText, format)
  if (day) return { day }
  const time = timeOf(trimmedText)
  if (time) return { time }
  const parts = /^(\S+?)(?:T|\s+)(\d{1,2}:\S+(?:\s*[ap]\.?m\.?)?)$/i.exec(trimmedText)
  if (!parts?.[1] || !parts[2]) return null
  const [first, second] = [dayOf(parts[1], format), timeOf(parts[2])]
  return first && second ? { day: first, time: second } : null
}

export function formatMoment({ day, time }: Moment, format: string): string | null {
  if (/YYYY|D/.test(format) && !day) return null
  if (/[Hh]/.test(format) && !time) return null
  const { year, month, day: date } = day ?? { year: 2000, month: 1, day: 1 }
  return dayjs.utc(Date.UTC(year, month - 1, date, time?.hour ?? 0, time?.minute ?? 0)).format(format)
}

// dayjs parses and writes dates only in a known format. The code below finds out which format a control has.

/**
 * Matches a text that names a day, a month and a year, such as `dd/mm/yyyy`, `d.m.Y`, `MMM d, yyyy` or `TT.MM.JJJJ`.
 */
const mask =
  /(?<![:\w])(?=(d{1,4}|day|tt|m{1,4}|month|n|y{1,4}|year|a{2,4}|j{1,4})([\s/.,-]{1,3})(d{1,4}|day|tt|m{1,4}|month|n|y{1,4}|year|a{2,4}|j{1,4})([\s/.,-]{1,3})(d{1,4}|day|tt|m{1,4}|month|n|y{1,4}|year|a{2,4}|j{1,4})(th|(?![a-z])))/gi
const crowded = /(?<![:\w])(?:d{2}m{2,4}|m{2,4}d{2})y{2,4}(?![a-z])|(?<![:\w])y{2,4}m{2}d{2}(?![a-z])/i

/**
 * Maps a day, a month or a year in the notation of a page to the notation of dayjs. The keys are the notation of most
 * libraries, and of texts in English, German, French, Spanish and Dutch.
 */
const parts: Record<string, string> = {
  d: 'D',
  dd: 'DD',
  day: 'DD',
  tt: 'DD',
  jj: 'DD',
  m: 'M',
  mm: 'MM',
  month: 'MM',
  yyyy: 'YYYY',
  year: 'YYYY',
  aaaa: 'YYYY',
  jjjj: 'YYYY',
}
const phpParts: Record<string, string> = { d: 'DD', j: 'D', m: 'MM', n: 'M', Y: 'YYYY' }

/**
 * Returns the date format that a text states. '': the text states a format that is not understood, for example with a
 * year of two digits or with the name of the month.
 */
function writtenDay(hint: string): string | null {
  for (const [, first = '', gap = '', second = '', nextGap = '', third = '', timeMark = ''] of hint.matchAll(mask)) {
    const names = [first, second, third]
    if (names.filter((name) => /^[mn]/i.test(name)).length !== 1) continue
    const isPhp = names.includes('Y')
    const tokens = names.map((name) => (isPhp ? phpParts[name] : parts[name.toLowerCase()]) ?? '')
    const separator = gap.trim()
    const hasKnownOrder = ['MDY', 'DMY', 'YMD'].includes(tokens.map(([letter = '']) => letter).join(''))
    // Several libraries write the name of the month for a single `M`, as in `dd-M-yyyy`.
    const mayNameMonth = !isPhp && separator !== '/' && names.includes('M') && /[dy]/.test(names.join(''))
    const hasPhpTime = isPhp && /[gh]:i/i.test(hint)
    const isKnown = hasKnownOrder && !mayNameMonth && !hasPhpTime && timeMark === ''
    return isKnown && /^[/.-]$/.test(separator) && nextGap.trim() === separator ? tokens.join(separator) : ''
  }
  return crowded.test(hint) ? '' : null
}

const formatIn = (hint: string): string | null => {
  const day = writtenDay(hint)
  if (day === '') return ''
  const time = /\b(hh?):mm(\s*(?:am|pm|a)\b)?/i.exec(hint)
  const clock = time ? (time[2] ? `${time[1]?.toLowerCase()}:mm A` : 'HH:mm') : null
  if (day && clock) return `${day} ${clock}`
  return day ?? clock
}

export type DayOrder = 'day' | 'month'

const numbers = /(?<!\d)(\d{1,2})([/.-])(\d{1,2})\2\d{4}(?!\d)/g

export function orderOf(texts: string[]): DayOrder | null {
  const orders = new Set<DayOrder>()
  for (const text of texts)
    for (const [, first, , second] of text.matchAll(numbers)) {
      if (Number(first) > 12) orders.add('day')
      if (Number(second) > 12) orders.add('month')
    }
  const [order] = orders
  return orders.size === 1 && order ? order : null
}

function orderInPattern(pattern: string): DayOrder | null {
  const [day, month] = [pattern.search(/3\[01\]|3\[0-1\]/), pattern.search(/1\[0-2\]|1\[012\]/)]
  return day < 0 || month < 0 ? null : day < month ? 'day' : 'month'
}

export interface DateFormat {
  format: string
  orderUnknown?: true
}

export const dayFirstFormat = (format: string): string => format.replace(/^(MM?)(.)(DD?)/, '$3$2$1')

const likeValue = (value: string): string | null => {
  const [, first = '', gap = '', second = ''] = [...value.matchAll(numbers)][0] ?? []
  const clock = /\d:\d\d/.test(value)
    ? /[ap]\.?m/i.test(value)
      ? /(?:^|\s)0\d:/.test(value)
        ? 'hh:mm A'
        : 'h:mm A'
      : 'HH:mm'
    : ''
  const hasZero = first.length === 2 && (second.length === 2 || Number(first) < 10)
  const day = gap ? (hasZero ? `MM${gap}DD${gap}YYYY` : `M${gap}D${gap}YYYY`) : ''
  const iso = !gap && /^\s*\d{4}-\d\d?-\d\d?(?!\d)/.test(value) ? 'YYYY-MM-DD' : ''
  return [day || iso, clock].filter(Boolean).join(' ') || null
}

const byKind = { date: 'MM/DD/YYYY', time: 'hh:mm A', date_time: 'MM/DD/YYYY hh:mm A' } as const
const byType: Record<string, string> = { date: 'YYYY-MM-DD', time: 'HH:mm', 'datetime-local': 'YYYY-MM-DDTHH:mm' }

export interface DateHints {
  type: string
  /** Texts that may state the format, such as `data-date-format` and the placeholder, most reliable first. */
  hints: string[]
  value: string
  limits?: string[]
  pattern?: string
}

export function inferFormat(
  kind: keyof typeof byKind,
  { type, hints, value, limits = [], pattern = '' }: DateHints,
): DateFormat | null {
  const native = byType[type]
  if (native) return { format: native }
  for (const hint of hints) {
    const format = formatIn(hint)
    if (format !== null) return format ? { format } : null
  }
  const format = likeValue(value) ?? byKind[kind]
  if (!format.startsWith('M')) return { format }
  const order = orderOf([value, ...limits]) ?? orderInPattern(pattern)
  return order === null ? { format, orderUnknown: true } : { format: order === 'day' ? dayFirstFormat(format) : format }
}
