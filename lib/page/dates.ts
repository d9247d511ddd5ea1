/** A date, a time or both, without a time zone. */
export interface Moment {
  day?: { year: number; month: number; day: number }
  time?: { hour: number; minute: number }
}

const two = (value: number): string => String(value).padStart(2, '0')

const realDay = (year: number, month: number, day: number): Moment['day'] | null => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? { year, month, day } : null
}

const dayOf = (text: string): Moment['day'] | null => {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return realDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  // The supported EHRs are American: month first.
  const american = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text)
  return american ? realDay(Number(american[3]), Number(american[1]), Number(american[2])) : null
}

const timeOf = (text: string): Moment['time'] | null => {
  const found = /^(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*(?:([ap])\.?m\.?)?$/i.exec(text)
  if (!found) return null
  const half = found[3]?.toLowerCase()
  const minute = Number(found[2])
  let hour = Number(found[1])
  if (minute > 59 || hour > 23 || (half && (hour < 1 || hour > 12))) return null
  if (half) hour = (hour % 12) + (half === 'p' ? 12 : 0)
  return { hour, minute }
}

/**
 * Parses `2026-11-21`, `11/21/2026`, `14:05`, `2:05 PM`, or a date and a time separated by a space or `T`. Returns null
 * otherwise.
 */
export function parseMoment(text: string): Moment | null {
  const whole = text.trim()
  const day = dayOf(whole)
  if (day) return { day }
  const time = timeOf(whole)
  if (time) return { time }
  const parts = /^(\S+?)(?:T|\s+)(\d{1,2}:\S+(?:\s*[ap]\.?m\.?)?)$/i.exec(whole)
  if (!parts?.[1] || !parts[2]) return null
  const [first, second] = [dayOf(parts[1]), timeOf(parts[2])]
  return first && second ? { day: first, time: second } : null
}

const tokens = /YYYY|MM|M|DD|D|HH|hh|h|mm|A/g

/**
 * Formats a moment for a page (tokens `YYYY MM M DD D HH hh h mm A`). Returns null if the format needs a date or a time
 * that is missing.
 */
export function formatMoment(moment: Moment, format: string): string | null {
  const { day, time } = moment
  if (/YYYY|D/.test(format) && !day) return null
  if (/[Hh]/.test(format) && !time) return null
  const hour12 = time ? time.hour % 12 || 12 : 0
  const parts: Record<string, string> = {
    ...(day && {
      YYYY: String(day.year),
      MM: two(day.month),
      M: String(day.month),
      DD: two(day.day),
      D: String(day.day),
    }),
    ...(time && {
      HH: two(time.hour),
      hh: two(hour12),
      h: String(hour12),
      mm: two(time.minute),
      A: time.hour < 12 ? 'AM' : 'PM',
    }),
  }
  return format.replace(tokens, (token) => parts[token] ?? token)
}

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
