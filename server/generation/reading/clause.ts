import { lexicons } from './languages/index.ts'

/** Whether words are affirmed (`so`), negated (`not`), or neither with certainty. */
export type Polarity = 'so' | 'not' | 'unclear'

export const negations = `\\b(?:${lexicons.en.negation})\\b`

// The polarity of the other words in the same clause is then unclear.
export const halfNegation =
  /\b(?:trouble|difficult\w*|hard|unable|poor\w*|lack\w*|loss|lost|less|reduced|decreased|hardly|barely|rarely|seldom|little|few|free|sober|abstinen\w*|stop\w*|quit|avoid\w*|refus\w*|declin\w*|fail\w*|skip\w*|miss\w*|forg[eo]t\w*|except|(?<!never )(?<!often )used to|ex-|former\w*|gone|cleared|resolved|instead|rather|anymore|any more|only|just|but|though|although|yet|not only|ran out|cut (?:down|back))\b/

export type Leaning = 'yes' | 'no' | 'neither'

const noise = /^(?:(?:um+|uh+|mm+|ah|well|oh|so|hmm+|honestly|actually|okay|ok|you know|i mean)[,.]? )*/
const yes = new RegExp(`^(?:${lexicons.en.yes}|some|a little|a bit|sometimes)\\b`)
const no =
  /^(?:no(?=[,.!]|$| (?:i|i'm|i've|it|it's|there|that|my|we|not|never|nothing|sir|ma'am|doctor|thoughts?|plans?|one|longer|more|no|none|that|not?|just|only|but|other|changes?|problems?|issues?)\b)|nope|nah|never|none|not (?:at all|really|lately|that i|anymore|any more|now|recently|once|since|a (?:single|bit|thing)|even|one)|haven't|hasn't|don't think so|i can't say|i don't|i do not|i'm not|i am not|i haven't|i have not|i didn't|i did not|i've never|i have never|neither|nothing|no way|(?:it|they|that) (?:did|does|do|has|have)(?: not|n't)\b|right,? never)\b/

/** "Not really" counts as no, and "some" as yes. */
export function leaning(low: string): Leaning {
  const start = low.replace(noise, '')
  if (no.test(start)) return 'no'
  return yes.test(start) ? 'yes' : 'neither'
}

/** "I can't stop coughing" negates nothing. */
const negation = new RegExp(
  `\\b(?:${lexicons.en.negation}|hardly|barely|no longer|stopped|quit)\\b(?<!(?:can't|couldn't)(?= (?:stop|help|shake|get rid)))`,
  'g',
)
const breaks =
  /[,;.]| but | and (?=i\b|i'm\b|my\b|now\b|then\b|you\b|you're\b|he\b|she\b|they\b|we\b)| though\b| although\b| except\b| because\b| so (?=i\b)/g
// "Can't sleep" and "no energy" report a symptom. Patterns for symptoms match the whole phrase.

/** Without this limit, the time would grow with the square of the length of a sentence. */
const reach = 600

/** The word "any" is not a negation itself: `negatedAt` also searches for a word of `negation`. */
const lists = /\b(?:no|denies|without|never had|haven't had|don't have|didn't have|not had|not have|any)\b/g
const but = /\bbut\b/g

const lastOf = (text: string, pattern: RegExp): RegExpExecArray | undefined => {
  let last: RegExpExecArray | undefined
  for (const match of text.matchAll(pattern)) last = match
  return last
}

/** A full stop, a semicolon or "but" ends a list. */
function isListed(textBefore: string): boolean {
  const from = lastOf(textBefore, lists)
  return from !== undefined && !/[.;]/.test(textBefore) && (lastOf(textBefore, but)?.index ?? -1) < from.index
}

/** The text must be lower case. */
export function negatedAt(low: string, at: number): boolean {
  const textBefore = low.slice(Math.max(0, at - reach), at)
  const lastBreak = lastOf(textBefore, breaks)
  const clause = lastBreak === undefined ? textBefore : textBefore.slice(lastBreak.index + lastBreak[0].length)
  const list = isListed(textBefore) && !/\b(?:i|my|it|but|it's|i'm|you|he|she|they|we)\b/.test(clause)
  const scope = list ? textBefore : clause
  const last = lastOf(scope, negation)
  if (last === undefined) return false
  const wordsSince = scope.slice(last.index).match(/\s+/g)?.length ?? 0
  return wordsSince < (list ? 30 : 7)
}

const others = new RegExp(
  `\\b(?:my|his|her|their|our) (?:\\w+ )?(?:${lexicons.en.relatives})\\b|\\b(?:he|she|they)(?:'s|'d|'re|'ve)?\\b`,
  'g',
)
const self = /\b(?:i|i'm|i've|i'd|i'll|me|my|myself)\b/g

export function ofSomeoneElse(low: string, at: number): boolean {
  const textBefore = low.slice(Math.max(0, at - reach), at)
  const lastOther = lastOf(textBefore, others)
  if (lastOther === undefined) return false
  const textAfter = textBefore.slice(lastOther.index + lastOther[0].length)
  return ![...textAfter.matchAll(self)].some((match) => /^(?:i|i'm|i've|i'd|i'll)$/.test(match[0]))
}

const supposing =
  /\b(?:if|unless|in case|assuming|whether|would be|might|could be|worried (?:that )?i(?:'ll| will| might))\b/

export const supposedAt = (low: string, at: number): boolean => supposing.test(low.slice(Math.max(0, at - 60), at))

const believing =
  /\b(?:thought(?! (?:about|of|through))|believed|assumed|figured|suspected|feared|wondered|guessed|(?:was|were) (?:\w+ )?(?:convinced|sure|afraid|scared|worried|concerned|under the impression))\b(?! (?:that )?(?:it|that|this) (?:was|would be|'d be|might be) (?:\w+ )?(?:best|better|good|wise|time|important|helpful|idea))(?!.*(?:[.;]| but ))/

export const believedAt = (low: string, at: number): boolean => believing.test(low.slice(Math.max(0, at - 60), at))

export function assertedAt(low: string, at: number): boolean {
  return !negatedAt(low, at) && !ofSomeoneElse(low, at) && !supposedAt(low, at)
}
