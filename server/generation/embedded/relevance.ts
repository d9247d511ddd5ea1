import { extractLine } from '../reading/extract.ts'
import { negatedAt, ofSomeoneElse, supposedAt } from '../reading/polarity.ts'
import { type Answer, inOrder } from './answer.ts'
import type { Ask } from './ask.ts'
import { contentStems, rank } from './bm25.ts'
import { isAcknowledgement, isDenial, plainAnswer } from './plain.ts'
import { isRejected, isUnderWrongName } from './rejected.ts'
import { questionOf, type Session, type Statement } from './session.ts'
import { isOfOtherSubstance } from './substances.ts'
import { fromQuestion, isLong, lengthOf, wholeOf, withReferents } from './surroundings.ts'
import { type Concept, everywhere } from './vocabulary.ts'

/** Statements of one turn that belong to a field, and the questions that they need to be understood. */
interface Found {
  questions: readonly Statement[]
  statements: readonly Statement[]
  denied: boolean
}

const kin =
  'mother|father|mom|dad|parents?|brother|sister|son|daughter|kids?|children|baby|husband|wife|partner|boyfriend|girlfriend|family|grand\\w+|uncle|aunt|cousin|friends?|boss'
const ofOthers = new RegExp(`\\b(?:your|the) (?:\\w+ )?(?:${kin})\\b|\\bfamily (?:history|members?)\\b`)
const ownKin = new RegExp(`\\b(?:my|our) (?:\\w+ )?(?:${kin})\\b`)

const inFamily = /\b(?:in|of|on) (?:my|our|the) (?:\w+ )?(?:family|side)\b|\bfamily history\b/
/** Concepts for findings. A finding after "if" is only possible, so it is not stated. A plan may contain "if". */
const findings = new Set(['results', 'diagnosis', 'exam'])

/** Requests to move or wait, and questions for agreement. They are not about the history of the patient. */
const noQuestion =
  /^(?:(?:and|so|okay|all right|alright),? )*(?:can|could|would|will|may) (?:you|i|we)\b(?!.*\b(?:tell|describe|say)\b)|\b(?:okay|all right|alright|sound good|make sense|any questions)\?$/

/**
 * True if the speaker can state this information. The provider states findings and plans, and the patient states the
 * rest. A speaker whose role is unknown can state everything.
 */
const fits = (by: Concept['by'], { role }: Statement): boolean =>
  by === 'anyone' || role === 'unknown' || (by === 'provider') === (role === 'provider')

/** Maximum distance in characters between a match of `Concept.words` and a match of `Concept.also`. */
const nearMax = 80
/**
 * Maximum number of matches of each pattern that `near` compares. `near` compares every match with every other one, so
 * many matches would take too long.
 */
const comparedMax = 12

const places = (low: string, pattern: RegExp): RegExpExecArray[] =>
  [...low.matchAll(everywhere(pattern))].slice(0, comparedMax)

/** Returns the offset of the first match of `words` that has a match of `also` near it, or -1. */
function near(low: string, words: RegExp, also: RegExp): number {
  if (!words.test(low) || !also.test(low)) return -1
  const further = places(low, also)
  const found = places(low, words).find(({ index, 0: text }) =>
    further.some((one) => one.index <= index + text.length + nearMax && one.index + one[0].length >= index - nearMax),
  )
  return found?.index ?? -1
}

/** A question without a question mark. */
const asksInside = /\b(?:do|did|have|are|were|can|could) you\b|\b(?:do|did|am|was|should|could|can|will) i\b/

