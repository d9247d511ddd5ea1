import { leaning } from '../reading/clause.ts'
import type { Statement } from './session.ts'

const filler = /^(?:(?:um+|uh+|oh|well|so|hm+|mm+|okay|ok|honestly|actually)[,. ]+)*/
const plainNo =
  /^(?:no+|nope|nah|never|none|neither|not at all|not that i know of|(?:absolutely|definitely|certainly) not|nothing(?: like that)?|no,? (?:no|none(?: of (?:that|those|them))?|never|nope|not at all|nothing(?: like that)?|not that i know of|absolutely not|neither(?: one)?|sir|ma'?am|doctor|thank you)|(?:no,? )?(?:i|we|he|she|it|there|they)(?:'m| am| do| did| have| has| does| is|'s|'ve)?(?: ?n't| not)(?: had| have| been| noticed)?(?: any| either| one)?(?: of (?:that|those|them))?|none of (?:that|those|them))(?:,? no)?[.! ]*$/
const plainYes =
  /^(?:yes|yeah|yep|yup|yes,? (?:yes|sir|ma'?am|doctor|definitely|absolutely)|absolutely|definitely|of course|(?:yes|yeah),? (?:i|we|it|he|she|there) (?:do|did|have|am|is|does|has|was)|i (?:do|did|have|am))[.! ]*$/
/** Words in a reply that limit, doubt or withdraw the "yes" or "no" at its beginning. */
const limits =
  /\b(?:but|except|just|only|although|though|sometimes|maybe|perhaps|actually|well|besides|apart|unless|until|used to|once|probably|i guess|i think|not sure|a little|a bit|occasionally|wait|however|other than|mostly|usually|kind of|sort of|rarely|hardly)\b/

/** True if a reply begins with a "no" and does not limit it: "No, nothing like that.", "Never in my life." */
export const isDenial = (reply: readonly Statement[]): boolean =>
  leaning(reply[0]?.low ?? '') === 'no' && !limits.test(reply.map(({ low }) => low).join(' '))

/** A plain answer to a yes/no question. */
export type PlainAnswer = 'yes' | 'no'

/**
 * Reads a reply that begins with a plain "yes" or "no", such as "No, I never smoked." Null for every other reply, and
 * if the rest of the reply limits the "yes" or "no".
 */
export function plainAnswer(reply: readonly Statement[]): PlainAnswer | null {
  const [first, ...rest] = reply
  if (first === undefined) return null
  const [opening = '', ...clauses] = first.low
    .replace(filler, '')
    .split(/(?<=^(?:no|yes|yeah|nope)), (?=i |we |there |it )/)
  const low = opening.trim()
  const answer = plainNo.test(low) ? 'no' : plainYes.test(low) ? 'yes' : null
  const more = [...clauses, ...rest.map((statement) => statement.low)].join(' ')
  return answer === null || limits.test(more) ? null : answer
}

/** True for words that only acknowledge what was said, such as "Okay." or "Thank you, doctor.". */
export const isAcknowledgement = (low: string): boolean =>
  /^(?:(?:okay|ok|sure|all ?right|alright|right|thanks?|thank you|great|good|perfect|got it|i see|sounds good|uh-?huh|mm-?hmm|hi|hello|hey|bye|goodbye|you too|doctor|dr|sir|ma'?am|so much|very much|then|that'?s (?:fine|good|great)|will do|of course|no problem|you'?re welcome|excellent|wonderful|nice|cool|wow|oh|and|um|uh|yeah|yes|no|good morning|good afternoon)[,.! ]*)+$/.test(
    low,
  )
