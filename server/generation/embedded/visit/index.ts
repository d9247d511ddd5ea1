import type { Answer } from '../answer.ts'
import type { Session } from '../session.ts'
import { writePart } from './findings.ts'
import { writeFollowUp } from './follow-up.ts'
import { writeConditions, writeOperations } from './history.ts'
import { writeReason } from './reason.ts'
import { writeReview } from './review.ts'
import { writeStory } from './story.ts'

const writers: Record<string, (session: Session) => Answer | null> = {
  complaint: writeReason,
  story: writeStory,
  review: writeReview,
  conditions: writeConditions,
  operations: writeOperations,
  examination: (session) => writePart(session, 'exam'),
  results: (session) => writePart(session, 'results'),
  follow_up: writeFollowUp,
}

/** The writer of a section that has one of its own; assessment and plan have one where there was an examination. */
export function visitWriter(session: Session, topicId: string): ((session: Session) => Answer | null) | undefined {
  if (session.parts.size > 0 && (topicId === 'assessment' || topicId === 'plan'))
    return () => writePart(session, topicId)
  // A talk without an examination is told by its topics where a field asks for a summary at large.
  if (topicId === 'summary') return session.parts.size === 0 ? undefined : writeStory
  return writers[topicId]
}
