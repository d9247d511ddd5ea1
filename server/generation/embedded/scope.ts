import { isAcknowledgement } from './plain.ts'
import type { Session, Statement } from './session.ts'

const classes =
  '(?:medications?|medicines?|meds|drugs?|antibiotics?|treatments?|therap(?:y|ies)|tests?|testing|labs?|lab ?work|blood ?work|imaging|x-?rays?|scans?|changes?|surgery|procedures?|interventions?|referrals?|appointments?|visits?|follow[- ]?up|restrictions?|prescriptions?|work-?up)'
const more = '(?:other|new|more|further|additional|need for|major|big)'
/**
 * Statements about all things of a kind: "no further tests", "not any medications", "nothing else", "the only thing".
 * Such a statement may be true only for the subject that was named before it.
 */
const wholeClass = new RegExp(
  `\\b(?:no|not|never|without|nor)\\b.{0,60}\\bany (?:\\w+ ){0,2}${classes}\\b|n't\\b.{0,60}\\bany (?:\\w+ ){0,2}${classes}\\b|(?:\\bnot|n't)\\b.{0,60}\\b(?:anything|anymore)\\b|\\bno (?:${more} ){0,2}(?:\\w+ )?${classes}\\b|\\bnothing (?:else|more|further|new|different|to (?:do|change|add|worry about))\\b|\\bonly (?:other )?(?:thing|${classes})\\b|\\b(?:keep|leave) (?:everything|all|things)\\b`,
)
/** Words that limit the next sentences to one subject: "from a heart standpoint", "as far as your knee goes". */
const opening =
  /\bfrom (?:an?|the|your|my|his|her) (?:[\w-]+ ){1,3}(?:standpoint|perspective|point of view|side)\b|\b(?:in terms of|as far as|as for|when it comes to|with (?:regards?|respect) to|in regards? to|regarding|concerning)\b|(?:^|[,.;] ?|\b(?:okay|so|and|now|then|alright|next|first|second|third|lastly) )(?:for|on) (?:your|the|his|her|my) [\w-]+/

/**
 * Maximum number of statements of a turn that are searched for the subject. Without a limit, the time would grow with
 * the square of the number of statements.
 */
const openingMax = 40

const opens = ({ low }: Statement): boolean => opening.test(low)

/**
 * Returns the index, within the turn, of the first statement that an extract with this statement must contain. "I would
 * not start any medications" after "from a depression standpoint" is about depression only, so the extract must begin
 * with that phrase. Null if the subject was named in an earlier turn, which an extract cannot contain.
 */
export function scopeStart({ byTurn }: Session, { turn, place, low, speaker }: Statement): number | null {
  if (!wholeClass.test(low)) return place
  const from = Math.max(0, place - openingMax)
  const inTurn = (byTurn[turn] ?? []).slice(from, place + 1).findLastIndex(opens)
  if (inTurn >= 0) return from + inTurn
  const [before, reply] = [(byTurn[turn - 2] ?? []).slice(-openingMax), (byTurn[turn - 1] ?? []).slice(0, openingMax)]
  const goesOn = before[0]?.speaker === speaker && reply.every((one) => isAcknowledgement(one.low))
  return goesOn && before.some(opens) ? null : place
}
