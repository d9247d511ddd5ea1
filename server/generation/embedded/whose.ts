import { ofSomeoneElse } from '../reading/polarity.ts'
import type { Statement } from './session.ts'

const kin =
  'mother|father|mom|dad|parents?|brother|sister|son|daughter|kids?|children|baby|husband|wife|partner|boyfriend|girlfriend|family|grand\\w+|uncle|aunt|cousin|friends?|boss'
const ofOthers = new RegExp(`\\b(?:your|the) (?:\\w+ )?(?:${kin})\\b|\\bfamily (?:\\w+ ){0,2}(?:history|members?)\\b`)
const ownKin = new RegExp(`\\b(?:my|our) (?:\\w+ )?(?:${kin})\\b`)
const inFamily = /\b(?:in|of|on) (?:my|our|the) (?:\w+ )?(?:family|side)\b|\bfamily (?:\w+ ){0,2}history\b/
/** Kin without "my", as in a list: "one brother has asthma, and the older sister died". */
const kinInList = new RegExp(
  `\\b(?:one|another|other|older|younger|oldest|eldest|youngest|both|late) (?:\\w+ ){0,2}?(?:${kin})s?\\b(?!.*\\bi(?:'m|'ve|'d)?\\b)`,
)
const anybody = /\b(?:someone|somebody|another person)\b/

/** "She", "he" or "they" as the person who has an illness or takes a medicine. */
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

/** What another person, such as a doctor, does for the patient: "He has put me on metformin." */
const forPatient =
  /\b(?:he|she|they)(?:'s|'ve| is| are| has| have| had| was| were)? (?:\w+ )?(?:prescrib|gave|giv|put|start|have|has|had|recommend|switch|took|tak)\w* me\b/

/** True if a question asks about other people than the patient. */
export const asksAboutOthers = ({ low }: Statement): boolean => ofOthers.test(low)

/** True if a statement of a provider is about the provider's own family. */
export const isOfOwnKin = ({ low }: Statement): boolean => ownKin.test(low)

/**
 * True if the words at offset `at` are about somebody else than the patient: "My uncle has dementia", "I know someone had a
 * stroke".
 */
export function isOfOthers(statement: Statement, at: number): boolean {
  const { low } = statement
  const before = low.slice(0, at)
  if (anybody.test(before) || kinInList.test(before) || isOfOtherPerson(statement)) return true
  return ofSomeoneElse(low, at) && !forPatient.test(low)
}

/** True if a statement is about the family: "We have a strong history of heart disease", as a reply about the family. */
export const isOfFamily = ({ low, answers }: Statement): boolean =>
  inFamily.test(low) || ofOthers.test(answers.at(-1)?.low ?? '')
