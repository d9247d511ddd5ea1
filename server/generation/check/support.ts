import type { Field, Flag, VisitContext } from '../../../lib/contracts/index.ts'
import { tableRows } from '../../../lib/report/index.ts'
import { englishMonths } from '../reading/calendar.ts'
import { plainLetters } from '../reading/number-words.ts'
import { readNumbers } from '../reading/numbers.ts'
import { namesDay, unsupportedDates } from './days.ts'
import { unsaidDate, withoutRepetitions } from './doubts.ts'
import { unsaidMedicines } from './medicines.ts'
import { unsaidNames } from './names.ts'
import { unsupportedNumbers } from './numbers.ts'
import { unsaidPeople } from './people.ts'
import { type Cited, type PreparedSession, prepareSession } from './prepared-session.ts'
import { spokenDates } from './spoken-dates.ts'

export interface Stock {
  words: ReadonlySet<string>
  prepared: PreparedSession
}

const stems = (text: string): string[] =>
  (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}][\p{L}\p{M}'-]*/gu) ?? []
  )
    .flatMap((word) => [word, ...word.split(/['-]/)])
    .map(plainLetters)

export function takeStock(turns: readonly string[], context: VisitContext, language?: string): Stock {
  const details = JSON.stringify([context.patient ?? {}, context.provider ?? {}, context.current_visit ?? {}])
  return { words: new Set([...turns, details].flatMap(stems)), prepared: prepareSession(turns, context, language) }
}

const fullDay = new RegExp(
  `\\b(?:\\d{4}-\\d{2}-\\d{2}|(?<month>${englishMonths.join('|')}) (?<day>\\d{1,2})(?:st|nd|rd|th)?,? (?<year>\\d{4}))\\b`,
  'gi',
)
const isoOf = ({ month = '', day = '', year }: Record<string, string | undefined>): string =>
  `${year}-${String(englishMonths.indexOf(month.toLowerCase()) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
const ahead = /\b(?:next|follow[- ]?up|return|upcoming)\b[^\n]{0,40}$/i
const behind = /\b(?:last|previous|prior|past|onset|since)\b/i

/** A next appointment is not on the day of the visit, and a past event not after it. */
const isWrongWay = (field: Field, words: string, day: string, visitDay: string): boolean =>
  (ahead.test(field.type === 'date' ? field.name : words) && day <= visitDay) ||
  (field.type === 'date' && behind.test(field.name) && day > visitDay)

const ownWords = (field: Field): string =>
  [
    field.name,
    field.type === 'template' ? field.text : '',
    field.type === 'table' ? [...field.headers, ...field.rows.flat()].join(' ') : '',
  ].join(' ')

const answerNumber = (field: Field): boolean => field.type !== 'single_choice' && field.type !== 'multiple_choice'

function linesOf(field: Field, value: readonly string[]): string[] {
  if (field.type !== 'table') return [value.join('\n').replace(/^[ \t]*\d+\. /gm, '')]
  return tableRows({ headers: field.headers, value }).map((cells) => cells.join(' '))
}

export function unsupportedParts(field: Field, value: readonly string[], stock: Stock, cited: Cited): Flag[] {
  if (!answerNumber(field) || field.type === 'boolean') return []
  const fieldStems = new Set(stems(ownWords(field)))
  const ownNumbers = new Set(readNumbers(ownWords(field)).map((mention) => mention.value))
  const lines = linesOf(field, value)
  const dates = spokenDates(stock.prepared, cited)
  const { visitDay = '' } = stock.prepared.session
  const flags = lines.flatMap((line) =>
    [...line.matchAll(fullDay)].flatMap(({ 0: words, index, groups }) => {
      const day = groups?.year === undefined ? words : isoOf(groups)
      const isWrong = visitDay !== '' && isWrongWay(field, line.slice(Math.max(0, index - 60), index), day, visitDay)
      return isWrong || !namesDay(day, dates) ? [unsaidDate(words)] : []
    }),
  )
  if (field.type === 'start_time' || field.type === 'end_time' || field.type === 'start_end_time') return flags
  const english = new Set(['en'])
  const rests = lines.map((line) => {
    const days = unsupportedDates(line.replaceAll(fullDay, ' '), english, dates)
    flags.push(...days.flags.filter(({ text }) => !fieldStems.has(plainLetters(text))))
    return days.rest
  })
  flags.push(...unsupportedNumbers(field, rests, stock.prepared, cited, ownNumbers))
  const text = rests.join('\n')
  const spokenWords = new Set([...stock.words, ...fieldStems])
  flags.push(...unsaidNames(text, spokenWords, true), ...unsaidPeople(text, english, stock.prepared))
  if (cited.quoted.length > 0) flags.push(...unsaidMedicines(text, ownWords(field), stock.prepared, cited))
  return withoutRepetitions(flags)
}
