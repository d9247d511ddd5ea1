import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(customParseFormat)
dayjs.extend(utc)

/** A date, a time or both, without a time zone. */
export interface Moment {
  day?: { year: number; month: number; day: number }
  time?: { hour: number; minute: number }
}

// The supported EHRs are American, so the month is before the day.
const dayFormats = ['YYYY-M-D', 'M/D/YYYY', 'M-D-YYYY']
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

const dayOf = (text: string): Moment['day'] | null => {
  // Remove leading zeros, so that few formats are enough. Each format costs time, and a fill reads the page many times.
  const date = parsed(text.replace(/\b0(?=\d\b)/g, ''), dayFormats)
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

/**
 * Parses `2026-11-21`, `11/21/2026`, `14:05`, `2:05 PM`, or a date and a time separated by a space or `T`. Returns null
 * otherwise.
 */
export function parseMoment(text: string): Moment | null {
  const whole = text.trim()
  // Return early: most fields are empty during a scan, and a failed attempt of dayjs can take almost a millisecond.
  if (!/^\d/.test(whole)) return null
  const day = dayOf(whole)
  if (day) return { day }
  const time = timeOf(whole)
  if (time) return { time }
  const parts = /^(\S+?)(?:T|\s+)(\d{1,2}:\S+(?:\s*[ap]\.?m\.?)?)$/i.exec(whole)
  if (!parts?.[1] || !parts[2]) return null
  const [first, second] = [dayOf(parts[1]), timeOf(parts[2])]
  return first && second ? { day: first, time: second } : null
}

/**
 * Formats a moment for a page (tokens `YYYY MM M DD D HH hh h mm A`). Returns null if the format needs a date or a time
 * that is missing.
 */
export function formatMoment({ day, time }: Moment, format: string): string | null {
  if (/YYYY|D/.test(format) && !day) return null
  if (/[Hh]/.test(format) && !time) return null
  const { year, month, day: date } = day ?? { year: 2000, month: 1, day: 1 }
  return dayjs.utc(Date.UTC(year, month - 1, date, time?.hour ?? 0, time?.minute ?? 0)).format(format)
}

// dayjs parses and writes dates only in a known format. The code below finds out which format a control has.

const written = (hint: string): string | null => {
  const day = /\bm{1,2}[/-]d{1,2}[/-]y{4}\b|\by{4}-m{2}-d{2}\b/i.exec(hint)?.[0].toUpperCase()
  const time = /\b(hh?):mm(\s*(?:am|pm|a)\b)?/i.exec(hint)
  const clock = time ? (time[2] ? `${time[1]?.toLowerCase()}:mm A` : 'HH:mm') : null
  if (day && clock) return `${day} ${clock}`
  return day ?? clock
}

const likeValue = (value: string): string | null => {
  const moment = parseMoment(value)
  if (!moment) return null
  const day = /^\d{4}-/.test(value)
    ? 'YYYY-MM-DD'
    : /^\d\d\/\d\d\//.test(value)
      ? 'MM/DD/YYYY'
      : /^0?\d\//.test(value)
        ? 'M/D/YYYY'
        : 'MM/DD/YYYY'
  const clock = /[ap]\.?m/i.test(value) ? (/(?:^|\s)0\d:/.test(value) ? 'hh:mm A' : 'h:mm A') : 'HH:mm'
  return [moment.day && day, moment.time && clock].filter(Boolean).join(' ')
}

const byKind = { date: 'MM/DD/YYYY', time: 'hh:mm A', date_time: 'MM/DD/YYYY hh:mm A' } as const
const byType: Record<string, string> = { date: 'YYYY-MM-DD', time: 'HH:mm', 'datetime-local': 'YYYY-MM-DDTHH:mm' }

/** Hints about the date format of a control. */
export interface DateHints {
  /** The input's type. Native date inputs accept only ISO text. */
  type: string
  /** Texts that may state the format, such as `data-date-format` and the placeholder, most reliable first. */
  hints: string[]
  value: string
}

/**
 * Returns the date format of a control: from the native type, a hint, the current value, or else the American default.
 */
export function inferFormat(kind: keyof typeof byKind, { type, hints, value }: DateHints): string {
  const native = byType[type]
  if (native) return native
  for (const hint of hints) {
    const format = written(hint)
    if (format) return format
  }
  return likeValue(value) ?? byKind[kind]
}
