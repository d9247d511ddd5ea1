import { negatedAt } from '../reading/clause.ts'
import type { Answer } from './answer.ts'
import type { Ask } from './ask.ts'
import { wordsBesideWhole } from './denied-whole.ts'
import { plainAnswer } from './plain.ts'
import type { Session, Statement } from './session.ts'
import { asksFor, statedAt } from './subject.ts'
import { type Concept, concepts, everywhere } from './vocabulary.ts'

/**
 * Words that a question or statement may contain in addition to the names of concepts. Any other word, such as "worse"
 * or "if you climb stairs", restricts the question, so that a "no" does not deny the concept itself.
 */
const frame = new Set(
  `do you have had any a an the some of or and been having are experiencing experienced experience notice noticed noticing feel feels feeling
  get getting is there your with in at all lately recently today now this week month currently right problems problem issues thoughts feelings symptoms
  anything like that else as well um uh okay so alright did does use using used take taking well great good let me ask still kind other
  type about what how history new known ideas plan plans these days since last visit time we met not no i'm i've i am haven't don't didn't has
  my to from it`.split(/\s+/),
)
const negative = /\b(?:no|not|never|none|n't|without)\b|n't\b/
const leftOf = (low: string, known: readonly Concept[]): string[] => {
  const bare = known.reduce((text, { asked }) => text.replaceAll(everywhere(asked), ' '), low)
  return (bare.match(/[a-z']+/g) ?? []).filter((word) => !frame.has(word))
}
/** True if a "no" to this question denies everything that the field asks for. */
const asksForWhole = (low: string, name: string): boolean =>
  wordsBesideWhole(low, name)?.every((word) => frame.has(word)) ?? false

/**
 * Returns the concepts of a text, without wide concepts such as "plan". Questions about any subject may contain words
 * of a wide concept, so these words do not show that a question asks about a second subject.
 */
const named = (low: string): Concept[] => concepts.filter(({ asked, id }) => !wide.has(id) && asked.test(low))
const wide = new Set([
  'story',
  'symptoms',
  'plan',
  'complaint',
  'social',
  'risk',
  'exam',
  'diagnosis',
  'onset',
  'progress',
])

/** An answer to a yes/no field that was found in the session. */
interface Reading {
  yes: boolean
  /** The question or the clause that names the concept, in lower case. */
  about: string
  statements: Statement[]
}

/** Words of a question that ask about an earlier time. A "yes" then says nothing about the present. */
const ofThePast = /\b(?:ever|history|used to|in the past|before|previously)\b/

/**
 * Returns the patient's plain "yes" and "no" answers to direct questions about the concepts of a field. For delicate
 * concepts, such as self-harm, a "no" counts only if the question was about everything that the field asks for.
 */
function direct(session: Session, { concepts: asked, past, name }: Ask): Reading[] {
  const isDelicate = asked.some(({ delicate }) => delicate)
  return session.statements.flatMap((question): Reading[] => {
    if (question.role !== 'provider' || !asked.some((concept) => asksFor(concept, question))) return []
    const reply = session.answering.get(question)
    if (reply?.role !== 'patient' || reply.answers.at(-1) !== question) return []
    const answer = plainAnswer(session.byTurn[reply.turn] ?? [])
    const said = named(question.low)
    const low = question.low.replace(/\bever\b/, '')
    if (answer === null || negative.test(question.low) || leftOf(low, said).length > 0) return []
    if (answer === 'no' && isDelicate && !asksForWhole(low, name)) return []
    // `others` are the concepts of the question that the field does not ask for. A "yes" to a question about several
    // concepts does not say which one is meant, so it is not used. A "no" denies each of them.
    const others = said.filter(
      (one) => !asked.includes(one) && !asked.some(({ asked: words }) => covers(words, one, question.low)),
    )
    // "Do you smoke?" "Yes, I smoke weed." is no yes to tobacco.
    const added = named(reply.low).some((one) => !said.includes(one))
    if (answer === 'yes' && (added || others.length > 0 || (ofThePast.test(question.low) && !past))) return []
    if (answer === 'no' && past && !ofThePast.test(question.low)) return []
    return [{ yes: answer === 'yes', about: question.low, statements: [question, reply] }]
  })
}

/**
 * True if a question names `other` only inside matches of `words`, the pattern of a concept that the field asks for.
 * The question then has no second subject.
 */
const covers = (words: RegExp, other: Concept, low: string): boolean =>
  !other.words.test(low.replaceAll(everywhere(words), ' '))

const clauses = (low: string): string[] => low.split(/[,;:.!?]+ ?| but | and (?=i |no |my )/)
const owns =
  /^(?:(?:well|yes|yeah|and|so|um|uh) )*(?:i (?:have|get|feel|am having|use|drink|smoke)|i'm having|i(?:'ve| have) been having)\b(?! had)/
/** True if the words after a clause limit it: "I don't smoke", "but I have one now and then". */
function isLimited(clause: string, low: string, asked: readonly Concept[]): boolean {
  const after = /^[ ,.;]*(?:but|except|although|though|unless|until|however)\b(.*)/.exec(
    low.slice(low.indexOf(clause) + clause.length),
  )
  return after !== null && named(after[1] ?? '').every((one) => asked.includes(one))
}
/** Words that put a statement into the past or limit it. */
const notNow = /\b(?:but not|not (?:right )?now|any ?more|in the past|used to|ago|gone)\b/

/**
 * Returns the clauses of the patient that affirm or deny a concept of the field (`asked`) and contain no other
 * information: "I have no side effects.", "I don't have any fever."
 */
function plainStatements(session: Session, asked: readonly Concept[]): Reading[] {
  return session.statements.flatMap((statement): Reading[] => {
    if (statement.role !== 'patient' || statement.asks) return []
    return clauses(statement.low).flatMap((clause): Reading[] => {
      if (
        !asked.some(({ words }) => words.test(clause)) ||
        leftOf(clause.replace(/\bi\b/g, ''), named(clause)).length > 0 ||
        isLimited(clause, statement.low, asked)
      )
        return []
      if (negative.test(clause))
        return /\bsome\b/.test(clause) ? [] : [{ yes: false, about: clause, statements: [statement] }]
      return owns.test(clause) && !notNow.test(statement.low)
        ? [{ yes: true, about: clause, statements: [statement] }]
        : []
    })
  })
}

/**
 * True if another clause of the session contradicts the answer: `yes` is true and the clause denies a concept of the
 * field, or `yes` is false and the clause affirms one. The field then stays empty.
 */
function isDisputed(session: Session, asked: readonly Concept[], readings: readonly Reading[], yes: boolean): boolean {
  const known = new Set(readings.map(({ about }) => about))
  return session.statements.some((statement) => {
    const { low, role } = statement
    if (role === 'other' || (role === 'provider' && !/\byou\b/.test(low))) return false
    return clauses(low).some((clause) => {
      if (known.has(clause)) return false
      return asked.some((concept) => {
        const at = statedAt({ ...concept, by: 'anyone', also: undefined }, { ...statement, low: clause })
        return at >= 0 && negatedAt(clause, at) === yes
      })
    })
  })
}

/**
 * Returns the patient's answer about the concepts of a field. Null if the session has no plain answer, or if two
 * statements contradict each other.
 */
export function readYesNo(session: Session, ask: Ask): Reading | null {
  const { concepts: asked, rest, past } = ask
  if (asked.length === 0 || rest.length > 0 || asked.some(({ by }) => by === 'provider')) return null
  const isDelicate = asked.some(({ delicate }) => delicate)
  const readings = [...direct(session, ask), ...(isDelicate || past ? [] : plainStatements(session, asked))]
  const [first] = readings
  if (
    first === undefined ||
    readings.some(({ yes }) => yes !== first.yes) ||
    isDisputed(session, asked, readings, first.yes)
  )
    return null
  // If the field asks for several concepts, the patient must have denied each of them. A "no" to one concept does not
  // deny another concept.
  if (!first.yes && asked.some((concept) => !readings.some(({ about }) => concept.asked.test(about)))) return null
  return { ...first, statements: readings.flatMap(({ statements }) => statements) }
}

/** Fills a yes/no field. For names that ask for an absence ("Denies …"), the answer is inverted. */
export function writeYesNo(session: Session, ask: Ask, name: string): Answer | null {
  const reading = readYesNo(session, ask)
  if (reading === null) return null
  const inverted = /^(?:denies|no |absence of)/i.test(name)
  const { yes, statements } = reading
  return { value: [yes === inverted ? 'No' : 'Yes'], statements, confidence: 0.9, denied: !yes }
}
