import { bareWords, list, marked } from './bare-words.ts'
import type { Session, Statement } from './session.ts'

export type PlainAnswer = 'yes' | 'no'

const polite = "(?: ,)? (?:sir|ma'?am|doctor|doc|god)"
const not = "(?:i|we) (?:don't|do not|haven't|have not)"
const verb =
  '(?:do |have |had |get |gotten |use |used |take |taken |feel |felt |noticed |experienced |been |own |want to )?'
/** Denials that name nothing: "I don't do any of that", "not a single one". */
const denials = [
  'no+|nope|nah|never(?: (?:ever|have|had (?:any|one|it|them)|in my life))?|none|not at all|not once|not (?:a single )?one|neither(?: one)?|absolutely not|definitely not|of course not|no way|nothing like that|none of (?:that|those|them|these)',
  `${not} ${verb}(?:any of |either of |anything like )?(?:that|those|them|these|any)`,
  "i (?:don't|do not|haven't|have not|am not|never have)|i'm not|there (?:isn't|aren't|hasn't been)(?: any)?",
]
const echoes = [
  `(?:i have |i've |i've had |there is |there's |i get )?no (?:known |thoughts of )?${list}`,
  `(?:${not}|(?:i|i've|i have) never|i'm not|i am not|there (?:isn't|aren't)) ${verb}(?:been )?(?:any |an? |having )?(?:thoughts of )?${list}`,
]
const no = new RegExp(
  `^(?:${[...denials, ...echoes].join('|')})(?: at all)?(?:(?: ,)?(?: and| or)? (?:${[...denials, ...echoes].join('|')})(?: at all)?|${polite})*$`,
)
const lasting =
  '(?: ,)? (?:every (?:day|night|morning)|all the time|a lot|right now|since (?:yesterday|last (?:night|week|month)|\\w+day)|for (?:an?|two|three|four|five|six|a few|several|many) (?:days?|weeks?|months?|years?))'
const yes = new RegExp(
  `^(?:yes+|yeah|yep|yup|i do|i have|i am|absolutely|definitely|of course|mm-hmm|uh-huh|correct|right|that's (?:right|correct))(?:(?: ,)? (?:yes|yeah|i do|i have|i am|absolutely|definitely|there is|there are|correct|right|that's (?:right|correct)|i (?:do |still )?(?:have |get |feel |use )?(?:a |an |some |the )?@)|${polite}|${lasting})*$`,
)

/** Maximum length of a reply in characters. A longer reply is no plain answer. */
const replyMax = 200
export const isShort = (reply: readonly Statement[]): boolean =>
  reply.reduce((sum, { text }) => sum + text.length, 0) <= replyMax

/** Reads a whole turn that is nothing but a plain "yes" or "no", alone or with the words of the question. */
export function plainAnswer(reply: readonly Statement[], subjects: readonly RegExp[] = []): PlainAnswer | null {
  const replyWords = bareWords(reply.map(({ low }) => low).join(' , ')).replace(/^(?:oh|ah|okay|ok)[ ,]+/, '')
  const words = marked(replyWords, subjects)
  return no.test(words) ? 'no' : yes.test(words) ? 'yes' : null
}

const corrects =
  /^(?:(?:oh|well|but|and|no|yes|um|uh|sorry)[,. ]+)*(?:actually|wait|sorry|scratch that|correction|i mean|i meant|on second thought|come to think|now that i think|hold on|hang on|let me correct)\b/
const takesBack =
  /\b(?:i (?:lied|wasn't (?:being )?honest|was not honest|misspoke|said (?:no|yes)|should have said|forgot to (?:say|tell|mention))|take (?:it|that) back|what i said|when you asked|earlier (?:you asked|i said|when)|that (?:wasn't|was not) true|to be honest)\b/
const doubts = /\b(?:are you sure|really|sure about that|you (?:said|told|mentioned|wrote))\b/
/** Number of turns after an answer in which the speaker may correct it without saying what is corrected. */
const correctedWithin = 4

/** True if the patient may take back an answer, or if the other speaker doubts it at once. */
export const isTakenBack = ({ statements }: Session, { turn }: Statement): boolean =>
  statements.some(({ turn: laterTurn, role, low }) => {
    if (laterTurn <= turn) return false
    if (role === 'provider') return laterTurn === turn + 1 && doubts.test(low)
    return takesBack.test(low) || (laterTurn <= turn + correctedWithin && corrects.test(low))
  })

export const isAcknowledgement = (low: string): boolean =>
  /^(?:(?:okay|ok|sure|all ?right|alright|right|thanks?|thank you|great|good|perfect|got it|i see|sounds good|uh-?huh|mm-?hmm|hi|hello|hey|bye|goodbye|you too|doctor|dr|sir|ma'?am|so much|very much|then|that'?s (?:fine|good|great)|will do|of course|no problem|you'?re welcome|excellent|wonderful|nice|cool|wow|oh|and|um|uh|yeah|yes|no|good morning|good afternoon|i (?:agree|understand|see)|(?:i'm |i am )?(?:glad|sorry|happy|good) to (?:hear|know)(?: that| it)?|(?:that|this|it)(?:'s| is)? (?:good|great|fine|excellent|awesome|okay)(?: news)?|makes sense|got you|fair enough)[,.! ]*)+$/.test(
    low,
  )
