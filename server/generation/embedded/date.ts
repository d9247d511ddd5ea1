import type { Field } from '../../../lib/contracts/index.ts'
import { readDates } from '../reading/dates.ts'
import { numbersAsDigits } from '../reading/numbers.ts'
import type { Answer } from './answer.ts'
import { isShort, isTakenBack } from './plain.ts'
import type { Session } from './session.ts'

const visitDate =
  /^(?:date of (?:the )?(?:session|service|visit|encounter|evaluation)|(?:session|visit|service|encounter|evaluation|today'?s) date|date)$/
const ahead = /\b(?:next|follow|return|upcoming)/
const booking =
  /\b(?:see you|meet (?:again|in|weekly|next|on)|come (?:back|in)|(?:next|another) (?:appointment|visit|session)|can you come|follow[- ]?up|schedule you)\b/
const uncertainty = /\b(?:if|unless|every|each|or|either|until|maybe|might|could|not|call|about|around)\b|n't\b/
const agreement =
  /^(?:(?:okay|ok|yes|yeah|yep|sure|sounds good|that works|works for me|perfect|great|fine|that's fine|all ?right|alright|will do|i'll be here|(?:i'll |i will )?see you(?: then)?(?: (?:on |in )?#)?|i will|#(?: (?:works|is fine|is good|sounds good))?|good|thank you|thanks|doctor|so much)[,.! ]*)+$/

function agreed(session: Session, visitDay: string) {
  const daysOf = (text: string) => readDates(text, visitDay, 'forward').filter(({ day }) => day > visitDay)
  return session.statements.flatMap((statement) => {
    const days = booking.test(statement.low) ? daysOf(statement.text) : []
    const reply = session.byTurn[statement.turn + 1] ?? []
    const replyText = reply.map(({ low }) => low).join(' ')
    const replyDays = daysOf(replyText)
    const isAgreed =
      statement.role === 'provider' &&
      !uncertainty.test(statement.low) &&
      reply[0]?.role === 'patient' &&
      isShort(reply) &&
      agreement.test(
        replyDays.reduce(
          (words, { text }) => words.replace(text.replace(/^(?:in|on) /, ''), '#'),
          numbersAsDigits(replyText),
        ),
      ) &&
      replyDays.every(({ day }) => day === days[0]?.day) &&
      !isTakenBack(session, reply[0])
    return days.map(({ day }) => ({
      day,
      isAgreed: isAgreed || statement.role === 'patient',
      statements: [statement, ...reply],
    }))
  })
}

/** The next appointment is filled if all sentences about it name one day, and the patient agrees to it. */
export function writeDate(session: Session, field: Pick<Field, 'name'>): Answer | null {
  const name = field.name.toLowerCase().trim()
  const { visitDay } = session
  if (visitDate.test(name)) return visitDay === undefined ? null : { value: [visitDay], statements: [], confidence: 1 }
  const days = ahead.test(name) && visitDay !== undefined ? agreed(session, visitDay) : []
  const [first] = days
  if (first === undefined || days.some(({ day, isAgreed }) => day !== first.day || !isAgreed)) return null
  return { value: [first.day], statements: days.flatMap(({ statements }) => statements), confidence: 0.85 }
}
