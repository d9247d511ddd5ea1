import { believedAt, supposedAt } from '../reading/clause.ts'
import { type Concept, everywhere } from './concepts.ts'
import type { Statement } from './session.ts'
import { asksAboutOthers, isOfFamily, isOfOthers, isOfOtherThanPatient } from './whose.ts'

/** A statement with "if" reports no fact, so it is not used for these concepts. */
const findings = new Set(['results', 'diagnosis', 'exam'])

const noQuestion =
  /^(?:(?:and|so|okay|all right|alright),? )*(?:can|could|would|will|may) (?:you|i|we)\b(?!.*\b(?:tell|describe|say)\b)|\b(?:okay|all right|alright|sound good|make sense|any questions)\?$/

/** Findings and plans must come from the provider, and other information from a speaker who is not the provider. */
export const fits = (by: Concept['by'], { role }: Statement): boolean =>
  by === 'anyone' || role === 'unknown' || (by === 'provider') === (role === 'provider')

const nearMax = 80
/** Without a limit, the time would grow with the square of the matches. */
const comparedMax = 12

const places = (low: string, pattern: RegExp): RegExpExecArray[] =>
  [...low.matchAll(everywhere(pattern))].slice(0, comparedMax)

function near(low: string, words: RegExp, also: RegExp): number {
  if (!words.test(low) || !also.test(low)) return -1
  const further = places(low, also)
  const match = places(low, words).find(({ index, 0: text }) =>
    further.some((one) => one.index <= index + text.length + nearMax && one.index + one[0].length >= index - nearMax),
  )
  return match?.index ?? -1
}

const asksInside = /\b(?:do|did|have|are|were|can|could|would) you\b|\b(?:do|did|am|was|should|could|can|will) i\b/

const announcing =
  /\b(?:show me|let(?:'s| us| me) (?:go ahead and |just )*(?:take a (?:quick )?look|look|see|check|do (?:a|the|your) (?:quick |physical )*exam|talk|review|go over)|(?:i'm|i am|i'll|we'll) (?:just )?(?:going to )?(?:go ahead and )?(?:check|listen|examine|look|take a look|review|talk|tell|explain|show|push|press|feel|do (?:a|your|the) (?:quick |physical )*exam)|(?:i )?(?:want|need|'d like|would like) to (?:see (?:how|if|whether)|look|take a look|check|talk|go over|review)|(?:quick|do (?:a|my|the)) (?:physical )?exam|let you know what i find|lay back|sit up|take a deep breath)\b/g
const visiting =
  /\b(?:here|came|comes|presents?|presented|presenting|returns|returned|(?:is|are|was|were|been|being) (?:\w+ )?(?:called|seen|in|back|brought|referred|visiting))(?: (?!for\b)\w+){0,4} for (?:\w+ ){0,3}?follow[- ]?up(?: with \w+| visit| appointment)?|\b(?:last|previous|prior|today's|this) (?:\w+ )?follow[- ]?up\b/g
const aimed = /\b(?:goals?|aims?|targets?)\b/
const aimMax = 80

const blank = (words: string): string => ' '.repeat(words.length)

const medicines = new Set(['medications', 'prescribed'])
/** A medicine in such a statement is not one that the patient takes. */
const isOfAllergy = ({ low }: Statement, id: string): boolean =>
  medicines.has(id) && /\ballerg|\bhives\b|\brash\b|\bgives? me\b/.test(low)
const asksForEffect = /\ballerg|\breact(?:ions?|s|ed)?\b|\bwhen(?:ever)? you (?:take|took|use|used)\b/
/** The effect happened in the past and is no reason for this visit. */
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
export const isOnlyBelieved = ({ id }: Concept, { low }: Statement, at: number): boolean =>
  facts.has(id) && believedAt(low, at)

/** An illness that somebody only guesses is not a part of the medical history. */
const guessed = /\b(?:i think|maybe|could be|might be|worried|concerned|afraid)\b/
const notTaken =
  /\b(?:only had|used to|stopped|quit|tried|offered|said no|years ago|once(?! (?:a|per|every|daily))|in (?:19|20)\d\d|was (?:on|taking)|were on|no longer)\b/

const isNoFinding = ({ id }: Concept, low: string, at: number): boolean =>
  findings.has(id) &&
  (supposedAt(low, at) || /\bfamily\b/.test(low) || aimed.test(low.slice(Math.max(0, at - aimMax), at + aimMax)))

/** Returns the offset of the words that make a statement usable for a concept, or -1. */
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

export function asksFor({ id, asked, by, others }: Concept, question: Statement): boolean {
  const { low, asks, role } = question
  if (!asks || isOfAllergy(question, id) || !asked.test(low) || noQuestion.test(low)) return false
  if (by === 'patient' && role === 'patient') return false
  return others || !asksAboutOthers(question)
}
