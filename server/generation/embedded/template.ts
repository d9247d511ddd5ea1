import { dayInWords } from '../../../lib/report/index.ts'
import { fillTemplateText, parseTemplateText } from '../../../lib/template/index.ts'
import type { Answer } from './answer.ts'
import { askOf } from './ask.ts'
import { writeDate } from './date.ts'
import { writeExtracts } from './relevance.ts'
import type { Session } from './session.ts'

function writePlace(session: Session, name: string): Answer | null {
  if (/\bdate\b/i.test(name)) {
    const date = writeDate(session, { name: name.replace(/^(?:the )?date of (?:the )?/i, '') })
    if (date !== null) return { ...date, value: date.value.map(dayInWords) }
  }
  const answer = writeExtracts(session, askOf({ name }))
  return answer === null ? null : { ...answer, value: answer.value.map((text) => text.replaceAll('\n', ' ')) }
}

export const placeholdersOf = (text: string): string[] =>
  parseTemplateText(text).flatMap((part) => (part.kind === 'placeholder' ? [part.ask] : []))

export function writeTemplate(session: Session, text: string): Answer | null {
  const places = placeholdersOf(text).map((name) => writePlace(session, name))
  const filledPlaces = places.filter((place) => place !== null)
  if (filledPlaces.length === 0) return null
  const answers = places.map((place) => place?.value[0] ?? '')
  return {
    value: [fillTemplateText(text, answers)],
    statements: filledPlaces.flatMap(({ statements }) => statements),
    confidence: 0.65,
  }
}
