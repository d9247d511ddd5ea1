import { ofSomeoneElse } from '../reading/clause.ts'
import type { Session, Statement } from './session.ts'

const kin =
  'mother|father|mom|dad|parents?|siblings?|relatives?|brothers?|sisters?|sons?|daughters?|kids?|children|baby|husband|wife|partner|boyfriend|girlfriend|family|grand\\w+|uncles?|aunts?|cousins?|friends?|boss'
const ofOthers = new RegExp(
  `\\b(?:your|the) (?:\\w+ )?(?:${kin})\\b|\\bfamily (?:\\w+ ){0,2}(?:history|members?|problems?|conditions?|illness\\w*)\\b`,
)
const ownKin = new RegExp(`\\b(?:my|our) (?:\\w+ )?(?:${kin})\\b`)
const inFamily = /\b(?:in|of|on) (?:my|our|the) (?:\w+ )?(?:family|side)\b|\bfamily (?:\w+ ){0,2}history\b/
/** Relatives that are named without "my", as in a list: "one brother has asthma, and the older sister died". */
const kinInList =
  /\b(?:one|another|other|older|younger|oldest|eldest|youngest|both|late) (?:\w+ ){0,2}?(?:brother|sister|son|daughter|parent|child|uncle|aunt|cousin|grand\w+)(?:s|ren)?\b(?!.*\bi(?:'m|'ve|'d)?\b)/
/** Matches "Four of them died of cancer", which is about other people, but not "I take two of them". */
const ofThem = /^(?!.*\bi(?:'m|'ve|'d)?\b).*\b(?:one|two|three|four|five|some|most|many|both|all|half) of them\b/
const anybody = /\b(?:someone|somebody|another person)\b/

/** Matches "she", "he" or "they" as the person who has an illness or takes a medicine. */
const otherPerson =
  /\b(?:he|she)(?:'s|'d)?(?: \w+)? (?:has|had|have|takes?|took|gets|got|suffers?|suffered|uses|drinks|smokes|needs)\b|\b(?:he|she)(?:'s| is| was)(?! (?:\w+ )?(?:prescrib|giv|start|put|treat|order|recommend|refer|monitor|check|follow|chang|increas|decreas)\w*)\b|\bthey(?:'ve)? (?:\w+ )?(?:have|had|take|took|suffer(?:ed)?)\b/
const firstPerson = /\b(?:i|i'm|i've|i'd|i'll|me|my|mine|myself|we|us|our)\b/
/** Words of the first person that say nothing about the speaker: "I think she has asthma", "my sister". */
const framing = new RegExp(
  `\\b(?:i|we) (?:think|guess|know|believe|mean|suppose|remember|heard|don't (?:know|think|believe))\\b|${ownKin.source}`,
  'g',
)

/** True for words of the patient about another person who was named before: "The only problem she has is asthma." */
const isOfOtherPerson = ({ role, low }: Statement): boolean =>
  role === 'patient' && otherPerson.test(low) && !firstPerson.test(low.replaceAll(framing, ' '))

/**
 * Matches what another person, such as a doctor, does for the patient: "He has put me on metformin." Such a statement
 * is about the patient.
 */
const forPatient =
  /\b(?:he|she|they)(?:'s|'ve| is| are| has| have| had| was| were)? (?:\w+ )?(?:prescrib|gave|giv|put|start|have|has|had|recommend|switch|took|tak)\w* me\b/

/**
 * Matches questions about other people, such as "Does anyone have diabetes?", but not "Has anyone told you that you
 * have diabetes?"
 */
const anyOther =
  /\b(?:(?:do|does|did|has|had|is|was|remember|know (?:of|if)) (?:any|some|every) ?(?:one|body)|(?:any|no) ?(?:one|body) (?:else )?(?:with|has|have|had|having|gets?|got|who|in|diagnosed|suffer\w*|die\w*))\b(?! (?:(?!that\b|who\b|else\b)\w+ ){0,5}you\b)/
const othersAsked = (low: string): boolean => ofOthers.test(low) || anyOther.test(low)

/** True if a question asks about other people than the patient. */
export const asksAboutOthers = ({ low }: Statement): boolean => othersAsked(low)

/** Questions about a person who was named before: "Do they have any health problems?" */
const thirdAsked = /\b(?:do|does|did|has|have|had|is|are|was|were) (?:he|she|they)\b/
const patientAsked = /\byou(?:r|'re|'ve)?\b/
/**
 * Words with "you" that do not show that a question asks about the patient: "Does anyone have asthma that you know of?"
 */
const asIfAsked =
  /\b(?:do|can|could|that|if) you(?:'re)? (?:\w+ )?(?:know|aware|remember|recall|tell|think)\b|\bthank you\b/g
/**
 * Number of turns of the questioner, including the turn of the question itself, that are searched for the person that
 * the question is about.
 */
const questionsBefore = 2
/**
 * Maximum number of statements of one turn that are searched. Without a limit, the time would grow with the square of
 * the number of statements.
 */
const sentencesMax = 12

/**
 * True if a question that names no person continues questions about the family: "Does your mother have diabetes?"
 * "Yes." "Any heart disease?" The reply is then not about the patient.
 */
export function isAboutFamilyStill({ byTurn }: Session, { turn }: Statement): boolean {
  for (let at = turn; at >= 0 && at > turn - 2 * questionsBefore; at -= 2) {
    const asked = (byTurn[at] ?? [])
      .slice(-sentencesMax)
      .map(({ low }) => low)
      .join(' ')
    if (othersAsked(asked)) return true
    if (patientAsked.test(asked.replaceAll(asIfAsked, ' '))) return false
    const replies = (byTurn[at - 1] ?? []).slice(-sentencesMax)
    const isPatients = replies[0]?.role === 'patient'
    if (isPatients && (thirdAsked.test(asked) || replies.some((one) => ownKin.test(one.low) || isOfOtherPerson(one))))
      return true
  }
  return false
}

/** Matches "some of my patients" and "other patients". */
const otherPatients = /\b(?:my|our|other|many|most|some) (?:\w+ )?patients\b/

/** True if a statement of a provider is about the provider's own family or about other patients. */
export const isOfOtherThanPatient = ({ low }: Statement): boolean => ownKin.test(low) || otherPatients.test(low)

/**
 * True if the words at offset `at` are about somebody else than the patient: "My uncle has dementia", "I know someone
 * had a stroke".
 */
export function isOfOthers(statement: Statement, at: number): boolean {
  const { low } = statement
  const before = low.slice(0, at)
  if (anybody.test(before) || kinInList.test(before) || ofThem.test(before) || isOfOtherPerson(statement)) return true
  return ofSomeoneElse(low, at) && !forPatient.test(low)
}

/**
 * True if a statement is about the family: it names the family, or it answers a question about other people than the
 * patient, such as "We have a strong history of heart disease."
 */
export const isOfFamily = ({ low, answers }: Statement): boolean =>
  inFamily.test(low) || othersAsked(answers.at(-1)?.low ?? '')
