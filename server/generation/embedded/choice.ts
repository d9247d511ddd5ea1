import { assertedAt, isOver } from '../reading/clause.ts'
import type { Answer } from './answer.ts'
import { type Ask, askOf } from './ask.ts'
import { contentStems } from './bm25.ts'
import { questionOf, type Session, type Statement } from './session.ts'
import { asksFor } from './subject.ts'
import type { Concept } from './vocabulary.ts'
import { readYesNo } from './yes-no.ts'

interface ChoiceAsk {
  name: string
  options: readonly string[]
}

const literal = (text: string): string => text.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Splits a sentence into clauses, because each clause can make a statement of its own. For example, a "but" can
 * separate what is better from what is still bad.
 */
const clausesOf = (low: string): string[] => low.split(/[,;:.!?] | but | although | though | because | while /)

/**
 * Matches the words after an option that do not change its meaning, such as "today" after the option "worse" in "It is
 * worse today". After any other word, the option may mean something else, such as in "I have seen worse days".
 */
const stands =
  /^[ .!]*(?:$|(?:than|now|today|since|these|this|in|at|on|lately|overall|after|with|to|again|still|for|and|or|every|each|most)\b)/

function standsAlone(option: string, clause: string): boolean {
  const at = clause.indexOf(option.toLowerCase())
  return at < 0 || stands.test(clause.slice(at + option.length))
}

/**
 * Returns the concept whose name is the whole option. Undefined if the option contains other words: "Change in
 * appetite" means something else than the concept "appetite".
 */
function sameAs(option: string): Concept | undefined {
  const [only, ...more] = askOf({ name: option }).concepts
  return more.length === 0 && only?.name.exec(option.toLowerCase())?.[0] === option.toLowerCase() ? only : undefined
}

/**
 * Returns the offset at which a clause names an option, or -1. A clause names an option by the words of the option, or
 * by words of the same concept.
 */
function optionAt(option: string, clause: string): number {
  const at = clause.search(new RegExp(`(?<![\\w-])${literal(option)}(?![\\w-])`))
  if (at >= 0) return at
  const concept = sameAs(option)
  if (concept !== undefined) return clause.search(concept.words)
  const stems = contentStems(option)
  const said = contentStems(clause)
  const [first] = stems
  return stems.length > 1 && first !== undefined && stems.every((stem) => said.includes(stem))
    ? clause.indexOf(first)
    : -1
}

/**
 * True if the patient speaks about themselves and names no relative. This function tests the whole statement, and not a
 * clause of it: `clausesOf` splits at commas, so in a list about a relative, only the first clause names the relative.
 */
const isOwn = ({ low }: Statement): boolean => /\b(?:i|i'm|i've|my|me)\b/.test(low) && !kinFirst.test(low)
const kinFirst =
  /\b(?:my|our) (?:\w+ )?(?:family|mother|father|mom|dad|parents?|brother|sister|son|daughter|wife|husband|aunt|uncle|grand\w+)\b|\bwe have\b/

/**
 * True if the clause says that the option applies to the speaker now. False if the clause negates or only supposes the
 * option, or is about another person or about the past.
 */
function asserts(option: string, clause: string): boolean {
  const at = optionAt(option, clause)
  return at >= 0 && assertedAt(clause, at) && !isOver(clause) && !unsure.test(clause)
}
const unsure =
  /\b(?:maybe|perhaps|not sure|could be|might|sometimes|used to|may|rare\w*|before|ago|back in|when(?:ever)?|if|helps?|want|hope|than (?:the|my)|(?:two|three|four|several|many) times|i married|(?:take|taking|on) .{0,60} for|not (?:too|so|very|that)|was|were|had been)\b/

const denials = /^(?:denie[sd]|deny|none|no|absent|negative|not present|not reported)$/i
const yesOption = /^(?:yes|present|reported|positive)$/i

/** The option for a plain yes or no. Undefined if no option, or more than one, has exactly this meaning. */
function ofYesNo(options: readonly string[], yes: boolean): string | undefined {
  const [only, ...more] = options.filter((option) => (yes ? yesOption : denials).test(option.trim()))
  return more.length === 0 ? only : undefined
}

/** Statements of the patient about the subject of a choice: they name it, or answer a question about it. */
function onSubject(session: Session, { concepts, rest }: Ask): { statement: Statement; clauses: string[] }[] {
  if (concepts.length === 0 || rest.length > 0) return []
  return session.statements.flatMap((statement) => {
    if (statement.asks || statement.role !== 'patient') return []
    const question = questionOf(statement)
    const isAnswer = question !== undefined && concepts.some((concept) => asksFor(concept, question))
    const clauses = clausesOf(statement.low).filter(
      (clause, index) => (isAnswer && index === 0) || concepts.some(({ words }) => words.test(clause)),
    )
    return clauses.length === 0 ? [] : [{ statement, clauses }]
  })
}

/**
 * Fills a single choice if the patient names exactly one option in a clause about the subject, or answers a direct
 * question with a plain yes or no that exactly one option expresses.
 */
