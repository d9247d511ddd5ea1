import { dayInWords } from '../../../lib/report/index.ts'
import { fillTemplateText, parseTemplateText } from '../../../lib/template/index.ts'
import type { Answer } from './answer.ts'
import { writeDate, writeNumber } from './measure.ts'
import { writeBloodPressure } from './pressure.ts'
import type { Session } from './session.ts'
import { writeText } from './text.ts'

function writePlace(session: Session, ask: string): Answer | null {
  const low = ask.toLowerCase()
  if (/^(?:patient|client)(?:'s)? name$|^name of (?:the )?(?:patient|client)$/.test(low)) return null
  if (/\bdate\b|\bwhen is\b/.test(low)) {
    const date =
      writeDate(session, { name: ask.replace(/^(?:the )?date of (?:the )?/i, '') }) ?? writeDate(session, { name: ask })
    return date === null ? null : { ...date, value: date.value.map(dayInWords) }
  }
  if (/blood pressure/.test(low)) return writeBloodPressure(session)
  if (/\b(?:score|number of|rating)\b/.test(low)) return writeNumber(session, { name: ask })
  return writeText(session, { name: ask })
}

/**
 * Fills the placeholders of a template that the AI replaces, and keeps the rest of its text. Null if nothing was said
 * about any placeholder.
 */
export function writeTemplate(session: Session, text: string): Answer | null {
  const places = parseTemplateText(text).flatMap((part) =>
    part.kind === 'placeholder' ? [writePlace(session, part.ask)] : [],
  )
  const filled = places.filter((place) => place !== null)
  if (filled.length === 0) return null
  return {
    value: [
      fillTemplateText(
        text,
        places.map((place) => place?.value[0] ?? ''),
      ),
    ],
    sentences: filled.flatMap(({ sentences }) => sentences),
    confidence: 0.65,
  }
}