/** What comes next in the visit, which is no finding and no plan: "Let's take a look at your x-ray." */
const announcing =
  /\b(?:show me|let(?:'s| us| me) (?:go ahead and |just )*(?:take a (?:quick )?look|look|see|check|do (?:a|the|your) (?:quick |physical )*exam|talk|review|go over)|(?:i'm|i am|i'll|we'll) (?:just )?(?:going to )?(?:go ahead and )?(?:check|listen|examine|look|take a look|review|talk|tell|explain|show|push|press|feel|do (?:a|your|the) (?:quick |physical )*exam)|(?:i )?(?:want|need|'d like) to (?:look|take a look|check|talk|go over|review)|(?:quick|do (?:a|my|the)) (?:physical )?exam|let you know what i find|lay back|sit up|take a deep breath)\b/g
const wordCount = (text: string): number => text.split(/\s+/).length

/** True if the texts together contain all words of the field's name that they must contain (see `Ask.needed`). */
const hasRest = ({ needed }: Ask, ...texts: readonly string[]): boolean => {
  if (needed.length === 0) return true
  const stems = new Set(texts.flatMap((text) => contentStems(text)))
  return needed.every((stem) => stems.has(stem))
}

const medicines = new Set(['medications', 'prescribed'])
/** A medicine to which the patient is allergic is not one that the patient takes. */
const isOfAllergy = ({ low }: Statement, id: string): boolean =>
  medicines.has(id) && /\ballerg|\bhives\b|\brash\b|\bgives? me\b/.test(low)
/** An illness that somebody only guesses is not in the history. */
const guessed = /\b(?:i think|maybe|could be|might be|worried|concerned|afraid)\b/
const notTaken =
  /\b(?:only had|used to|stopped|quit|tried|offered|said no|years ago|once(?! (?:a|per|every|daily))|in (?:19|20)\d\d|was (?:on|taking)|were on|no longer)\b/

const anybody = /\b(?:someone|somebody|another person)\b/
/** True if the words at offset `at` are about somebody else: "My uncle has dementia", "I know someone had a stroke". */
const isOfOthers = (low: string, at: number): boolean => ofSomeoneElse(low, at) || anybody.test(low.slice(0, at))

/** Returns the offset at which a statement of the right person speaks about a concept, or -1. */
export function statedAt({ id, words, by, also, told, others }: Concept, statement: Statement): number {
  const { asks, role, answers } = statement
  const low =
    by === 'provider' ? statement.low.replaceAll(announcing, (words) => ' '.repeat(words.length)) : statement.low
  const isFinding = findings.has(id)
  const isTold = by === 'patient' && role === 'provider' && told?.test(low) === true
  if (asks || (!isTold && !fits(by, statement)) || isOfAllergy(statement, id)) return -1
  if (id === 'medications' && notTaken.test(low)) return -1
  const at = also === undefined ? low.search(words) : near(low, words, also)
  if (at < 0) return -1
  if (by === 'provider')
    return ownKin.test(low) || asksInside.test(low) || (isFinding && (supposedAt(low, at) || /\bfamily\b/.test(low)))
      ? -1
      : at
  if (isTold && asksInside.test(low)) return -1
  if (id === 'conditions' && guessed.test(low)) return -1
  if (role === 'patient' && asksInside.test(low)) return -1
  // "Does your family have health problems?" "We have a strong history of heart disease."
  const isAboutOthers = inFamily.test(low) || ofOthers.test(answers.at(-1)?.low ?? '') || (isTold && ofOthers.test(low))
  if (!others && isAboutOthers) return -1
  if (supposedAt(low, at)) return -1
  return !others && (isOfOthers(low, at) || (statement.role === 'provider' && ownKin.test(low))) ? -1 : at
}

/** True if a question asks for a concept, and not about another person. */
export function asksFor({ id, asked, by, others }: Concept, question: Statement): boolean {
  const { low, asks, role } = question
  if (!asks || isOfAllergy(question, id) || !asked.test(low) || noQuestion.test(low)) return false
  if (by === 'patient' && role === 'patient') return false
  return others || !ofOthers.test(low)
}

/** The reply to a question: the first statements of the turn that answers it. */
function replyTo(session: Session, question: Statement, { others }: Concept): Statement[] {
  const first = session.answering.get(question)
  if (first === undefined) return []
  const turn = session.byTurn[first.turn] ?? []
  const next = turn[1]
  const isMore = next !== undefined && !next.asks && (others || !ofSomeoneElse(next.low, next.low.length))
  return wholeOf(session, wordCount(first.low) <= 4 && isMore ? [first, next] : [first])
}

const openQuestion = /\b(?:what|how|when|where|who|why|which|tell me|describe)\b/
/** Maximum length of an extract without its questions, in characters. */
const extractMax = 600

/** Questions of at most this many words ask for one thing. */
const directMax = 12

function answered(session: Session, ask: Ask, concept: Concept): Found[] {
  return session.statements.flatMap((question): Found[] => {
    // Questions of the provider are about what the patient knows, so they have no findings and no plans.
    if (concept.by === 'provider' || !asksFor(concept, question)) return []
    const statements = replyTo(session, question, concept)
    const [first] = statements
    if (first === undefined || !hasRest(ask, question.low, ...statements.map(({ low }) => low))) return []
    const plain = plainAnswer(session.byTurn[first.turn] ?? [])
    if ((plain === null || openQuestion.test(question.low)) && isAcknowledgement(first.low)) return []
    if (!fits(concept.by, first) || isOfOtherSubstance(concept, question.low, first.low)) return []
    const at = first.low.search(concept.words)
    if (!concept.others && at >= 0 && isOfOthers(first.low, at)) return []
    const questions = fromQuestion(session, question)
    if (concept.id === 'onset' && concept.also?.test(first.low) === false) return []
    // A long question may name several subjects: "Have you changed anything, like your diet, any allergies?" The reply
    // may be about the diet only. So the reply is certain only if it is a plain yes or no, or names the concept.
    const isCertain = plain !== null || concept.words.test(first.low) || wordCount(question.low) <= directMax
    if (concept.delicate && (questions.length > 1 || !isCertain)) return []
    return isLong(questions) ? [] : [{ questions, statements, denied: plain === 'no' || isDenial(statements) }]
  })
}

function stated(session: Session, ask: Ask, concept: Concept): Found[] {
  return session.statements.flatMap((statement): Found[] => {
    const at = statedAt(concept, statement)
    if (at < 0 || (wordCount(statement.low) < 3 && concept.by !== 'anyone')) return []
    if (isOfOtherSubstance(concept, questionOf(statement)?.low ?? '', statement.low)) return []
    const referents = withReferents(session, statement)
    if (!hasRest(ask, statement.low, ...referents.questions.map(({ low }) => low))) return []
    return [{ ...referents, denied: negatedAt(statement.low, at) }]
  })
}

/**
 * For a field whose name contains no known concept: finds the statements that contain all needed words of the name, or
 * that answer a question with all these words.
 */
function byWords(session: Session, ask: Ask): Found[] {
  if (ask.needed.length === 0) return []
  return session.statements.flatMap((statement): Found[] => {
    if (statement.asks || wordCount(statement.low) < 2 || isAcknowledgement(statement.low)) return []
    const { questions, statements } = withReferents(session, statement)
    if (hasRest(ask, statement.low)) return [{ questions: [], statements, denied: false }]
    return hasRest(ask, ...questions.map(({ low }) => low)) ? [{ questions, statements, denied: false }] : []
  })
}

/**
 * An answer about the reason of the visit counts only near the beginning of the session: within this share of its
 * turns, or within this number of turns if that is more.
 */
const earlyShare = 0.2
const earlyTurns = 8
/** A complaint that nobody asked for counts as the reason of the visit if it is within this number of turns. */
const openingTurns = 4

/** Maximum number of extracts in a field, by the id of the concept. A longer text would be a copy of the session. */
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
/** Maximum number of extracts for all other concepts. */
const mostOthers = 6

const wordsOf = ({ questions, statements }: Found): string =>
  [...questions, ...statements].map(({ low }) => low).join(' ')

/** Keeps the extracts that fit best to name, instructions and options; an answer counts more than a mention. */
function best(found: readonly Found[], { query, concepts }: Ask): Found[] {
  const limit = concepts.length === 0 ? mostOthers : Math.max(...concepts.map(({ id }) => most[id] ?? mostOthers))
  if (found.length <= limit) return [...found]
  const scores = rank(query, found.map(wordsOf))
  const hits = (one: Found) =>
    concepts.reduce((sum, { words }) => sum + [...wordsOf(one).matchAll(everywhere(words))].length, 0)
  const scored = found.map((one, index) => ({
    one,
    score: (scores[index] ?? 0) + hits(one) + (one.questions.length > 0 ? 1 : 0),
  }))
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ one }) => one)
}

