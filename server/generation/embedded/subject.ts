import { believedAt, supposedAt } from '../reading/clause.ts'
import { type Concept, everywhere } from './concepts.ts'
import type { Statement } from './session.ts'
import { asksAboutOthers, isOfFamily, isOfOthers, isOfOtherThanPatient } from './whose.ts'

/**
 * Concepts that report facts. A statement with "if" reports no fact, so it is not used for these concepts. It can be
 * used for a plan, because a plan may have conditions.
 */
const findings = new Set(['results', 'diagnosis', 'exam'])

/** Requests to move or wait, and questions for agreement. They are not about the history of the patient. */
const noQuestion =
  /^(?:(?:and|so|okay|all right|alright),? )*(?:can|could|would|will|may) (?:you|i|we)\b(?!.*\b(?:tell|describe|say)\b)|\b(?:okay|all right|alright|sound good|make sense|any questions)\?$/

/**
 * True if a statement of this speaker can be used for a concept (`by`). Findings and plans must come from the provider,
 * and other information from a speaker who is not the provider. A speaker whose role is unknown is always accepted.
 */
export const fits = (by: Concept['by'], { role }: Statement): boolean =>
  by === 'anyone' || role === 'unknown' || (by === 'provider') === (role === 'provider')

/**
 * Maximum distance, in characters, between the words of a concept (`words`) and the further words that a statement must
 * contain (`also`).
 */
const nearMax = 80
/**
 * Maximum number of matches of one pattern that are compared. Without a limit, the time would grow with the square of
 * their number.
 */
const comparedMax = 12

const places = (low: string, pattern: RegExp): RegExpExecArray[] =>
  [...low.matchAll(everywhere(pattern))].slice(0, comparedMax)

/** Returns the offset of the first match of `words` that has a match of `also` within `nearMax` characters, or -1. */
function near(low: string, words: RegExp, also: RegExp): number {
  if (!words.test(low) || !also.test(low)) return -1
  const further = places(low, also)
  const found = places(low, words).find(({ index, 0: text }) =>
    further.some((one) => one.index <= index + text.length + nearMax && one.index + one[0].length >= index - nearMax),
  )
  return found?.index ?? -1
}

/** A question without a question mark. */
const asksInside = /\b(?:do|did|have|are|were|can|could|would) you\b|\b(?:do|did|am|was|should|could|can|will) i\b/

/**
 * Announcements of the next step of the visit, which are neither findings nor plans: "Let's take a look at your x-ray."
 */
