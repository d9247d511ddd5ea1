import { formatMoment, parseMoment } from '../dates.ts'
import type { ControlKind, PageField, RefusalReason } from '../shapes.ts'
import { foldSeen, squash, turnsLetters } from '../words.ts'

const withoutCode = (text: string): string => text.replace(/^\d+\s*[-–.:)]\s*(?=\D)/, '')
const ways = [
  foldSeen,
  (text: string) => withoutCode(foldSeen(text)),
  (text: string) => withoutCode(foldSeen(text)).replace(/[^\p{L}\p{N}]+/gu, ''),
]

const truthWords = {
  yes: ['yes', 'y', 'true', '1', 'ja', 'sí', 'si'],
  no: ['no', 'n', 'false', '0', 'nein'],
} as const
const truths: Record<string, 'yes' | 'no'> = Object.fromEntries(
  (['yes', 'no'] as const).flatMap((truth) => truthWords[truth].map((word) => [word, truth])),
)

type Wanted = string[] | RefusalReason

/**
 * Finds the page's option for an answer. Compares first without case and extra spaces, then also without a leading code
 * (`1-YES`), then also without punctuation. Characters that nobody sees never distinguish two options. If an option
 * turns letters around, a person reads another word than the program, so no option is certain.
 */
function matchOption(options: string[], answer: string): Wanted {
  if (options.some(turnsLetters)) return 'ambiguous'
  for (const way of ways) {
    const key = way(answer)
    if (key === '') return 'no-such-option'
    const hits = options.filter((option) => way(option) === key)
    if (hits.length > 0) return hits.length > 1 ? 'ambiguous' : hits
  }
  return 'no-such-option'
}

/**
 * Finds the page's option for an answer that means yes or no. A single checkbox has no options; its values are `Yes`
 * and `No`. For any other answer, does the same as `matchOption`.
 */
function matchTruth(options: string[], answer: string): Wanted {
  const truth = truths[foldSeen(answer)]
  if (!truth) return matchOption(options, answer)
  if (options.length === 0) return [truth === 'yes' ? 'Yes' : 'No']
  const matches = truthWords[truth].map((word) => matchOption(options, word))
  if (matches.includes('ambiguous')) return 'ambiguous'
  const hits = [...new Set(matches.flatMap((match) => (typeof match === 'string' ? [] : match)))]
  if (hits.length > 1) return 'ambiguous'
  return hits.length === 0 ? 'no-such-option' : hits
}

const fitsParts = ({ parts = [] }: PageField, value: string): boolean => {
  const numbers = value.split(/[/-]/).map(Number)
  return parts.every(({ min, max }, at) => {
    const number = numbers[at]
    return number !== undefined && number >= (min ?? number) && number <= (max ?? number)
  })
}

function pair(field: PageField, value: string): Wanted {
  const [, first, second] = /^(\d{2,3})\s*(?:\/|over|on|zu|sobre|sur)\s*(\d{2,3})(?:\s*mm\s?hg)?$/i.exec(value) ?? []
  if (!first || !second) return 'no-such-option'
  return fitsParts(field, `${first}/${second}`) ? [`${first}/${second}`] : 'out-of-range'
}

function text(field: PageField, value: string): Wanted {
  if (field.parts) return pair(field, value.trim())
  if (field.maxLength !== undefined && value.length > field.maxLength) return 'too-long'
  return field.demand !== undefined && !meetsDemand(field.demand, value) ? 'out-of-range' : [value]
}

const waysMost = 10_000

const waysOf = (pattern: string): number =>
  [...pattern.matchAll(/[?|]|\{(\d+),(\d+)\}/g)].reduce(
    (ways, [, from, to]) => ways * (to === undefined ? 2 : Number(to) - Number(from) + 1),
    1,
  )

function meetsDemand(demand: string, value: string): boolean {
  if (demand === 'email') return /^[^\s@]+@[^\s@]+$/.test(value)
  if (demand === 'url') return URL.canParse(value)
  // A page could write a pattern that takes forever. Only patterns that match in few ways are compared.
  if (demand.length > 80 || /[*+]|\{\d+,\}|\)\{|\(\?(?!:)|\\[1-9]/.test(demand) || waysOf(demand) > waysMost)
    return true
  try {
    return new RegExp(`^(?:${demand})$`, 'v').test(value)
  } catch (error) {
    // The browser ignores a pattern that is no regular expression.
    if (error instanceof SyntaxError) return true
    throw error
  }
}

const moment = (field: PageField, value: string): Wanted => {
  // Without a known format, the page could exchange day and month.
  if (field.format === undefined) return 'not-a-date'
  const parsed = parseMoment(value, field.format)
  // A control for a time cannot hold the date, and the date must not be lost.
  if (parsed?.day && field.kind === 'time') return 'not-a-date'
  if (parsed?.day && parsed.day.day <= 12 && parsed.day.day !== parsed.day.month && field.orderUnknown)
    return 'day-or-month'
  const momentText = parsed && formatMoment(parsed, field.format)
  if (!momentText) return 'not-a-date'
  return fitsParts(field, momentText) ? [momentText] : 'out-of-range'
}

/** Converts a number. A comma with one or two digits after it is a decimal comma. */
function number(field: PageField, value: string): Wanted {
  const plain = /^-?\d+,\d{1,2}$/.test(value) ? value.replace(',', '.') : value
  if (!/^-?\d+(?:\.\d+)?$/.test(plain)) return 'no-such-option'
  const { min, max, step } = field.range ?? {}
  const amount = Number(plain)
  const steps = step ? (amount - (min ?? 0)) / step : 0
  const isInRange = amount >= (min ?? amount) && amount <= (max ?? amount)
  return isInRange && Math.abs(steps - Math.round(steps)) < 1e-6 ? text(field, plain) : 'out-of-range'
}

const items = (value: string[]): string[] => value.map(squash).filter(Boolean)

function several({ options }: PageField, value: string[]): Wanted {
  const matches = value.map((each) => matchOption(options, each))
  const refusal = matches.find((match) => typeof match === 'string')
  if (refusal !== undefined) return refusal
  // Keep the page's order, because the value is read back in that order.
  const choices = new Set(matches.flat())
  return options.filter((option) => choices.has(option))
}

const byKind: Record<ControlKind, (field: PageField, value: string[]) => Wanted> = {
  // A single-line control removes line breaks, which would join words. So line breaks are replaced with spaces.
  text: (field, value) => (field.several && value.length > 1 ? items(value) : text(field, squash(value.join(' ')))),
  long_text: (field, value) => text(field, value.join('\n').replace(/\r\n?/g, '\n')),
  rich_text: (field, value) => text(field, value.join('\n').replace(/\r\n?/g, '\n')),
  number: (field, value) => number(field, value.join('').trim()),
  date: (field, value) => moment(field, value.join(' ')),
  time: (field, value) => moment(field, value.join(' ')),
  date_time: (field, value) => moment(field, value.join(' ')),
  single_choice: (field, value) =>
    value.length <= 1
      ? matchOption(field.options, value[0] ?? '')
      : field.several
        ? several(field, value)
        : 'ambiguous',
  boolean: (field, value) => (value.length > 1 ? 'ambiguous' : matchTruth(field.options, value[0] ?? '')),
  multiple_choice: several,
  table: (field, value) => {
    if (value.length > field.value.length) return 'too-long'
    if (value.length % (field.table?.headers.length || 1) !== 0) return 'ambiguous'
    return field.value.map((cell, at) => (value[at]?.trim() ? value[at] : cell))
  },
}

export const wantedOf = (field: PageField, value: string[]): Wanted => byKind[field.kind](field, value)
