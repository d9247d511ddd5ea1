import { readDates } from '../reading/dates.ts'
import type { Answer } from './answer.ts'
import { askOf, type Named } from './ask.ts'
import { questionOf, type Session } from './session.ts'
import { asksFor, statedAt } from './subject.ts'

const visitDate =
  /^(?:date of (?:the )?(?:session|service|visit|encounter|evaluation)|(?:session|visit|service|encounter|evaluation|today'?s) date|date)$/
const booking =
  /\b(?:see you|meet (?:again|in|weekly|next|on)|come back|(?:next|another) (?:appointment|visit|session)|can you come|follow[- ]?up|schedule you)\b/

/** Days that are named in statements about an appointment after this visit. */
function booked(session: Session, visitDay: string) {
  return session.statements.flatMap((statement) =>
    booking.test(statement.low) && !/\b(?:if|unless|every|each)\b/.test(statement.low)
      ? readDates(statement.text, visitDay, 'forward')
          .filter(({ day }) => day > visitDay)
          .map(({ day }) => ({ day, statements: [statement] }))
      : [],
  )
}

/**
 * Returns the days that are named in statements or answers about the subject of the field, except the day of this
 * visit. A day without a year is read as a day before this visit.
 */
function named(session: Session, field: Named) {
  const { concepts, rest } = askOf(field)
  if (concepts.length === 0 || rest.length > 0) return []
  return session.statements.flatMap((statement) => {
    const question = questionOf(statement)
    const isAnswer = question !== undefined && concepts.some((concept) => asksFor(concept, question))
    if (!isAnswer && !concepts.some((concept) => statedAt(concept, statement) >= 0)) return []
    const statements = isAnswer ? [question, statement] : [statement]
    const days = readDates(statement.text, session.visitDay, 'back').filter(({ day }) => day !== session.visitDay)
    return days.map(({ day }) => ({ day, statements }))
  })
}

/**
 * Fills a date. The date of this visit comes from the visit's details; any other date only if all sentences about it
 * name the same day.
 */
export function writeDate(session: Session, field: Named): Answer | null {
  const name = field.name.toLowerCase().trim()
  const { visitDay } = session
  if (visitDate.test(name)) return visitDay === undefined ? null : { value: [visitDay], statements: [], confidence: 1 }
  const isAhead = /\b(?:next|follow|return|upcoming)/.test(name)
  const days = !isAhead ? named(session, field) : visitDay === undefined ? [] : booked(session, visitDay)
  const [first] = days
  if (first === undefined || days.some(({ day }) => day !== first.day)) return null
  return { value: [first.day], statements: days.flatMap(({ statements }) => statements), confidence: 0.85 }
}
