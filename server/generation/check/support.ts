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

const dayInWords = new RegExp(`\\b(${englishMonths.join('|')}) (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'gi')
const isoDay = /\b\d{4}-\d{2}-\d{2}\b/g

const isNext = /\b(?:next|follow[- ]?up|return|upcoming)\b[^\n]{0,40}$/i

function daysIn(value: string): { days: { day: string; text: string; isAhead: boolean }[]; rest: string } {
  const isAhead = (at: number) => isNext.test(value.slice(Math.max(0, at - 60), at))
  const days = [...value.matchAll(isoDay)].map(({ 0: day, index }) => ({ day, text: day, isAhead: isAhead(index) }))
  for (const match of value.matchAll(dayInWords)) {
    const month = englishMonths.indexOf((match[1] ?? '').toLowerCase()) + 1
    days.push({
      day: `${match[3]}-${String(month).padStart(2, '0')}-${(match[2] ?? '').padStart(2, '0')}`,
      text: match[0],
      isAhead: isAhead(match.index),
    })
  }
  return { days, rest: value.replaceAll(isoDay, ' ').replaceAll(dayInWords, ' ') }
}

const ownWords = (field: Field): string =>
  [
    field.name,
    field.type === 'template' ? field.text : '',
    field.type === 'table' ? [...field.headers, ...field.rows.flat()].join(' ') : '',
  ].join(' ')

const answerNumber = (field: Field): boolean => field.type !== 'single_choice' && field.type !== 'multiple_choice'

/** A next appointment is not the day of the visit, and a past event not after it. */
function daysAllowed(field: Field, { session, days, numbers }: PreparedSession, cited: Cited): Set<string> {
  const allowedDays = new Set([...cited.turns].flatMap((turn) => [...(days[turn] ?? [])]))
  const birth = session.context.patient?.birthDate
  if (birth !== undefined) allowedDays.add(birth)
  const ahead = field.type === 'date' && /next|follow|return|upcoming/i.test(field.name)
  const isPast = field.type === 'date' && /\b(?:last|previous|prior|past|onset|since)\b/i.test(field.name)
  // For "Monday, the ninth", the parser returns the ninth and also the next Monday.
  const ordinals = new Set(
    field.type === 'date'
      ? cited.quoted.flatMap((one) =>
          (numbers.get(one)?.numbers ?? []).filter(({ ordinal }) => ordinal).map(({ value }) => value),
        )
      : [],
  )
  if (ordinals.size > 0) for (const day of allowedDays) if (!ordinals.has(Number(day.slice(8)))) allowedDays.delete(day)
  if (isPast && session.visitDay !== undefined)
    for (const day of allowedDays) if (day > session.visitDay) allowedDays.delete(day)
  if (session.visitDay !== undefined && !ahead) allowedDays.add(session.visitDay)
  return allowedDays
}

function linesOf(field: Field, value: readonly string[]): string[] {
  if (field.type !== 'table') return [value.join('\n').replace(/^[ \t]*\d+\. /gm, '')]
  return tableRows({ headers: field.headers, value }).map((cells) => cells.join(' '))
}

export function unsupportedParts(field: Field, value: readonly string[], stock: Stock, cited: Cited): Flag[] {
  if (!answerNumber(field) || field.type === 'boolean') return []
  const fieldStems = new Set(stems(ownWords(field)))
  const ownNumbers = new Set(readNumbers(ownWords(field)).map((mention) => mention.value))
  const lines = linesOf(field, value).map(daysIn)
  const allowedDays = daysAllowed(field, stock.prepared, cited)
  const dates = spokenDates(stock.prepared, cited)
  const flags: Flag[] = lines
    .flatMap(({ days }) => days)
    .filter(
      ({ day, isAhead }) =>
        (!allowedDays.has(day) && !namesDay(day, dates)) || (isAhead && day < (stock.prepared.session.visitDay ?? '')),
    )
    .map(({ text: words }) => unsaidDate(words))
  if (field.type === 'start_time' || field.type === 'end_time' || field.type === 'start_end_time') return flags
  const english = new Set(['en'])
  const rests = lines.map(({ rest }) => {
    const days = unsupportedDates(rest, english, dates)
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
