import { ofSomeoneElse } from '../reading/clause.ts'
import type { Session, Statement } from './session.ts'

const kin =
  'mother|father|mom|dad|parents?|siblings?|relatives?|brothers?|sisters?|sons?|daughters?|kids?|children|baby|husband|wife|partner|boyfriend|girlfriend|family|grand\\w+|uncles?|aunts?|cousins?|friends?|boss'
const ofOthers = new RegExp(
  `\\b(?:your|the) (?:\\w+ )?(?:${kin})\\b|\\bfamily (?:\\w+ ){0,2}(?:history|members?|problems?|conditions?|illness\\w*)\\b`,
)
const ownKin = new RegExp(`\\b(?:my|our) (?:\\w+ )?(?:${kin})\\b`)
const inFamily = /\b(?:in|of|on) (?:my|our|the) (?:\w+ )?(?:family|side)\b|\bfamily (?:\w+ ){0,2}history\b/
const kinInList =
  /\b(?:one|another|other|older|younger|oldest|eldest|youngest|both|late) (?:\w+ ){0,2}?(?:brother|sister|son|daughter|parent|child|uncle|aunt|cousin|grand\w+)(?:s|ren)?\b(?!.*\bi(?:'m|'ve|'d)?\b)/
const ofThem = /^(?!.*\bi(?:'m|'ve|'d)?\b).*\b(?:one|two|three|four|five|some|most|many|both|all|half) of them\b/
const anybody = /\b(?:someone|somebody|another person)\b/

const otherPerson =
  /\b(?:he|she)(?:'s|'d)?(?: \w+)? (?:has|had|have|takes?|took|gets|got|suffers?|suffered|uses|drinks|smokes|needs)\b|\b(?:he|she)(?:'s| is| was)(?! (?:\w+ )?(?:prescrib|giv|start|put|treat|order|recommend|refer|monitor|check|follow|chang|increas|decreas)\w*)\b|\bthey(?:'ve)? (?:\w+ )?(?:have|had|take|took|suffer(?:ed)?)\b/
const firstPerson = /\b(?:i|i'm|i've|i'd|i'll|me|my|mine|myself|we|us|our)\b/
/** Words of the first person that say nothing about the speaker: "I think she has asthma", "my sister". */
const framing = new RegExp(
  `\\b(?:i|we) (?:think|guess|know|believe|mean|suppose|remember|heard|don't (?:know|think|believe))\\b|${ownKin.source}`,
  'g',
)

const isOfOtherPerson = ({ role, low }: Statement): boolean =>
  role === 'patient' && otherPerson.test(low) && !firstPerson.test(low.replaceAll(framing, ' '))

/** What a doctor does for the patient is about the patient: "He has put me on metformin." */
const forPatient =
  /\b(?:he|she|they)(?:'s|'ve| is| are| has| have| had| was| were)? (?:\w+ )?(?:prescrib|gave|giv|put|start|have|has|had|recommend|switch|took|tak)\w* me\b/

const anyOther =
  /\b(?:(?:do|does|did|has|had|is|was|remember|know (?:of|if)) (?:any|some|every) ?(?:one|body)|(?:any|no) ?(?:one|body) (?:else )?(?:with|has|have|had|having|gets?|got|who|in|diagnosed|suffer\w*|die\w*))\b(?! (?:(?!that\b|who\b|else\b)\w+ ){0,5}you\b)/
const othersAsked = (low: string): boolean => ofOthers.test(low) || anyOther.test(low)

export const asksAboutOthers = ({ low }: Statement): boolean => othersAsked(low)

const thirdAsked = /\b(?:do|does|did|has|have|had|is|are|was|were) (?:he|she|they)\b/
const patientAsked = /\byou(?:r|'re|'ve)?\b/
const asIfAsked =
  /\b(?:do|can|could|that|if) you(?:'re)? (?:\w+ )?(?:know|aware|remember|recall|tell|think)\b|\bthank you\b/g
const questionsBefore = 2
/** Without a limit, the time would grow with the square of the statements. */
const sentencesMax = 12

/** True if a question that names no person continues questions about the family: "Does your mother have diabetes?" */
export function isAboutFamilyStill({ byTurn }: Session, { turn }: Statement): boolean {
  for (let at = turn; at >= 0 && at > turn - 2 * questionsBefore; at -= 2) {
    const questions = (byTurn[at] ?? [])
      .slice(-sentencesMax)
      .map(({ low }) => low)
      .join(' ')
    if (othersAsked(questions)) return true
    if (patientAsked.test(questions.replaceAll(asIfAsked, ' '))) return false
    const replies = (byTurn[at - 1] ?? []).slice(-sentencesMax)
    const isPatients = replies[0]?.role === 'patient'
    if (
      isPatients &&
      (thirdAsked.test(questions) || replies.some((one) => ownKin.test(one.low) || isOfOtherPerson(one)))
    )
      return true
  }
  return false
}

const otherPatients = /\b(?:my|our|other|many|most|some) (?:\w+ )?patients\b/

export const isOfOtherThanPatient = ({ low }: Statement): boolean => ownKin.test(low) || otherPatients.test(low)

export function isOfOthers(statement: Statement, at: number): boolean {
  const { low } = statement
  const textBefore = low.slice(0, at)
  if (anybody.test(textBefore) || kinInList.test(textBefore) || ofThem.test(textBefore) || isOfOtherPerson(statement))
    return true
  return ofSomeoneElse(low, at) && !forPatient.test(low)
}

export const isOfFamily = ({ low, answers }: Statement): boolean =>
  inFamily.test(low) || othersAsked(answers.at(-1)?.low ?? '')
