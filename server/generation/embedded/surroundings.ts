import { scopeStart } from './scope.ts'
import { questionOf, type Session, type Statement } from './session.ts'

/** Longer questions are not part of an extract, in characters. */
const questionMax = 300
/** Returns the length of the statements together, in characters. */
export const lengthOf = (statements: readonly Statement[]): number =>
  statements.reduce((sum, { text }) => sum + text.length, 0)
/** True if questions are too long for an extract, for example a whole explanation before a question. */
export const isLong = (questions: readonly Statement[]): boolean => lengthOf(questions) > questionMax

/** True if a later statement of a turn begins with a word for something that was named before: "That started in May." */
const pointsBack = ({ low }: Statement): boolean =>
  /^(?:(?:and|but|so|then|because),? )?(?:it|that|this|they|these|those|he|she)\b/.test(low)

/** Returns statements that follow each other with the statements of their turn that are tied to them. */
export function wholeOf(session: Session, statements: readonly Statement[]): Statement[] {
  const [start, end] = [statements[0], statements.at(-1)]
  if (start === undefined || end === undefined) return []
  const turn = session.byTurn[start.turn] ?? []
  let [from, to] = [start.place, end.place]
  while (from > 0 && turn[from]?.tied) from -= 1
  while (turn[to + 1]?.tied) to += 1
  return turn.slice(from, to + 1)
}

/** The questions of a turn from `question` on: what was asked before the reply. */
export const fromQuestion = (session: Session, question: Statement): Statement[] =>
  wholeOf(session, (session.byTurn[question.turn] ?? []).slice(question.place))

/** A verb before its subject, as only questions have it: "and is that helping". */
const inverted =
  /(?:^|\b(?:and|or|so|okay|but|then|um|uh|well|now|alright|that) )(?:is|are|was|were|do|does|did|have|has|had|can|could) (?:it|that|the|you|your|there|this|these|they|she|he|any)\b/

/**
 * The question before a reply, in a transcript without punctuation. Without the question, "almost incontinence" would
 * read as a condition of the patient, and not as an effect of the tablet that the question names.
 */
function unmarkedQuestion(session: Session, { turn, place, role }: Statement): Statement | undefined {
  const last = place === 0 && role === 'patient' ? session.byTurn[turn - 1]?.at(-1) : undefined
  return last?.role === 'provider' && inverted.test(last.low) ? last : undefined
}

/**
 * Returns a statement with the statements of its turn without which its words could mean something else, and the question
 * that it answers. Without statements if a subject that limits the statement cannot be part of the extract.
 */
export function withReferents(
  session: Session,
  statement: Statement,
): { questions: Statement[]; statements: Statement[] } {
  const turn = session.byTurn[statement.turn] ?? []
  let from = scopeStart(session, statement)
  if (from === null) return { statements: [], questions: [] }
  while (from > 0 && pointsBack(turn[from] ?? statement)) from -= 1
  const statements = wholeOf(session, turn.slice(from, statement.place + 1))
  const question = statements[0] && (questionOf(statements[0]) ?? unmarkedQuestion(session, statements[0]))
  const questions = question === undefined ? [] : fromQuestion(session, question)
  return { statements, questions: isLong(questions) ? [] : questions }
}
