import { bareWords, list, marked, tail } from './bare-words.ts'
import { everywhere } from './concepts.ts'
import { isAcknowledgement } from './plain.ts'
import type { Session, Statement } from './session.ts'
import { isAboutFamilyStill } from './whose.ts'

const lead =
  /^(?:(?:okay|ok|all ?right|alright|right|great|good|perfect|excellent|wonderful|thanks|thank you|i see|got it|mm-hmm|uh-huh|sure|and|so|now|then|fine|that's good|good to hear|fair enough|i understand)[ ,]+)*/
const opener =
  '(?:do|have|are|is|did|you|there|any|some|an?|the|of|had|having|been|experienc(?:e|ed|ing)|feel(?:ing)?|felt|notic(?:e|ed|ing)|get(?:ting)?|currently|recently|known|still|ever|also|thoughts|history|on|what about|how about|or|use|using|tak(?:e|ing)|own|keep|think(?:ing)? (?:about|of))'
const yesOrNo = new RegExp(`^((?:${opener} )*)(${list})${tail}$`)
const otherClause =
  "(?!(?:when|while|if|after|before|during|since|with|without|that|which|than|because|not?|never|in|on|at|from|for|your?|my|to|did|does|was|were|is|are|do|have|had|has|can|could|would|he|she|they|his|her|then|but|so|like|only|just|still|more|anything|what|how|or|and|any)\\b)[a-z'-]+"
const others = `(?:#|${otherClause})(?: (?:#|${otherClause})){0,3}`
/** A "no" denies each subject of such a row. */
const rowWithOthers = new RegExp(
  `^((?:${opener} )+)((?:(?:@|${others})(?: ,| or| , or| and| , and)(?: any| an?)? )*@(?:(?: ,| or| , or| and| , and)(?: any| an?)? (?:@|${others}))*)${tail}$`,
)
const confirmed =
  /^you(?:'re| are| have|'ve)?(?: (?:do|have|still|having|use|a|an|some|the|also|feel|get))* (@)(?: as well| too| now)?(?: ,)? (?:right|correct|yes|is that (?:right|correct|true)|don't you|aren't you)$/
const interrogative = /\b(?:do|have|are|did) you\b|\b(?:is|are) there\b|^(?:any|what about|how about|still|ever|you) /
const ofThePast = /\b(?:ever|did|history|in the past|before|previously)\b|\bhad\b(?<!\bhave you(?: \w+)? had)/

/** A question may be about a time or place that was named before it. */
const otherTime =
  /\b(?:last|that|this past) (?:night|week|month|year|summer|winter|spring|fall|time|visit|day|\w+day)\b|\bwhen (?:you|i|he|she|they|we|it)\b|\bback (?:then|when|in)\b|\bat (?:the|that) time\b|\bago\b|\bin (?:19|20)\d\d\b|\b(?:before|during|after|while|since) (?:the|your|you|that)\b|\bas a (?:child|kid)\b|\bgrowing up\b|\bused to\b/
const otherPerson =
  /\b(?:he|she|they|his|her|their|him|them)\b|\b(?:your|my|the) (?:\w+ )?(?:mother|father|mom|dad|parents?|brother|sister|son|daughter|wife|husband|kids?|children|family|baby|aunt|uncle|grand\w+|partner)\b/
const asksOther =
  /\b(?:family|relatives?|anyone|anybody|someone|somebody|he|she|they|his|her|their|mother|father|mom|dad|parents?|brothers?|sisters?|siblings?|sons?|daughters?|wife|husband|kids?|children|child|baby|aunts?|uncles?|grand\w+|partner|friends?|patients)\b/
const asksPresent = /\b(?:do|are) you\b/

export interface Question {
  statement: Statement
  words: string
}

/** Undefined if the turn says more, or if another person or time was named before. */
export function questionAbout(
  session: Session,
  statement: Statement,
  subjects: readonly RegExp[],
): Question | undefined {
  const { turn, role, low } = statement
  const turnStatements = session.byTurn[turn] ?? []
  if (role !== 'provider' || turnStatements.at(-1) !== statement || !subjects.some((pattern) => pattern.test(low)))
    return undefined
  if (!turnStatements.slice(0, -1).every(({ low: text }) => isAcknowledgement(text))) return undefined
  const earlierStatements = [...(session.byTurn[turn - 1] ?? []), ...(session.byTurn[turn - 2] ?? [])]
  const isBefore = (words: RegExp) => earlierStatements.some((one) => words.test(one.low))
  if (!asksPresent.test(low) && isBefore(otherTime)) return undefined
  if (!/\byou\b/.test(low) && (isBefore(otherPerson) || isAboutFamilyStill(session, statement))) return undefined
  if (asksOther.test(subjects.reduce((text, pattern) => text.replaceAll(everywhere(pattern), '@'), low)))
    return undefined
  return { statement, words: marked(bareWords(low).replace(lead, ''), subjects) }
}

/** Which answers to a yes/no question are certain: `no` denies each subject of it, `yes` affirms its only subject. */
export interface YesNoQuestion {
  subjects: number[]
  yes: boolean
  no: boolean
}

export function yesNoQuestion(
  { statement, words }: Question,
  patterns: readonly RegExp[],
  isOfPast: boolean,
): YesNoQuestion | undefined {
  const subjects = patterns.flatMap((pattern, index) => (pattern.test(statement.low) ? [index] : []))
  if (confirmed.test(words)) return isOfPast ? undefined : { subjects, yes: true, no: false }
  // In "swelling or pain in your legs", the swelling may be that of the legs, too.
  const isNarrowed = / (?:in|on|of) (?:your|the|any) /.test(bareWords(statement.low))
  const [match, opening = '', row = ''] = yesOrNo.exec(words) ?? (isNarrowed ? null : rowWithOthers.exec(words)) ?? []
  const items = yesOrNo.test(words) ? row : '#'
  if (match === undefined || !(interrogative.test(opening) || (opening === '' && statement.asks))) return undefined
  const isPast = ofThePast.test(opening)
  if (isOfPast && !isPast) return undefined
  const isEver = !isOfPast && isPast
  return {
    subjects,
    yes: !isEver && !items.includes('#'),
    no: !isEver || /\b(?:ever|history)\b/.test(opening),
  }
}
