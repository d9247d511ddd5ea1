import type { Field } from '../../../lib/contracts/index.ts'
import { pageValueOf } from '../check/page-values.ts'
import type { Draft, WriteInput } from '../draft.ts'
import { type Answer, toDraft } from './answer.ts'
import { askOf } from './ask.ts'
import { writeMultipleChoice, writeSingleChoice } from './choice.ts'
import { writeDate } from './date.ts'
import { writeNumber } from './number.ts'
import { writeExtracts } from './relevance.ts'
import { openSession, type Session } from './session.ts'
import { writeTable } from './table.ts'
import { writeTemplate } from './template.ts'
import { writeYesNo } from './yes-no.ts'

function answer(session: Session, field: Field): Answer | null {
  switch (field.type) {
    case 'string':
      return writeExtracts(session, askOf(field))
    case 'number':
      return writeNumber(session, field)
    case 'boolean':
      return writeYesNo(session, askOf(field), field.name)
    case 'date':
      return writeDate(session, field)
    case 'single_choice':
      return writeSingleChoice(session, field)
    case 'multiple_choice':
      return writeMultipleChoice(session, field)
    case 'table':
      return writeTable(session, field)
    case 'template':
      return writeTemplate(session, field.text)
    // Start and end times come from the clock of the recording, because they are not said in the session.
    case 'start_time':
    case 'end_time':
    case 'start_end_time':
      return null
  }
}

/**
 * Yields the drafts of a group of fields, in their order. A text gets extracts: sentences that were said about the
 * subject of the field, with their speakers. Any other value is filled only if the words have one certain reading. If
 * the session has no answer for a field, the field gets the value that the page's form has for it. If the form has no
 * value, the field gets no draft.
 */
export function* writeEmbedded({ fields, turns, context, byVoice }: WriteInput): Generator<Draft> {
  const session = openSession(turns, { context, byVoice })
  for (const field of fields) {
    const found = answer(session, field)
    const pageValue = found === null ? pageValueOf(field, context) : null
    if (found !== null) yield toDraft(field, found)
    else if (pageValue !== null) yield { id: field.id, value: pageValue, confidence: 1, state: 'entered', evidence: [] }
  }
}
