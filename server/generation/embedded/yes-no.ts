import { hasEnded, leaning, negatedAt } from '../reading/polarity.ts'
import type { Sentence } from '../reading/sentences.ts'
import type { Answer } from './answer.ts'
import { askedBesides, gather, mention, saysNo } from './gather.ts'
import type { Session } from './session.ts'
import { suicidality } from './suicidality.ts'
import { type Topic, topicsOf } from './topics/index.ts'

const answerOf = (yes: boolean, sentence: Sentence, confidence: number): Answer => ({
  value: [yes ? 'Yes' : 'No'],
  sentences: [sentence],
  confidence,
  denied: !yes,
})

const stoppedUse =
  /\b(?:i (?:finally )?(?:quit|stopped|gave (?:it )?up)|(?:smoke|alcohol)[- ]free|an ex-|a former|(?:been|i'm|am) (?:\w+ )?sober)\b/
const substances = new Set(['alcohol', 'tobacco', 'cannabis'])
const pastUse =
  /\b(?:used to|in college|in high school|years ago|tried .*\bonce|back in the day|until|last time|same goes|was sober|when i was)\b/
const thereIsNone = /^(?:no,? )?there (?:aren't|isn't|are no|is no|are not|is not)\b/
const thereIs = /^(?:yes,? )?there(?:'s| is| are)\b(?! no\b| not\b| aren't)/

const agrees = /^(?:right|correct|exactly|that's (?:right|correct|true))\b/

/** True for a question that expects a "no", such as "You have never smoked?" or "No chest pain?". */
function negativelyAsked(topic: Topic, prompt: string): boolean {
  const at = topic.ask === undefined ? -1 : prompt.search(topic.ask)
  return /\bnever\b/.test(prompt) || (at >= 0 && negatedAt(prompt, at))
}

/** Returns the patient's yes or no about a topic. Null if the patient gave no clear answer. */
export function yesOrNo(session: Session, topic: Topic): Answer | null {
  if (topic.id === 'suicidality') {
    const risk = suicidality(session)
    return risk === null ? null : answerOf(risk.level !== 'denied', risk.sentence, 0.9)
  }
  if (topic.parts !== undefined) {
    const each = topic.parts.flatMap((part) => yesOrNo(session, part) ?? [])
    return each.find(({ denied }) => denied !== true) ?? each[0] ?? null
  }
  const found = gather(session, topic)
  const answers = found.filter(({ via }) => via === 'answer')
  // Answers come before other statements. In an answer, the topic's own words decide first, then its yes or no.
  for (const answer of answers) {
    const { sentence, prompt } = answer
    const topicMention = mention(topic, sentence)
    // "I used to smoke" does not say if the patient still smokes, so it is skipped. "I quit" is a no.
    if (topicMention !== null && !topicMention.negated && stoppedUse.test(sentence.low))
      return answerOf(false, sentence, 0.8)
    if (topicMention === null && substances.has(topic.id) && stoppedUse.test(sentence.low))
      return answerOf(false, sentence, 0.75)
    if (topicMention !== null && topic.id.startsWith('symptom:') && hasEnded(sentence.low))
      return answerOf(false, sentence, 0.7)
    if (topicMention !== null && (topicMention.negated || !pastUse.test(sentence.low)))
      return answerOf(!topicMention.negated, sentence, 0.9)
    const alone = askedBesides(prompt, topic).length === 0
    if (thereIsNone.test(sentence.low)) return answerOf(false, sentence, 0.85)
    if (thereIs.test(sentence.low) && alone) return answerOf(true, sentence, 0.8)
    if (sentence.place !== 0) continue
    // After "you have never …?", both "no" and "right" deny. A "yes" is ambiguous.
    const negative = negativelyAsked(topic, prompt)
    if (saysNo(topic, answer) || (negative && agrees.test(sentence.low))) return answerOf(false, sentence, 0.85)
    if (negative || !alone || leaning(sentence.low) !== 'yes') continue
    if (!/\b(?:don't|do not|never|not)\b/.test(sentence.low)) return answerOf(true, sentence, 0.85)
  }
  for (const { sentence, via } of found) {
    if (via === 'answer') continue
    const topicMention = mention(topic, sentence)
    if (topicMention !== null && sentence.role !== 'unknown' && (topicMention.negated || !pastUse.test(sentence.low)))
      return answerOf(!topicMention.negated, sentence, 0.6)
  }
  return null
}

/** Fills a yes/no field. For names that ask for an absence ("Denies …"), the answer is inverted. */
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
