import { leaning } from '../reading/polarity.ts'
import type { Sentence } from '../reading/sentences.ts'
import type { Answer } from './answer.ts'
import { breadth, gather, mention } from './gather.ts'
import type { Session } from './session.ts'
import { suicidality } from './suicidality.ts'
import { type Topic, topicsOf } from './topics/index.ts'

const answerOf = (yes: boolean, sentence: Sentence, confidence: number): Answer => ({
  value: [yes ? 'Yes' : 'No'],
  sentences: [sentence],
  confidence,
  denied: !yes,
})

const stoppedUse = /\b(?:i (?:finally )?(?:quit|stopped|gave (?:it )?up)|(?:smoke|alcohol)[- ]free|an ex-|a former)\b/
const pastUse =
  /\b(?:used to|in college|in high school|years ago|tried .*\bonce|back in the day|until|last time|same goes|was sober|when i was)\b/
const thereIsNone = /^(?:no,? )?there (?:aren't|isn't|are no|is no|are not|is not)\b/
const thereIs = /^(?:yes,? )?there(?:'s| is| are)\b(?! no\b| not\b| aren't)/

/** Whether the patient says yes or no to a topic; null when it was not said clearly. */
export function yesOrNo(session: Session, topic: Topic): Answer | null {
  if (topic.id === 'suicidality') {
    const risk = suicidality(session)
    return risk === null ? null : answerOf(risk.level !== 'denied', risk.sentence, 0.9)
  }
  const found = gather(session, topic)
  const answers = found.filter(({ via }) => via === 'answer')
  // The topic's own words decide first, in answers before remarks; then the answer's yes or no.
  for (const { sentence, prompt } of answers) {
    const said = mention(topic, sentence)
    // What was done once says nothing of the present; having stopped does.
    if (said !== null && !said.negated && stoppedUse.test(sentence.low)) return answerOf(false, sentence, 0.8)
    if (said !== null && (said.negated || !pastUse.test(sentence.low))) return answerOf(!said.negated, sentence, 0.9)
    if (thereIsNone.test(sentence.low)) return answerOf(false, sentence, 0.85)
    if (thereIs.test(sentence.low) && breadth(prompt) < 2) return answerOf(true, sentence, 0.8)
    const leans = leaning(sentence.low)
    if (sentence.place !== 0 || leans === 'neither') continue
    // To "you have never …?" a no agrees; a yes could mean either.
    const negative = /\bnever\b/.test(prompt)
    if (leans === 'no' && (breadth(prompt) < 2 || negative || /^no, (?:neither|none|nothing)/.test(sentence.low)))
      return answerOf(false, sentence, 0.85)
    if (leans === 'yes' && breadth(prompt) < 2 && !negative && !/\b(?:don't|do not|never|not)\b/.test(sentence.low))
      return answerOf(true, sentence, 0.85)
  }
  for (const { sentence, via } of found) {
    if (via === 'answer') continue
    const said = mention(topic, sentence)
    if (said !== null && sentence.role !== 'unknown' && (said.negated || !pastUse.test(sentence.low)))
      return answerOf(!said.negated, sentence, 0.6)
  }
  return null
}

/** Fills a Yes/No field. Names that ask for an absence ("Denies …") turn the answer round. */
export function writeYesNo(
  session: Session,
  field: { name: string; instructions?: string | undefined },
): Answer | null {
  const [topic, ...more] = topicsOf(field)
  if (topic === undefined || more.length > 0 || topic.by === 'provider') return null
  const answer = yesOrNo(session, topic)
  if (answer === null) return null
  if (!/^(?:denies|no |absence of)/i.test(field.name)) return answer
  return { ...answer, value: [answer.value[0] === 'Yes' ? 'No' : 'Yes'] }
}