/** Joins neighbouring statements of a speaker, so that words that follow each other stay together. */
function linesOf(found: readonly Found[], turns: readonly string[]): string[] {
  const questionsOf = new Map<Statement, readonly Statement[]>()
  for (const { questions, statements } of found) {
    const [first] = statements
    const known = first === undefined ? undefined : questionsOf.get(first)
    if (first !== undefined && questions.length > (known?.length ?? 0)) questionsOf.set(first, questions)
  }
  const asked = new Set([...questionsOf.values()].flat())
  const runs: Statement[][] = []
  for (const statement of inOrder(found.flatMap(({ statements }) => statements))) {
    const last = runs.at(-1)?.at(-1)
    const follows = last?.turn === statement.turn && last.place === statement.place - 1
    if (follows && !questionsOf.has(statement)) runs.at(-1)?.push(statement)
    // A statement in `asked` is written with its reply. Otherwise, it would be in the text twice.
    else if (!asked.has(statement)) runs.push([statement])
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

/** Fills a text with what was said about the subjects of the field. Null if nothing was said about them. */
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
  const found = best(
    all.filter(
      ({ statements }) =>
        lengthOf(statements) <= extractMax &&
        !statements.some((one) => isRejected(session, one) || isUnderWrongName(session, one)),
    ),
    ask,
  )
  if (found.length === 0) return null
  return {
    value: [linesOf(found, session.turns).join('\n')],
    statements: found.flatMap(({ questions, statements }) => [...questions, ...statements]),
    confidence: 0.7,
    denied: found.every(({ denied }) => denied),
  }
}
