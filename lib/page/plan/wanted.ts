import { formatMoment, parseMoment } from '../dates.ts'
import type { ControlKind, PageField, RefusalReason } from '../shapes.ts'
import { squash } from '../words.ts'
import { matchOption, matchTruth } from './options.ts'

type Wanted = string[] | RefusalReason

const text = (field: PageField, value: string): Wanted =>
  field.maxLength !== undefined && value.length > field.maxLength ? 'too-long' : [value]

const moment = (field: PageField, value: string): Wanted => {
  const parsed = parseMoment(value)
  const written = parsed && formatMoment(parsed, field.format ?? 'MM/DD/YYYY')
  return written ? [written] : 'not-a-date'
}

const one = (match: string | null): Wanted => (match === null ? 'no-such-option' : [match])

/** Converts a value for each kind of control. Returns a reason if the control cannot hold the value. */
const byKind: Record<ControlKind, (field: PageField, value: string[]) => Wanted> = {
  // A single-line control removes line breaks, which would join words. So replace them with spaces.
  text: (field, value) => text(field, squash(value.join(' '))),
  long_text: (field, value) => text(field, value.join('\n').replace(/\r\n?/g, '\n')),
  rich_text: (field, value) => text(field, value.join('\n').replace(/\r\n?/g, '\n')),
  number: (field, value) =>
    /^-?\d+(?:\.\d+)?$/.test(value.join('').trim()) ? text(field, value.join('').trim()) : 'no-such-option',
  date: (field, value) => moment(field, value.join(' ')),
  time: (field, value) => moment(field, value.join(' ')),
  date_time: (field, value) => moment(field, value.join(' ')),
  single_choice: (field, value) => (value.length > 1 ? 'ambiguous' : one(matchOption(field.options, value[0] ?? ''))),
  boolean: (field, value) => (value.length > 1 ? 'ambiguous' : one(matchTruth(field.options, value[0] ?? ''))),
  multiple_choice: (field, value) => {
    const matches = new Set(value.map((each) => matchOption(field.options, each)))
    if (matches.has(null)) return 'no-such-option'
    // Keep the page's order, because the value is read back in that order.
    return field.options.filter((option) => matches.has(option))
  },
  table: (field, value) => {
    if (value.length > field.value.length) return 'too-long'
    if (value.length % (field.table?.headers.length || 1) !== 0) return 'ambiguous'
    // A cell without an answer keeps the page's value.
    return field.value.map((cell, at) => (value[at]?.trim() ? value[at] : cell))
  },
}

/** Converts a value to the field's options and formats. Returns the reason if the field cannot hold it. */
export const wantedOf = (field: PageField, value: string[]): Wanted => byKind[field.kind](field, value)
