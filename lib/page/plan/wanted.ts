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

/** How each kind of control would say a value; a reason where it cannot. */
const byKind: Record<ControlKind, (field: PageField, value: string[]) => Wanted> = {
  // A control of one line would swallow line ends and join the words on both sides.
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
    // In the page's order, which is how it is read back.
    return field.options.filter((option) => matches.has(option))
  },
  table: (field, value) => {
    if (value.length > field.value.length) return 'too-long'
    if (value.length % (field.table?.headers.length || 1) !== 0) return 'ambiguous'
    // A cell without an answer keeps what the page has.
    return field.value.map((cell, at) => (value[at]?.trim() ? value[at] : cell))
  },
}

/** What would stand in a field, in the page's own words and formats; a reason where the page has no way to say it. */
export const wantedOf = (field: PageField, value: string[]): Wanted => byKind[field.kind](field, value)
