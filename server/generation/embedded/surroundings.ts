import { ofSomeoneElse } from '../reading/clause.ts'
import { questionOf, type Session, type Statement } from './session.ts'

/** Maximum length of the questions in one extract together, in characters. */
const questionMax = 300
/** Returns the length of the statements together, in characters. */
export const lengthOf = (statements: readonly Statement[]): number =>
  statements.reduce((sum, { text }) => sum + text.length, 0)
/** True if questions are too long for an extract, for example a whole explanation before a question. */
export const isLong = (questions: readonly Statement[]): boolean => lengthOf(questions) > questionMax

/** True if a statement begins with a word for something that was named before it: "That started in May." */
const pointsBack = ({ low }: Statement): boolean =>
  /^(?:(?:and|but|so|then|because),? )?(?:it|that|this|they|these|those|he|she)\b/.test(low)

/**
 * Maximum length of a turn that is used as a whole, in characters. In public data sets of visits, 99 of 100 turns of
 * patients are shorter.
 */
const replyMax = 300

/**
 * True for a short turn of the patient or of an unknown speaker. Such a turn is used as a whole, because its sentences
 * explain each other. For example, without "I could not bear any of these medicines", "I had numbness in my hands"
 * would not show that a medicine caused the numbness.
 * Two kinds of short turns are not used as a whole:
 * - a turn that is also about somebody else, because words such as "she had it too" would appear under the patient's
 *   name;
 * - a turn of an unknown speaker with a question, because both people speak in it if only one channel was recorded.
 */
const isShortReply = (turn: readonly Statement[]): boolean =>
  turn[0]?.role !== 'provider' &&
  lengthOf(turn) <= replyMax &&
  !turn.some(({ role, asks, low }) => (role === 'unknown' && asks) || ofSomeoneElse(low, low.length))

/**
 * Returns consecutive statements together with the statements of the same turn that must stay with them: the whole turn
 * if the turn is a short reply, and otherwise the tied neighbours. Without these, the statements could have another
 * meaning.
 */
export function wholeOf(session: Session, statements: readonly Statement[]): Statement[] {
  const [start, end] = [statements[0], statements.at(-1)]
  if (start === undefined || end === undefined) return []
  const turn = session.byTurn[start.turn] ?? []
  if (isShortReply(turn)) return [...turn]
  let [from, to] = [start.place, end.place]
  while (from > 0 && turn[from]?.tied) from -= 1
  while (turn[to + 1]?.tied) to += 1
  return turn.slice(from, to + 1)
}

/**
 * Returns the statements of the question's turn from `question` to the end of the turn, because the reply can refer to
 * all of them.
 */
export const fromQuestion = (session: Session, question: Statement): Statement[] =>
  wholeOf(session, (session.byTurn[question.turn] ?? []).slice(question.place))

/** A verb before its subject, as only questions have it: "and is that helping". */
const inverted =
  /(?:^|\b(?:and|or|so|okay|but|then|um|uh|well|now|alright|that) )(?:is|are|was|were|do|does|did|have|has|had|can|could) (?:it|that|the|you|your|there|this|these|they|she|he|any)\b/

/** The start of a reply that confirms or denies what the other speaker said. */
const confirming =
  /^(?:(?:oh|well|um+|uh+|and|but|okay|ok)[, ]+)*(?:yes|yeah|yep|yup|no|nope|nah|right|correct|exactly|true|uh-huh|mm-hmm)\b/

/**
 * Returns the last statement of the provider before a patient's reply, if the reply cannot be understood without it:
 * - The statement is a question without a question mark. For example, the reply "almost incontinence" alone would seem
 *   to be a condition of the patient, although the provider asked about the effect of a tablet.
 * - The patient confirms or denies the statement. For example, "yes, I felt tired" alone would not say when.
 */
function unmarkedQuestion(session: Session, { turn, place, role, low }: Statement): Statement | undefined {
  const last = place === 0 && role === 'patient' ? session.byTurn[turn - 1]?.at(-1) : undefined
  if (last?.role !== 'provider') return undefined
  return inverted.test(last.low) || confirming.test(low) ? last : undefined
}

/**
 * Returns a statement together with everything that it needs to be understood: other statements of its turn, and the
 * question that it answers.
 */
export function withReferents(
  session: Session,
  statement: Statement,
): { questions: Statement[]; statements: Statement[] } {
  const turn = session.byTurn[statement.turn] ?? []
  let from = statement.place
  while (from > 0 && pointsBack(turn[from] ?? statement)) from -= 1
  const statements = wholeOf(session, turn.slice(from, statement.place + 1))
  const question = statements[0] && (questionOf(statements[0]) ?? unmarkedQuestion(session, statements[0]))
  const questions = question === undefined ? [] : fromQuestion(session, question)
  return { statements, questions: isLong(questions) ? [] : questions }
}
