import { ofSomeoneElse } from '../reading/clause.ts'
import { extractLine } from '../reading/extract.ts'
import { type Answer, inOrder } from './answer.ts'
import type { Ask } from './ask.ts'
import { contentStems, rank } from './bm25.ts'
import { type Concept, everywhere } from './concepts.ts'
import { isDoubtful } from './doubtful.ts'
import { losesMedicine } from './lost-medicine.ts'
import { isAcknowledgement, plainAnswer } from './plain.ts'
import { isRejected } from './rejected.ts'
import { questionOf, type Session, type Statement } from './session.ts'
import { asksFor, fits, isOnlyBelieved, statedAt } from './subject.ts'
import { isOfOtherSubstance } from './substances.ts'
import { fromQuestion, isLong, lengthOf, wholeOf, withReferents } from './surroundings.ts'
import { asksAboutOthers, isAboutFamilyStill, isOfOthers } from './whose.ts'

interface Found {
  questions: readonly Statement[]
  statements: readonly Statement[]
  denied: boolean
}

const wordCount = (text: string): number => text.split(/\s+/).length

const hasRest = ({ needed }: Ask, ...texts: readonly string[]): boolean => {
  if (needed.length === 0) return true
  const stems = new Set(texts.flatMap((text) => contentStems(text)))
  return needed.every((stem) => stems.has(stem))
}

/** After a short first statement such as "Yes.", the second one belongs to the reply too. */
function replyTo(session: Session, question: Statement, { others }: Concept): Statement[] {
  const first = session.answering.get(question)
  if (first === undefined) return []
  const turn = session.byTurn[first.turn] ?? []
  const next = turn[1]
  const isMore = next !== undefined && !next.asks && (others || !ofSomeoneElse(next.low, next.low.length))
  return wholeOf(session, wordCount(first.low) <= 4 && isMore ? [first, next] : [first])
}

const openQuestion = /\b(?:what|how|when|where|who|why|which|tell me|describe)\b/
const extractMax = 600

/** A question of at most this many words is assumed to ask for one thing only. */
const directMax = 12

/** Relatives often have these too, so a reply that may be about a relative is not used. */
const shared = new Set(['conditions', 'operations'])
const firstPerson = /\b(?:i|i'm|i've|my)\b/
const isOfFamilyStill = (
  session: Session,
  { id }: Concept,
  question: Statement | undefined,
  { role, low }: Statement,
) =>
  shared.has(id) &&
  role === 'patient' &&
  question !== undefined &&
  !firstPerson.test(
    low.replace(/\bi (?:can't |don't |do not |cannot )?(?:know|think|believe|remember)\b|\bi'm aware\b/g, ' '),
  ) &&
  isAboutFamilyStill(session, question)

function answered(session: Session, ask: Ask, concept: Concept): Found[] {
  return session.statements.flatMap((question): Found[] => {
    // The provider asks about what the patient knows, so the answer contains no findings or plans.
    if (concept.by === 'provider' || !asksFor(concept, question)) return []
    const statements = replyTo(session, question, concept)
    const [first] = statements
    if (first === undefined || !hasRest(ask, question.low, ...statements.map(({ low }) => low))) return []
    const plain = plainAnswer(session.byTurn[first.turn] ?? [], [concept.name, concept.asked])
    if ((plain === null || openQuestion.test(question.low)) && isAcknowledgement(first.low)) return []
    if (!fits(concept.by, first) || isOfOtherSubstance(concept, question.low, first.low)) return []
    const at = first.low.search(concept.words)
    if (at >= 0 && ((!concept.others && isOfOthers(first, at)) || isOnlyBelieved(concept, first, at))) return []
    if (isDoubtful(concept, first) || isOfFamilyStill(session, concept, question, first)) return []
    const questions = fromQuestion(session, question)
    if (concept.id === 'onset' && concept.near?.test(first.low) === false) return []
    // "Have you changed anything, like your diet, any allergies?" may be answered about the diet.
    const isCertain = plain !== null || concept.words.test(first.low) || wordCount(question.low) <= directMax
    if (concept.delicate && (questions.length > 1 || !isCertain)) return []
    return isLong(questions) ? [] : [{ questions, statements, denied: plain === 'no' }]
  })
}

function stated(session: Session, ask: Ask, concept: Concept): Found[] {
  return session.statements.flatMap((statement): Found[] => {
    const at = statedAt(concept, statement)
    if (at < 0 || (wordCount(statement.low) < 3 && concept.by !== 'anyone')) return []
    if (isOfOtherSubstance(concept, questionOf(statement)?.low ?? '', statement.low)) return []
    if (isDoubtful(concept, statement)) return []
    if (isOfFamilyStill(session, concept, statement.answers.at(-1), statement)) return []
    const referents = withReferents(session, statement)
    // After a question about the family, "No history of seizures" is about the family too.
    if (!concept.others && referents.questions.some(asksAboutOthers)) return []
    if (!hasRest(ask, statement.low, ...referents.questions.map(({ low }) => low))) return []
    return [{ ...referents, denied: false }]
  })
}

function byWords(session: Session, ask: Ask): Found[] {
  if (ask.needed.length === 0) return []
  return session.statements.flatMap((statement): Found[] => {
    if (statement.asks || wordCount(statement.low) < 2 || isAcknowledgement(statement.low)) return []
    const { questions, statements } = withReferents(session, statement)
    if (hasRest(ask, statement.low)) return [{ questions: [], statements, denied: false }]
    return hasRest(ask, ...questions.map(({ low }) => low)) ? [{ questions, statements, denied: false }] : []
  })
}

const earlyShare = 0.2
const earlyTurns = 8
/** A complaint that nobody asked for counts as the reason of the visit if its turn has at most this index. */
const openingTurns = 4

/** A longer text would be a copy of the session. */
const most: Record<string, number> = {
  complaint: 3,
  onset: 3,
  story: 12,
  plan: 10,
  exam: 8,
  symptoms: 10,
  social: 8,
  conditions: 8,
}
const mostOthers = 6

const wordsOf = ({ questions, statements }: Found): string =>
  [...questions, ...statements].map(({ low }) => low).join(' ')

function best(extracts: readonly Found[], { query, concepts }: Ask): Found[] {
  const limit = concepts.length === 0 ? mostOthers : Math.max(...concepts.map(({ id }) => most[id] ?? mostOthers))
  if (extracts.length <= limit) return [...extracts]
  const scores = rank(query, extracts.map(wordsOf))
  const hits = (one: Found) =>
    concepts.reduce((sum, { words }) => sum + [...wordsOf(one).matchAll(everywhere(words))].length, 0)
  const scored = extracts.map((one, index) => ({
    one,
    score: (scores[index] ?? 0) + hits(one) + (one.questions.length > 0 ? 1 : 0),
  }))
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ one }) => one)
}

