import type { Field } from '../../../lib/contracts/index.ts'
import { pageValueOf } from '../check/page-values.ts'
import type { Draft, WriteInput } from '../draft.ts'
import { type Answer, toDraft } from './answer.ts'
import { askOf } from './ask.ts'
import { writeClosed } from './closed.ts'
import { mentionsOf } from './mentions.ts'
import { writeExtracts } from './relevance.ts'
import { openSession, type Session } from './session.ts'
import { writeTable } from './table.ts'
import { writeTemplate } from './template.ts'

function answer(session: Session, field: Field): Answer | null {
  switch (field.type) {
    case 'string':
      return writeExtracts(session, askOf(field))
    case 'table':
      return writeTable(session, field)
    case 'template':
      return writeTemplate(session, field.text)
    case 'boolean':
    case 'single_choice':
    case 'multiple_choice':
    case 'number':
    case 'date':
      return writeClosed(session, field)
    // Start and end times come from the clock of the recording, because they are not said in the session.
    case 'start_time':
    case 'end_time':
    case 'start_end_time':
      return null
  }
}

const timed: ReadonlySet<Field['type']> = new Set(['start_time', 'end_time', 'start_end_time'])

export function* writeEmbedded({ fields, turns, context, byVoice }: WriteInput): Generator<Draft> {
  const session = openSession(turns, { context, byVoice })
  for (const field of fields) {
    const draft = answer(session, field)
    const pageValue = draft === null ? pageValueOf(field, context) : null
    if (draft !== null) yield toDraft(field, draft)
    else if (pageValue !== null) yield { id: field.id, value: pageValue, confidence: 1, state: 'entered', evidence: [] }
    else if (!timed.has(field.type)) {
      const evidence = mentionsOf(session, field)
      if (evidence.length > 0) yield { id: field.id, value: [], confidence: 0, state: 'unclear', evidence }
    }
  }
}
