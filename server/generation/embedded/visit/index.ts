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

/**
 * Returns the writer of a section that has its own, or undefined. Assessment and plan have one only if there was an
 * examination.
 */
export function visitWriter(session: Session, topicId: string): ((session: Session) => Answer | null) | undefined {
  if (session.parts.size > 0 && (topicId === 'assessment' || topicId === 'plan'))
    return () => writePart(session, topicId)
  // Without an examination, a summary is written topic by topic.
  if (topicId === 'summary') return session.parts.size === 0 ? undefined : writeStory
  return writers[topicId]
}
