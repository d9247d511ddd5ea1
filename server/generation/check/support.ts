import type { Field, Flag, VisitContext } from '../../../lib/contracts/index.ts'
import { readDates } from '../reading/dates.ts'
import { properWords } from '../reading/names.ts'
import { readNumbers } from '../reading/numbers.ts'

/** What a session's words hold that a value may repeat: read once, used for every field. */
export interface Stock {
  numbers: ReadonlySet<number>
  days: ReadonlySet<string>
  /** Every word, in lower case. */
  words: ReadonlySet<string>
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}][\p{L}'-]*/gu) ?? []
const stems = (text: string): string[] => wordsOf(text).flatMap((word) => [word, ...word.split(/['-]/)])

/** Reads what may be repeated from the turns and the visit's details. */
export function takeStock(turns: readonly string[], context: VisitContext): Stock {
  const details = JSON.stringify([context.patient ?? {}, context.provider ?? {}, context.current_visit ?? {}])
  const visitDay = context.current_visit?.date
  const numbers = new Set<number>()
  const days = new Set<string>(visitDay === undefined ? [] : [visitDay])
  const words = new Set<string>(stems(details))
  for (const text of [...turns, details]) {
    for (const { value, parts } of readNumbers(text)) for (const number of [value, ...parts]) numbers.add(number)
    for (const word of stems(text)) words.add(word)
  }
  for (const turn of turns) {
    for (const direction of ['forward', 'back'] as const)
      for (const { day } of readDates(turn, visitDay, direction)) days.add(day)
  }
  return { numbers, days, words }
}

const monthNames = 'january february march april may june july august september october november december'.split(' ')
const dayInWords = new RegExp(`\\b(${monthNames.join('|')}) (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'gi')
const isoDay = /\b\d{4}-\d{2}-\d{2}\b/g

/** Full calendar days written in a value, ISO, and the value without them. */
function daysIn(value: string): { days: { day: string; text: string }[]; rest: string } {
  const days = [...value.matchAll(isoDay)].map((match) => ({ day: match[0], text: match[0] }))
  for (const match of value.matchAll(dayInWords)) {
    const month = monthNames.indexOf((match[1] ?? '').toLowerCase()) + 1
    days.push({
      day: `${match[3]}-${String(month).padStart(2, '0')}-${(match[2] ?? '').padStart(2, '0')}`,
      text: match[0],
    })
  }
  return { days, rest: days.reduce((text, { text: words }) => text.replace(words, ' '), value) }
}

// Of a template's or table's own words nothing has to be proved.
const ownWords = (field: Field): string =>
  [
    field.name,
    field.type === 'template' ? field.text : '',
    field.type === 'table' ? [...field.headers, ...field.rows.flat()].join(' ') : '',
  ].join(' ')

const answerNumber = (field: Field): boolean => field.type !== 'single_choice' && field.type !== 'multiple_choice'

/**
 * Flags every number, day and name of a value that neither the session nor the visit's details hold (severity 2).
 * Spoken numbers and relative days count as said. Times and choices are held to their form elsewhere.
 */
export function unsupportedParts(field: Field, value: readonly string[], stock: Stock): Flag[] {
  if (!answerNumber(field) || field.type === 'boolean') return []
  const own = new Set(stems(ownWords(field)))
  const ownNumbers = new Set(readNumbers(ownWords(field)).map((mention) => mention.value))
  const text = value.join('\n').replace(/^\s*\d+\. /gm, '')
  const { days, rest } = daysIn(text)
  const flags: Flag[] = days
    .filter(({ day }) => !stock.days.has(day))
    .map(({ text: words }) => ({ severity: 2, text: words, reason: 'This date was not said in the session.' }))
  if (field.type === 'start_time' || field.type === 'end_time' || field.type === 'start_end_time') return flags
  for (const { value: number, text: words, ordinal } of readNumbers(rest)) {
    const harmless = /^(?:zero|one|first|second)$/i.test(words) && !/\d/.test(words)
    if (harmless || stock.numbers.has(number) || ownNumbers.has(number)) continue
    flags.push({
      severity: 2,
      text: words,
      reason: ordinal ? 'This date or place was not said in the session.' : 'This number was not said in the session.',
    })
  }
  for (const { word } of properWords(rest)) {
    const parts = stems(word)
    if (parts.some((part) => stock.words.has(part) || own.has(part))) continue
    flags.push({ severity: 2, text: word, reason: 'This name was not said in the session.' })
  }
  return flags
}