function linesOf(extracts: readonly Found[], turns: readonly string[]): string[] {
  const questionsOf = new Map<Statement, readonly Statement[]>()
  for (const { questions, statements } of extracts) {
    const [first] = statements
    const knownQuestions = first === undefined ? undefined : questionsOf.get(first)
    if (first !== undefined && questions.length > (knownQuestions?.length ?? 0)) questionsOf.set(first, questions)
  }
  const questionSet = new Set([...questionsOf.values()].flat())
  const runs: Statement[][] = []
  for (const statement of inOrder(extracts.flatMap(({ statements }) => statements))) {
    const last = runs.at(-1)?.at(-1)
    const follows = last?.turn === statement.turn && last.place === statement.place - 1
    if (follows && !questionsOf.has(statement)) runs.at(-1)?.push(statement)
    else if (!questionSet.has(statement)) runs.push([statement])
  }
  const extract = (run: readonly Statement[]) => {
    const [first, last] = [run[0], run.at(-1)]
    const words =
      first === undefined || last === undefined ? '' : (turns[first.turn] ?? '').slice(first.start, last.end)
    return { speaker: first?.speaker ?? '', words: words.replaceAll('\n', ' ') }
  }
  return runs.map((run) => {
    const questions = run[0] === undefined ? [] : (questionsOf.get(run[0]) ?? [])
    return extractLine([...(questions.length > 0 ? [extract(questions)] : []), extract(run)])
  })
}

export function writeExtracts(session: Session, ask: Ask): Answer | null {
  const end = session.turns.length * earlyShare
  const isInPlace = (latest: number, concept: Concept, { denied, statements: [first] }: Found) =>
    concept.id !== 'complaint' || (!denied && first !== undefined && first.turn <= latest)
  const all =
    ask.concepts.length === 0
      ? byWords(session, ask)
      : ask.concepts.flatMap((concept) => [
          ...answered(session, ask, concept).filter((one) => isInPlace(Math.max(end, earlyTurns), concept, one)),
          ...stated(session, ask, concept).filter((one) => isInPlace(openingTurns, concept, one)),
        ])
  const extracts = best(
    all.filter(
      (one) =>
        lengthOf(one.statements) <= extractMax &&
        !one.statements.some((statement) => isRejected(session, statement)) &&
        !losesMedicine(wordsOf(one)),
    ),
    ask,
  )
  if (extracts.length === 0) return null
  return {
    value: [linesOf(extracts, session.turns).join('\n')],
    statements: extracts.flatMap(({ questions, statements }) => [...questions, ...statements]),
    confidence: 0.7,
    denied: extracts.every(({ denied }) => denied),
  }
}
