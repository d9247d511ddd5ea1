import type { Flag } from '../../../lib/contracts/index.ts'
import { onceFor } from '../once.ts'
import { halfNegation, leaning, negations, type Polarity } from '../reading/clause.ts'
import { comparedSentences, plainWords, type Sentence } from '../reading/sentences.ts'
import type { Cited, PreparedSession } from './prepared-session.ts'
import { anchorsOf } from './stems.ts'

const negation = new RegExp(negations, 'g')
// A clause with one of these words is neither affirmed nor denied with certainty.
const unsure =
  /\b(?:used to|other|another|else|otherwise|further|additional|new|if|unless|until|whether|maybe|might|could|would|should|sometimes|usually|recently|now|currently|always|again|significant\w*|known|history|past|previous\w*|prior|since|before|after|during|really|exactly|too|as much|that much|both|or|either|than|able|think|believe|sure|worry|worried|concern\w*|rule|check\w*|test\w*|screen\w*|like|much|very|so far|ever)\b/
const breaks = /[,;:.!?]| but | though\b| although\b| because\b| and | or | when\b| which\b| who\b/g

export interface Clause {
  stems: ReadonlySet<string>
  polarity: Polarity
}

export function clausesOf(low: string): Clause[] {
  // A negation may apply to every item of the list after it ("no wheezes, rales or rhonchi").
  let negated = false
  return low.split(breaks).flatMap((text): Clause[] => {
    const stems = new Set(anchorsOf(text).map(({ stem }) => stem))
    if (stems.size === 0) return []
    const negations = text.match(negation)?.length ?? 0
    const isListItem = negated && negations === 0
    negated = negated || negations > 0
    const polarity =
      isListItem ||
      unsure.test(text) ||
      halfNegation.test(text) ||
      negations > 1 ||
      (negations === 0 && /\bany\b/.test(text))
        ? 'unclear'
        : negations === 1
          ? 'not'
          : 'so'
    return [{ stems, polarity }]
  })
}

const openQuestion = /\b(?:how|what|when|where|who|why|which|tell me|describe|or|not|no|n't)\b/
const plainAnswer =
  /^(?:(?:um+|uh+|well|oh),? )?(?:no|nope|never|none|yes|yeah|yep|not at all|absolutely not|definitely|no,? (?:never|not at all|none|nothing(?: like that)?|i (?:don't|do not|haven't|have not|didn't|am not)|i'm not|sir|ma'am|doctor|not really)|yes,? (?:i (?:do|have|did|am)|sir|ma'am|doctor))[ .!]*$/

/** Returns the clauses that a quoted sentence states, directly or by answering a question with a plain yes or no. */
export const statedBy = onceFor(readStated)

function readStated(sentence: Sentence): Clause[] {
  if (sentence.asks) return []
  // In "No divorced", the "no" may answer a question or negate "divorced".
  const low = plainWords(sentence.text).toLowerCase()
  const clauses = /^(?:uh|um|well|oh)?,? ?no [^,.]/.test(low) ? [] : clausesOf(low)
  const [question, ...otherQuestions] = sentence.answers
  const first = sentence.low.split(/[,.!?]/)[0]?.trim() ?? ''
  const isPlain =
    plainAnswer.test(sentence.low) || (sentence.place === 0 && /^(?:no|nope|never|yes|yeah|yep)$/.test(first))
  if (question === undefined || otherQuestions.length > 0 || !isPlain || openQuestion.test(question.low)) return clauses
  const lean = leaning(sentence.low)
  // The answer to a list of questions may refer to the last one only.
  const questionClauses = clausesOf(question.low.split('?')[0] ?? '')
  const [only, ...others] = questionClauses
  if (only === undefined || others.length > 0 || lean === 'neither') return clauses
  return [...clauses, { stems: only.stems, polarity: lean === 'no' ? 'not' : 'so' }]
}

const keyOf = ({ stems }: Clause): string => [...stems].sort().join(' ')

/** Without this map, each clause of a long value would be compared with all quoted clauses, which would be slow. */
const quotedByWords = onceFor((cited: Cited) => Map.groupBy(cited.quoted.flatMap(statedBy), keyOf))

function saysOpposite(low: string, prepared: PreparedSession, cited: Cited): boolean {
  const quotedClauses = quotedByWords(cited)
  return clausesOf(low).some((clause) => {
    const alike = quotedClauses.get(keyOf(clause)) ?? []
    const isOpposite = ({ polarity }: Clause) => polarity !== 'unclear' && polarity !== clause.polarity
    if (clause.polarity === 'unclear' || alike.length === 0 || !alike.every(isOpposite)) return false
    // Another sentence may say the same as the value: "No pain. Well, I have pain in my knee."
    const around = [...cited.near].flatMap((turn) => prepared.session.byTurn[turn] ?? [])
    return around
      .flatMap(statedBy)
      .filter((one) => [...clause.stems].some((stem) => one.stems.has(stem)))
      .every(isOpposite)
  })
}

/** Flags each sentence of a value that says the opposite of the words that the value cites (severity 3). */
export const contradictedSentences = (name: string, text: string, prepared: PreparedSession, cited: Cited): Flag[] =>
  comparedSentences(name, text)
    .filter(({ low }) => saysOpposite(low, prepared, cited))
    .map(({ line }) => ({ severity: 3, text: line, reason: 'The session says the opposite of this.' }))