export function writeSingleChoice(session: Session, field: ChoiceAsk): Answer | null {
  const ask = askOf({ ...field, options: [] })
  const plain = readYesNo(session, ask)
  const option = plain === null ? undefined : ofYesNo(field.options, plain.yes)
  if (plain !== null && option !== undefined)
    return { value: [option], statements: plain.statements, confidence: 0.9, denied: !plain.yes }
  if (ask.concepts.some(({ delicate }) => delicate)) return null
  const named = onSubject(session, ask).flatMap(({ statement, clauses }) =>
    field.options
      .filter((one) => clauses.some((clause) => asserts(one, clause) && standsAlone(one, clause)))
      .map((one) => ({ option: one, statement })),
  )
  const [first] = named
  if (first === undefined || named.some((one) => one.option !== first.option)) return null
  return { value: [first.option], statements: named.map(({ statement }) => statement), confidence: 0.8 }
}

const byProvider =
  /\b(?:interventions?|orders?|ordered|tests?|referrals?|prescri\w+|provided|performed|taught|recommend\w*|treatments?|given)\b/
const orders = /\b(?:orders?|ordered|tests?|referrals?|prescri\w+|recommend\w*|given)\b/
const done =
  /\b(?:we|i)(?:'ve| have)? (?:just )?(?:practiced|worked|reviewed|discussed|talked|went over|did|used|taught|showed|went through|made|wrote)\b/
const ordering =
  /\b(?:(?:i'm|i am|we're|we are) (?:going to|gonna) (?:order|get|refer|send|schedule|prescribe|start)|i(?:'ll| will) (?:order|refer|send|schedule|prescribe)|(?:i'd|i would) like (?:you )?to (?:get|order|have|refer|see)|i want (?:you )?to (?:get|order|have|see)|let's (?:get|order|schedule)|we(?:'ll| will) (?:order|get|schedule|refer|send))\b/

/**
 * True if the statement supports an option. If the name of the field is about what the provider does (`byProvider`),
 * the provider must say that the option was done or, for a field about orders, is ordered. For any other field, the
 * patient must say that the option applies.
 */
function supports(name: string, option: string, statement: Statement, isReply: boolean): boolean {
  const { low, role, asks } = statement
  if (asks) return false
  if (!byProvider.test(name))
    return (
      role === 'patient' && (isReply || isOwn(statement)) && clausesOf(low).some((clause) => asserts(option, clause))
    )
  if (role !== 'provider' || /\b(?:if|consider|might|may|could|not|don't|last|already)\b/.test(low)) return false
  const at = optionAt(option, low)
  const before = low.slice(0, Math.max(0, at))
  return at >= 0 && (orders.test(name) ? ordering.test(before) : done.test(before))
}

/** Wide concepts. For a field about one of them, a statement about any subject can name an option. */
const general = new Set(['symptoms', 'story', 'complaint'])

/** True if a statement belongs to the reply to a question about the subject of a field. */
function isInReply(session: Session, { concepts }: Ask, { turn }: Statement): boolean {
  const question = session.byTurn[turn]?.[0]?.answers.at(-1)
  return question !== undefined && concepts.some((concept) => asksFor(concept, question))
}

/**
 * True if a statement can name an option of a field: the statement is in a reply about the field's subject, or contains
 * words for the subject. For a wide subject (`general`), and for what the provider does, every statement can name an
 * option.
 */
const isOnSubject = (session: Session, ask: Ask, statement: Statement): boolean =>
  isInReply(session, ask, statement) ||
  ask.concepts.some(({ id, by, words }) => general.has(id) || by === 'provider' || words.test(statement.low))

/**
 * Fills a multiple choice with every option that a statement supports (see `supports`) or that a plain "yes" affirms.
 * An option that the patient denies (see `readYesNo`) is left out.
 */
export function writeMultipleChoice(session: Session, field: ChoiceAsk): Answer | null {
  const name = field.name.toLowerCase()
  const ask = askOf({ name: field.name })
  const isGeneral = ask.concepts.every(({ id }) => general.has(id))
  const isDelicate = ask.concepts.some(({ delicate }) => delicate)
  const onSubject =
    ask.concepts.length === 0 ? session.statements : session.statements.filter((one) => isOnSubject(session, ask, one))
  const chosen = field.options.flatMap((option) => {
    const own = askOf({ name: option })
    const reading = byProvider.test(name) ? null : readYesNo(session, own)
    // A plain "yes" to a question about a concept affirms an option only if the option is the whole name of the concept
    // (`sameAs`), and the field has no narrower subject (`isGeneral`).
    const isAffirmed = isGeneral && reading?.yes === true && sameAs(option) !== undefined
    const plain = isAffirmed ? reading.statements : []
    const mentions =
      isDelicate || own.concepts.some(({ delicate }) => delicate)
        ? []
        : onSubject.filter((one) => supports(name, option, one, isInReply(session, ask, one)))
    const statements = [...plain, ...mentions]
    return statements.length === 0 || reading?.yes === false ? [] : [{ option, statements }]
  })
  if (chosen.length === 0) return null
  return {
    value: chosen.map(({ option }) => option),
    statements: chosen.flatMap(({ statements }) => statements.slice(0, 2)),
    confidence: 0.75,
  }
}
