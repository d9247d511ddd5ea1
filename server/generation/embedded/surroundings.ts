import { ofSomeoneElse } from '../reading/clause.ts'
import { questionOf, type Session, type Statement } from './session.ts'

const questionMax = 300
export const lengthOf = (statements: readonly Statement[]): number =>
  statements.reduce((sum, { text }) => sum + text.length, 0)
export const isLong = (questions: readonly Statement[]): boolean => lengthOf(questions) > questionMax

const pointsBack = ({ low }: Statement): boolean =>
  /^(?:(?:and|but|so|then|because),? )?(?:it|that|this|they|these|those|he|she)\b/.test(low)

const replyMax = 300

/** Such a turn is used as a whole, because its sentences explain each other. */
const isShortReply = (turn: readonly Statement[]): boolean =>
  turn[0]?.role !== 'provider' &&
  lengthOf(turn) <= replyMax &&
  !turn.some(({ role, asks, low }) => (role === 'unknown' && asks) || ofSomeoneElse(low, low.length))

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

/** The reply can refer to everything that follows the question in its turn. */
export const fromQuestion = (session: Session, question: Statement): Statement[] =>
  wholeOf(session, (session.byTurn[question.turn] ?? []).slice(question.place))

/** A verb before its subject, as only questions have it: "and is that helping". */
const inverted =
  /(?:^|\b(?:and|or|so|okay|but|then|um|uh|well|now|alright|that) )(?:is|are|was|were|do|does|did|have|has|had|can|could) (?:it|that|the|you|your|there|this|these|they|she|he|any)\b/

const confirming =
  /^(?:(?:oh|well|um+|uh+|and|but|okay|ok)[, ]+)*(?:yes|yeah|yep|yup|no|nope|nah|right|correct|exactly|true|uh-huh|mm-hmm)\b/

/** Returns the last statement of the provider, if the patient's reply cannot be understood without it. */
function unmarkedQuestion(session: Session, { turn, place, role, low }: Statement): Statement | undefined {
  const last = place === 0 && role === 'patient' ? session.byTurn[turn - 1]?.at(-1) : undefined
  if (last?.role !== 'provider') return undefined
  return inverted.test(last.low) || confirming.test(low) ? last : undefined
}

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