const announcing =
  /\b(?:show me|let(?:'s| us| me) (?:go ahead and |just )*(?:take a (?:quick )?look|look|see|check|do (?:a|the|your) (?:quick |physical )*exam|talk|review|go over)|(?:i'm|i am|i'll|we'll) (?:just )?(?:going to )?(?:go ahead and )?(?:check|listen|examine|look|take a look|review|talk|tell|explain|show|push|press|feel|do (?:a|your|the) (?:quick |physical )*exam)|(?:i )?(?:want|need|'d like|would like) to (?:see (?:how|if|whether)|look|take a look|check|talk|go over|review)|(?:quick|do (?:a|my|the)) (?:physical )?exam|let you know what i find|lay back|sit up|take a deep breath)\b/g
/** Reasons for the present visit, which are no plans for a later visit: "She was called for a follow-up." */
const visiting =
  /\b(?:here|came|comes|presents?|presented|presenting|returns|returned|(?:is|are|was|were|been|being) (?:\w+ )?(?:called|seen|in|back|brought|referred|visiting))(?: (?!for\b)\w+){0,4} for (?:\w+ ){0,3}?follow[- ]?up(?: with \w+| visit| appointment)?|\b(?:last|previous|prior|today's|this) (?:\w+ )?follow[- ]?up\b/g
/** Words for an aim, which is not a finding: "Full range of motion is the goal." */
const aimed = /\b(?:goals?|aims?|targets?)\b/
/** Maximum distance, in characters, between the words of a finding and a word for an aim. */
const aimMax = 80

const blank = (words: string): string => ' '.repeat(words.length)

const medicines = new Set(['medications', 'prescribed'])
/**
 * True if the concept is about medicines, and the statement is about an allergy or a bad effect. A medicine in such a
 * statement is not one that the patient takes.
 */
const isOfAllergy = ({ low }: Statement, id: string): boolean =>
  medicines.has(id) && /\ballerg|\bhives\b|\brash\b|\bgives? me\b/.test(low)
/** Matches questions about an allergy or the effect of a medicine: "What happens when you take it?" */
const asksForEffect = /\ballerg|\breact(?:ions?|s|ed)?\b|\bwhen(?:ever)? you (?:take|took|use|used)\b/
/** True for a reply to a question about an effect. The effect happened in the past and is no reason for this visit. */
const isEffect = ({ answers }: Statement): boolean => answers.some(({ low }) => asksForEffect.test(low))

/** Concepts that report facts about the patient. A former belief is no such fact: "I thought I had an allergy." */
const facts = new Set([
  'allergies',
  'medications',
  'conditions',
  'operations',
  'hospital',
  'immunizations',
  'gynecology',
  'family_history',
])
/** True if the words at offset `at` say only what somebody believed before. */
export const isOnlyBelieved = ({ id }: Concept, { low }: Statement, at: number): boolean =>
  facts.has(id) && believedAt(low, at)

/** Words for a guess. An illness that somebody only guesses is not a part of the medical history. */
const guessed = /\b(?:i think|maybe|could be|might be|worried|concerned|afraid)\b/
const notTaken =
  /\b(?:only had|used to|stopped|quit|tried|offered|said no|years ago|once(?! (?:a|per|every|daily))|in (?:19|20)\d\d|was (?:on|taking)|were on|no longer)\b/

/**
 * True if the concept is a finding, but the clinician does not report it for this visit: the clinician only supposes
 * it, speaks about the family, or names an aim, such as the wanted blood pressure. `at` is the offset of the concept's
 * words in the statement `low`.
 */
const isNoFinding = ({ id }: Concept, low: string, at: number): boolean =>
  findings.has(id) &&
  (supposedAt(low, at) || /\bfamily\b/.test(low) || aimed.test(low.slice(Math.max(0, at - aimMax), at + aimMax)))

/**
 * Returns the offset of the words with which a statement can be used for a concept, or -1. The speaker must be the one
 * that the concept uses (`by`). The words must be about the patient, unless the concept allows other people
 * (`others`).
 */
export function statedAt(concept: Concept, statement: Statement): number {
  const { id, words, by, near: also, others } = concept
  const { asks, role } = statement
  const low =
    by === 'provider' ? statement.low.replaceAll(announcing, blank).replaceAll(visiting, blank) : statement.low
  if (asks || !fits(by, statement) || isOfAllergy(statement, id)) return -1
  if (id === 'medications' && notTaken.test(low)) return -1
  if (id === 'complaint' && isEffect(statement)) return -1
  const at = also === undefined ? low.search(words) : near(low, words, also)
  if (at < 0) return -1
  if (by === 'provider')
    return isOfOtherThanPatient(statement) || asksInside.test(low) || isNoFinding(concept, low, at) ? -1 : at
  if (role === 'patient' && asksInside.test(low)) return -1
  if (id === 'conditions' && guessed.test(low)) return -1
  if (supposedAt(low, at) || isOnlyBelieved(concept, statement, at)) return -1
  const isAboutOthers =
    isOfFamily(statement) || isOfOthers(statement, at) || (role === 'provider' && isOfOtherThanPatient(statement))
  return !others && isAboutOthers ? -1 : at
}

/**
 * True if a question asks for a concept. False for a question about another person, unless the concept allows other
 * people (`others`).
 */
export function asksFor({ id, asked, by, others }: Concept, question: Statement): boolean {
  const { low, asks, role } = question
  if (!asks || isOfAllergy(question, id) || !asked.test(low) || noQuestion.test(low)) return false
  if (by === 'patient' && role === 'patient') return false
  return others || !asksAboutOthers(question)
}
